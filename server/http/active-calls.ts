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

  /** The caller has closed the connection: its calls are aborted; the result are those calls. */
  abandon(socket: Socket): readonly ServedCall[] {
    const gone = [...this.#calls].filter((call) => call.response.req.socket === socket);
    for (const call of gone) {
      this.#calls.delete(call);
      call.abort(new ServiceFault("Unavailable", "The caller has gone."));
    }
    return gone;
  }

  /** Ends every call. */
  endAll(fault: ServiceFault): void {
    for (const call of this.#calls) this.#finish(call, fault);
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
