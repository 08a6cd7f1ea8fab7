import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { CallContext, CallLog, CallSignal, ServiceFault } from "messenger-gen-runtime";
import { type CallBinding, type DecodedCall, type GivenUp, GivingUp } from "messenger-gen-runtime/host";
import type { Linked } from "./linked-list.js";

/** Fields that an operation adds to the line of its call. */
export type Notes = Readonly<Record<string, string | number>>;

/** Origin of a call. */
export interface CallOrigin {
  readonly response: ServerResponse;
  readonly remoteAddress: string;
  /** The message was read as a lenient mount does. */
  readonly lenient: boolean;
  readonly log: CallLog;
  /** Milliseconds from now to the deadline. */
  readonly callTime: number;
}

/** A call in flight. Signals and log are created on first use, as most operations do not use them. */
export class ServedCall implements CallContext {
  readonly requestId = randomUUID();
  readonly operation: string;
  readonly binding: CallBinding;
  readonly remoteAddress: string;
  readonly lenient: boolean;
  readonly deadline: number;
  readonly #begun = performance.now();
  readonly response: ServerResponse;
  readonly #baseLog: CallLog;
  #log: CallLog | undefined;
  readonly #unwanted = new GivingUp();
  readonly #givenUp = new GivingUp();
  readonly #notes: Record<string, string | number> = {};
  /** Its place among the calls without a response. */
  place: Linked<ServedCall> | undefined;

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
    return this.#unwanted.signal;
  }

  get abandoned(): CallSignal {
    return this.#unwanted;
  }

  get givenUp(): GivenUp {
    return this.#givenUp;
  }

  get httpHeaders(): IncomingHttpHeaders {
    return this.response.req.headers;
  }

  get log(): CallLog {
    this.#log ??= withRequestId(this.#baseLog, this.requestId);
    return this.#log;
  }

  note(fields: Notes): void {
    Object.assign(this.#notes, fields);
  }

  /** Fields that the operation has noted. */
  get notes(): Notes {
    return this.#notes;
  }

  /** Milliseconds since the request was complete. */
  get elapsed(): number {
    return performance.now() - this.#begun;
  }

  /** Aborts the signal because the caller has disconnected; changes of the call are completed nevertheless. */
  abandon(reason: ServiceFault): void {
    this.#unwanted.abort(reason);
  }

  /** Gives the call up because of the deadline: the operation must start no further change and return its result. */
  giveUp(reason: ServiceFault): void {
    this.#givenUp.abort(reason);
    this.#unwanted.abort(reason);
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
