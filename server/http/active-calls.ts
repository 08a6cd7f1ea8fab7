import type { Socket } from "node:net";
import { ServiceFault } from "../../runtime/fault.js";
import type { ServedCall } from "./served-call.js";

/** Ends a call before its operation has answered. */
export type EndCall = (call: ServedCall, fault: ServiceFault) => void;

/**
 * The calls that run now. All have the same time limit, so the one that began first is the first to run out of it:
 * one timer does for all.
 */
export class ActiveCalls {
  readonly #calls = new Set<ServedCall>();
  /** Those whose answer is on its way, which has no deadline. */
  readonly #answered = new Set<ServedCall>();
  readonly #end: EndCall;
  #timer: NodeJS.Timeout | undefined;

  /** @param end called for a call whose deadline passes, or that a shutdown ends; the call is no longer active then */
  constructor(end: EndCall) {
    this.#end = end;
  }

  add(call: ServedCall): void {
    this.#calls.add(call);
    if (this.#timer === undefined) this.#sweepAt(call.deadline);
  }

  /** False when the call had ended already. */
  remove(call: ServedCall): boolean {
    return this.#calls.delete(call);
  }

  /** The answer has begun, and lasts until `sent` has settled. */
  answering(call: ServedCall, sent: Promise<void>): void {
    this.#answered.add(call);
    void sent.finally(() => this.#answered.delete(call));
  }

  /** The caller has closed the connection: its calls are aborted; the result are those not answered yet. */
  abandon(socket: Socket): readonly ServedCall[] {
    const ofSocket = (call: ServedCall): boolean => call.response.req.socket === socket;
    const gone = [...this.#calls].filter(ofSocket);
    for (const call of gone) this.#calls.delete(call);
    for (const call of [...gone, ...[...this.#answered].filter(ofSocket)]) {
      call.abort(new ServiceFault("Unavailable", "The caller has gone."));
    }
    return gone;
  }

  /** Ends every call; an answer that is on its way breaks off. */
  endAll(fault: ServiceFault): void {
    for (const call of this.#calls) this.#finish(call, fault);
    for (const call of this.#answered) call.abort(fault);
  }

  readonly #sweep = (): void => {
    this.#timer = undefined;
    const now = Date.now();
    for (const call of this.#calls) {
      if (call.deadline > now) {
        this.#sweepAt(call.deadline);
        return;
      }
      this.#finish(call, new ServiceFault("DeadlineExceeded", "The call took too long and was given up."));
    }
  };

  #sweepAt(time: number): void {
    this.#timer = setTimeout(this.#sweep, time - Date.now()).unref();
  }

  #finish(call: ServedCall, fault: ServiceFault): void {
    this.#calls.delete(call);
    this.#end(call, fault);
    call.abort(fault);
  }
}
