import type { CallContext, CallLog, HeaderContext } from "./call.js";
import type { GivenUp } from "./given-up.js";
import type { CallSignal } from "../transport/deadline.js";
import type { CallBinding } from "../contract/message-codecs.js";

/** Values of SOAP headers, by property; the codecs of an operation hold their types. */
export type HeaderValues = Readonly<Record<string, unknown>>;

/** A call of an operation with SOAP headers: the call itself, and the headers of both messages. */
export class HeaderCall implements HeaderContext<HeaderValues, HeaderValues> {
  readonly headers: HeaderValues;
  /** The last argument of `answerHeaders`. */
  answered: HeaderValues | undefined;
  readonly #call: CallContext;

  constructor(call: CallContext, headers: HeaderValues) {
    this.#call = call;
    this.headers = headers;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get abandoned(): CallSignal | undefined {
    return this.#call.abandoned;
  }

  get givenUp(): GivenUp {
    return this.#call.givenUp;
  }

  get deadline(): number | undefined {
    return this.#call.deadline;
  }

  get requestId(): string {
    return this.#call.requestId;
  }

  get operation(): string {
    return this.#call.operation;
  }

  get binding(): CallBinding {
    return this.#call.binding;
  }

  get remoteAddress(): string | undefined {
    return this.#call.remoteAddress;
  }

  get httpHeaders(): NonNullable<CallContext["httpHeaders"]> {
    return this.#call.httpHeaders ?? {};
  }

  get lenient(): boolean {
    return this.#call.lenient;
  }

  get log(): CallLog {
    return this.#call.log;
  }

  note(fields: Readonly<Record<string, string | number>>): void {
    this.#call.note(fields);
  }

  answerHeaders(headers: HeaderValues): void {
    this.answered = headers;
  }
}
