import type { CallContext, CallLog, HeaderContext } from "./call.js";
import type { BindingName } from "./operation.js";

/** A call of an operation with SOAP headers: the call itself, and the headers of both messages. */
export class HeaderCall implements HeaderContext<object, object> {
  readonly headers: object;
  /** What `answerHeaders` was given last. */
  answered: object | undefined;
  readonly #call: CallContext;

  constructor(call: CallContext, headers: object) {
    this.#call = call;
    this.headers = headers;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get givenUp(): AbortSignal {
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

  get binding(): BindingName {
    return this.#call.binding;
  }

  get remoteAddress(): string | undefined {
    return this.#call.remoteAddress;
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

  answerHeaders(headers: object): void {
    this.answered = headers;
  }
}
