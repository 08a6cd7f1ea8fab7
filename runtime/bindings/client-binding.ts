import { ClientError } from "../client-error.js";
import { XmlError } from "../xml/errors.js";
import { faultTable, ServiceFault, type FaultReason } from "../fault.js";
import type { Operation } from "../operation.js";
import type { TransportRequest, TransportResponse } from "../transport/transport.js";
import type { ServiceIndex } from "./service-index.js";

/** The part of a request that the binding decides. */
export type BoundRequest = Pick<TransportRequest, "method" | "target" | "headers" | "body">;

/** One of the four ways out. */
export interface ClientBinding {
  /** @throws XmlError or LexicalError when `input` cannot be written */
  request<I, O>(
    operation: Operation<I, O>,
    input: I,
    service: ServiceIndex,
    headers: object | undefined,
  ): BoundRequest;
  /**
   * @throws ServiceFault when the answer is a fault, ClientError `Protocol` when it is neither that nor the result
   */
  result<I, O>(operation: Operation<I, O>, response: TransportResponse, service: ServiceIndex): Result<O>;
}

/** What an answer holds. */
export interface Result<O> {
  readonly output: O;
  /** SOAP headers by property; absent where the operation has none. */
  readonly headers?: object;
}

/** The error of an answer that is none of this contract: why it could not be read, and where. */
export function unreadable({ status }: TransportResponse, cause: unknown): ClientError {
  const text = cause instanceof Error ? cause.message : "Unreadable answer";
  const path = cause instanceof XmlError ? cause.path : undefined;
  return new ClientError("Protocol", text, { status, path, cause });
}

/** Reasons that an HTTP status alone tells. */
const statusReasons: ReadonlyMap<number, FaultReason> = new Map(
  (["TooLarge", "UnsupportedMediaType", "Unavailable", "DeadlineExceeded"] as const).map((reason) => [
    faultTable[reason].httpStatus,
    reason,
  ]),
);

/** The reason of a status that says why by itself, for example 503. */
export function reasonOfStatus(status: number): FaultReason | undefined {
  return statusReasons.get(status);
}

/** The error of an answer without a message of the binding: a proxy's page, an empty answer, a redirect. */
export function withoutMessage(response: TransportResponse): ServiceFault | ClientError {
  const { status, contentType = "no content type" } = response;
  const text = `Status ${status} with ${contentType.slice(0, 100)}`;
  const reason = reasonOfStatus(status);
  if (reason !== undefined) return new ServiceFault(reason, text);
  return new ClientError("Protocol", `${text} is no answer of this service`, { status });
}
