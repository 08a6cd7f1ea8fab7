import type { Socket } from "node:net";
import { type FaultReport, ServiceFault } from "messenger-gen-runtime";
import type { ServedCall } from "./served-call.js";

/** Answers a call whose operation has not answered. */
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
 * The calls that run now. A call whose deadline passes, or that a shutdown ends, is given up: it begins no change any more. Its
 * operation then has `answerTime` to answer what it has come to, so that the caller learns whether something was changed; only
 * after that the caller is told that this is not known.
 *
 * All calls have the same time limit, so the one that began first is the first to run out of it: one timer does for all.
 */
export class ActiveCalls {
  readonly #calls = new Set<ServedCall>();
  /** Given up and not answered yet. */
  readonly #late = new Set<ServedCall>();
  /** Those whose answer is in flight, which has no deadline. */
  readonly #answered = new Set<ServedCall>();
  readonly #answerTime: number;
  readonly #end: EndCall;
  #timer: NodeJS.Timeout | undefined;
  #onNoneLate: () => void = () => undefined;

  /**
   * @param answerTime milliseconds that an operation has to answer a call that was given up
   * @param end called for a call that was not answered in that time; it is no longer active then
   */
  constructor(answerTime: number, end: EndCall) {
    this.#answerTime = answerTime;
    this.#end = end;
  }

  add(call: ServedCall): void {
    this.#calls.add(call);
    if (this.#timer === undefined) this.#sweepAt(call.deadline);
  }

  /** False when the call had ended already. */
  remove(call: ServedCall): boolean {
    return this.#calls.delete(call) || this.#removeLate(call);
  }

  /** The response has begun, and lasts until `sent` has settled. */
  answering(call: ServedCall, sent: Promise<void>): void {
    this.#answered.add(call);
    void sent.finally(() => this.#answered.delete(call));
  }

  /** The caller has closed the connection; the result are its calls that were not answered yet. */
  abandon(socket: Socket): readonly ServedCall[] {
    const ofSocket = (call: ServedCall): boolean => call.response.req.socket === socket;
    const gone = [...this.#calls, ...this.#late].filter(ofSocket);
    for (const call of gone) this.remove(call);
    for (const call of [...gone, ...[...this.#answered].filter(ofSocket)]) {
      call.abandon(new ServiceFault("Unavailable", "The caller has gone."));
    }
    return gone;
  }

  /** Gives up every call; a response that is in flight breaks off. Resolves when every call has its response. */
  async endAll(): Promise<void> {
    for (const call of this.#calls) this.#giveUp(call, stopping);
    for (const call of this.#answered) call.giveUp(faultOf(stopping));
    if (this.#late.size > 0) await new Promise<void>((resolve) => (this.#onNoneLate = resolve));
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
    this.#calls.delete(call);
    this.#late.add(call);
    call.giveUp(fault);
    setTimeout(() => {
      if (this.#removeLate(call)) this.#end(call, fault);
    }, this.#answerTime).unref();
  }

  #removeLate(call: ServedCall): boolean {
    const removed = this.#late.delete(call);
    if (this.#late.size === 0) this.#onNoneLate();
    return removed;
  }
}

function faultOf({ reason, text }: FaultReport): ServiceFault {
  return new ServiceFault(reason, text);
}
