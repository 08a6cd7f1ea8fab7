import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { ServiceFault } from "../../runtime/fault.js";
import type { CallContext, CallLog } from "../../runtime/call.js";
import type { BindingName } from "../../runtime/operation.js";
import type { DecodedCall } from "../../runtime/bindings/binding.js";

/** Fields that an operation adds to the line of its call. */
export type Notes = Readonly<Record<string, string | number>>;

/** Where a call came from. */
export interface CallOrigin {
  readonly response: ServerResponse;
  readonly remoteAddress: string;
  /** The message was read as a lenient mount does. */
  readonly lenient: boolean;
  readonly log: CallLog;
  /** Milliseconds from now to the deadline. */
  readonly callTime: number;
}

/** A call in progress. What most operations never ask for, the signal and the log, is made when asked for. */
export class ServedCall implements CallContext {
  readonly requestId = randomUUID();
  readonly operation: string;
  readonly binding: BindingName;
  readonly remoteAddress: string;
  readonly lenient: boolean;
  readonly deadline: number;
  readonly #begun = performance.now();
  readonly response: ServerResponse;
  readonly #baseLog: CallLog;
  #log: CallLog | undefined;
  #controller: AbortController | undefined;
  #aborted: ServiceFault | undefined;
  readonly #notes: Record<string, string | number> = {};

  constructor({ operation, binding }: DecodedCall, origin: CallOrigin) {
    this.operation = operation.name;
    this.binding = binding;
    this.remoteAddress = origin.remoteAddress;
    this.lenient = origin.lenient;
    this.deadline = Date.now() + origin.callTime;
    this.response = origin.response;
    this.#baseLog = origin.log;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted);
    }
    return this.#controller.signal;
  }

  get log(): CallLog {
    this.#log ??= withRequestId(this.#baseLog, this.requestId);
    return this.#log;
  }

  note(fields: Notes): void {
    Object.assign(this.#notes, fields);
  }

  /** What the operation has noted. */
  get notes(): Notes {
    return this.#notes;
  }

  /** Milliseconds since the request was complete. */
  get elapsed(): number {
    return performance.now() - this.#begun;
  }

  /** Tells the operation that nobody waits for it any longer; the reason is that of the signal. */
  abort(reason: ServiceFault): void {
    if (this.#aborted !== undefined) return;
    this.#aborted = reason;
    this.#controller?.abort(reason);
  }
}

function withRequestId(log: CallLog, requestId: string): CallLog {
  return {
    info: (fields, event) => {
      log.info({ requestId, ...fields }, event);
    },
    warn: (fields, event) => {
      log.warn({ requestId, ...fields }, event);
    },
    error: (fields, event) => {
      log.error({ requestId, ...fields }, event);
    },
  };
}
