import type { CalledService, ClientBinding, Result, DeviatingReader } from "../contract/client-binding.js";
import type { ReaderClass, UndeclaredHeaders } from "../contract/call-parts.js";
import type { CallBinding, CalledOperation, ServiceContract } from "../contract/message-codecs.js";
import type { CallSignal } from "../transport/deadline.js";
import type { Transport, TransportResponse } from "../transport/transport.js";

/** A call of a client, as interceptors pass it on. Compare `operation` with a constant of `operations.ts` to recognize one. */
export interface ClientCall<I = unknown, HI = unknown> {
  readonly service: ServiceContract;
  readonly operation: InterceptedOperation;
  readonly binding: CallBinding;
  readonly input: I;
  /** Values of the SOAP headers that the contract declares. */
  readonly soapHeaders: HI | undefined;
  /** SOAP headers that it does not declare, of both messages. */
  readonly undeclared?: UndeclaredHeaders | undefined;
  /** Reads the response; by default it accepts only what the contract allows. */
  readonly Reader?: ReaderClass | undefined;
  /** Reads what deviates; that of the client when not given. */
  readonly deviating?: DeviatingReader | undefined;
  /** Receives the response in place of the binding: `itemsOf`. The output of such a call is undefined. */
  readonly receive?: ReceiveResponse | undefined;
  /** HTTP headers with lower-case names, without those of the binding. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds of one exchange; 0 and Infinity for no limit. */
  readonly timeout: number;
  readonly signal: CallSignal | undefined;
  readonly transport: Transport;
}

/** Properties of an operation that an interceptor may read. */
export type InterceptedOperation = Pick<
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- every operation is assignable, whatever its messages are
  CalledOperation<any, any, any, any, any>,
  "name" | "action" | "actions" | "addressingAction" | "output"
>;

/** Result of a call. */
export interface CallResult<O = unknown, HO = unknown> {
  /** Undefined, whatever its type, in a call with `receive`. */
  readonly output: O;
  /** Values of the SOAP headers that the contract declares. */
  readonly headers?: HO;
  readonly response: TransportResponse;
}

/** Continues a call: the next interceptor, or the exchange itself. May be called again, or not at all. */
export type NextCall<I = unknown, HI = unknown, O = unknown, HO = unknown> = (
  call: ClientCall<I, HI>,
) => Promise<CallResult<O, HO>>;

/**
 * Takes part in calls. It can replace the input, HTTP headers, SOAP headers and the transport in the call that it passes on, and the
 * result or the error of `next`. The first interceptor of a list is the outermost.
 */
export type Interceptor = (call: ClientCall, next: NextCall) => Promise<CallResult>;

/** Receives a response that `binding` does not read as a whole. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the operation decides the types
export type ReceiveResponse<O = any, HO = any> = (
  response: TransportResponse,
  service: CalledService,
  binding: ClientBinding,
) => Promise<Result<O, HO>>;
