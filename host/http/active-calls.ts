import type { Socket } from "node:net";
import { ServiceFault } from "messenger-gen-runtime";
import type { FaultReport } from "messenger-gen-runtime/host";
import { LinkedList } from "./linked-list.js";
import type { ServedCall } from "./served-call.js";

/** Sends the response to a call whose operation did not respond in time. */
export type EndCall = (call: ServedCall, fault: ServiceFault) => void;

const expired: FaultReport = {
  reason: "DeadlineExceeded",
  text: "The call took too long and was given up; it may have been carried out.",
};
const stopping: FaultReport = {
  reason: "OutcomeUnknown",
  text: "The service is stopping; the call may have been carried out.",
};

/**
 * The calls in flight. A call whose deadline passes, or that a shutdown ends, is abandoned: it starts no further
 * change. Its operation then has `answerTime` to return its result, so that the response can report whether something
 * was changed; only after that the response states that the outcome is unknown.
 *
 * All calls have the same time limit, so the oldest one reaches it first: one timer is enough for all.
 */
export class ActiveCalls {
  readonly #calls = new LinkedList<ServedCall>();
  /** Abandoned calls without a response. */
  readonly #late = new LinkedList<ServedCall>();
  /** Calls whose response is being sent, which has no deadline. */
  readonly #answered = new LinkedList<ServedCall>();
  readonly #answerTime: number;
  readonly #end: EndCall;
  #timer: NodeJS.Timeout | undefined;
  #onNoneLate: () => void = () => undefined;

  /**
   * @param answerTime milliseconds that an operation has to respond to an abandoned call
   * @param end called for a call without a response in that time; it is no longer active then
   */
  constructor(answerTime: number, end: EndCall) {
    this.#answerTime = answerTime;
    this.#end = end;
  }

  add(call: ServedCall): void {
    call.place = this.#calls.add(call);
    if (this.#timer === undefined) this.#sweepAt(call.deadline);
  }

  /** False if the call had ended already. */
  remove(call: ServedCall): boolean {
    const removed = call.place?.remove() === true;
    if (this.#late.isEmpty) this.#onNoneLate();
    return removed;
  }

  /** The response has begun, and lasts until `sent` has settled. */
  answering(call: ServedCall, sent: Promise<void>): void {
    const place = this.#answered.add(call);
    void sent.finally(() => place.remove());
  }

  /** Removes the calls of a closed connection; returns those without a response. */
  abandon(socket: Socket): readonly ServedCall[] {
    const ofSocket = (call: ServedCall): boolean => call.response.req.socket === socket;
    const gone = [...this.#calls, ...this.#late].filter(ofSocket);
    for (const call of gone) this.remove(call);
    for (const call of [...gone, ...[...this.#answered].filter(ofSocket)]) {
      call.abandon(new ServiceFault("Unavailable", "The caller disconnected."));
    }
    return gone;
  }

  /** Abandons every call; a response that is being sent is cut off. Resolves when every call has its response. */
  async endAll(): Promise<void> {
    for (const call of this.#calls) this.#giveUp(call, stopping);
    for (const call of this.#answered) call.giveUp(faultOf(stopping));
    if (!this.#late.isEmpty) await new Promise<void>((resolve) => (this.#onNoneLate = resolve));
  }

  readonly #sweep = (): void => {
    this.#timer = undefined;
    const now = Date.now();
    for (const call of this.#calls) {
      if (call.deadline > now) {
        this.#sweepAt(call.deadline);
        return;
      }
      this.#giveUp(call, expired);
    }
  };

  #sweepAt(time: number): void {
    this.#timer = setTimeout(this.#sweep, time - Date.now()).unref();
  }

  #giveUp(call: ServedCall, report: FaultReport): void {
    const fault = faultOf(report);
    call.place?.remove();
    call.place = this.#late.add(call);
    call.giveUp(fault);
    setTimeout(() => {
      if (this.remove(call)) this.#end(call, fault);
    }, this.#answerTime).unref();
  }
}

function faultOf({ reason, text }: FaultReport): ServiceFault {
  return new ServiceFault(reason, text);
}
