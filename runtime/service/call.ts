import type { GivenUp } from "./given-up.js";
import type { CallSignal } from "../transport/deadline.js";
import type { CallBinding } from "../contract/message-codecs.js";

/** Log of an operation: one event per line; fields never contain passwords or message texts. */
export interface CallLog {
  info(fields: Readonly<Record<string, unknown>>, event: string): void;
  warn(fields: Readonly<Record<string, unknown>>, event: string): void;
  error(fields: Readonly<Record<string, unknown>>, event: string): void;
}

/** Context of a call in a server operation, besides its input. */
export interface CallContext {
  /** Aborted when the caller has disconnected, the deadline has passed, or the server stops. */
  readonly signal: AbortSignal;
  /** The same, as the option `signal` of a client's call: costs nothing until it happens. Absent where `signal` does, too. */
  readonly abandoned?: CallSignal | undefined;
  /**
   * `aborted` is true once the deadline has passed or the server stops: from then on the call must start no change, because
   * its caller may repeat it. Closing the connection does not give a call up.
   */
  readonly givenUp: GivenUp;
  /** Deadline in milliseconds since the epoch; undefined without a limit. */
  readonly deadline: number | undefined;
  /** Random, unique per call; also in the log and in the text of an internal fault. */
  readonly requestId: string;
  /** Name of the operation in the WSDL. */
  readonly operation: string;
  readonly binding: CallBinding;
  /** Address of the caller, undefined for an in-memory call. */
  readonly remoteAddress: string | undefined;
  /** HTTP headers of the request, with lower-case names; they may be secret. */
  readonly httpHeaders?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The message was read in lenient mode; the operation should treat data that it parses itself likewise. */
  readonly lenient: boolean;
  readonly log: CallLog;
  /** Adds fields to the log line of this call; the rules for all log fields apply. */
  note(fields: Readonly<Record<string, string | number>>): void;
}

/** Context of a call in an operation with SOAP headers. */
export interface HeaderContext<I, O> extends CallContext {
  /** The headers of the call, each undefined when it was absent; all are over HTTP GET and POST. */
  readonly headers: I;
  /** Sends these headers with the response, in place of any given before. Over HTTP GET and POST there are none. */
  answerHeaders(headers: O): void;
}
