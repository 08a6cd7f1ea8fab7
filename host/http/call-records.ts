import type { CallLog, ServiceFault } from "messenger-gen-runtime";
import type { RefusedCall } from "messenger-gen-runtime/host";
import { containedObserver, type CallObserver } from "./call-observer.js";
import type { Notes, ServedCall } from "./served-call.js";

/** Reports each call and refused request: one line of the log, and the observer. */
export class CallRecords {
  readonly #log: CallLog;
  readonly #observer: CallObserver;

  constructor(log: CallLog, observer: CallObserver | undefined) {
    this.#log = log;
    this.#observer = containedObserver(observer, log);
  }

  /** @param status of the response; undefined if there is none, or an incomplete one */
  ended(
    call: ServedCall,
    status: number | undefined,
    event = status === undefined ? "call abandoned" : "call",
  ): void {
    const { requestId, operation, binding, elapsed, remoteAddress, notes } = call;
    const ms = Math.round(elapsed);
    // Properties behind a spread take ten times as long.
    const fields = Object.assign({ requestId, operation, binding }, notes, { status, ms, remoteAddress });
    this.#log.info(fields, event);
    this.#observer.ended({ operation, binding, status, milliseconds: elapsed, notes });
  }

  /** A message that was refused before its operation ran. */
  refusedCall(
    { binding, operation, fault }: RefusedCall,
    status: number,
    remoteAddress: string,
    notes: Notes = {},
  ): void {
    const { reason, cause } = fault;
    const named = operation?.name;
    const path = loggedPath(fault);
    const fields = { operation: named, binding, ...notes, status, reason, path, remoteAddress };
    const isOurs = reason === "Internal" || reason === "Unavailable";
    if (isOurs && cause !== undefined) this.#log.error({ ...fields, err: cause }, "call refused");
    else this.#log.info(fields, "call refused");
    this.#observer.ended({ operation: named, binding, status, milliseconds: undefined, notes });
  }

  /** A request that was refused before it became a call. */
  refused(method: string | undefined, status: number, remoteAddress: string): void {
    this.#log.info({ method, status, remoteAddress }, "request refused");
    this.#observer.refused(status);
  }
}

/** Place of an error in a message, if it consists only of names of the contract: other text may be secret. */
function loggedPath({ reason, path }: ServiceFault): string | undefined {
  return reason === "InvalidValue" || reason === "MissingValue" ? path : undefined;
}
