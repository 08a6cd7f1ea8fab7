import type { DeviatingReader, Expecting } from "../contract/client-binding.js";
import { ClientError, type ClientErrorCode } from "../errors/client-error.js";
import { ServiceFault, type FaultReason, type ServiceFaultOptions } from "../errors/fault.js";
import type { TransportResponse } from "../transport/transport.js";

/** True for the status of a service that has done what it was asked for. */
export function isSuccess({ status }: TransportResponse): boolean {
  return status >= 200 && status < 300;
}

/** True for a response that has no message to an operation that expects none. */
export function isNothing(
  operation: Expecting,
  response: TransportResponse,
  deviating: DeviatingReader | undefined,
): boolean {
  const { output } = operation;
  const isExpected = output === undefined || output.isEmpty === true;
  const isBare = isExpected && response.body.length === 0 && isSuccess(response);
  return isBare || deviating?.isNothing(operation, response) === true;
}

/** The error for a response that does not match the contract, with the reason and the place. */
export function unreadable({ status }: TransportResponse, cause: unknown): ClientError {
  // Readers throw nothing else.
  const { message, path } = cause as Error & Pick<ServiceFaultOptions, "path">;
  return new ClientError("Protocol", message, { status, path, cause });
}

/** Reasons by HTTP status, for a response without a fault; the statuses are those of `faultTable`. */
export const statusReasons: ReadonlyMap<number, FaultReason> = new Map([
  [413, "TooLarge"],
  [415, "UnsupportedMediaType"],
  [503, "Unavailable"],
  [504, "DeadlineExceeded"],
]);

/** Codes by HTTP status, for a response without a fault. */
const statusCodes: Readonly<Partial<Record<number, ClientErrorCode>>> = {
  401: "Unauthorized",
  403: "Forbidden",
  407: "ProxyAuthentication",
};

/**
 * The error of a response without a message of the binding: a proxy's page, an empty response, a redirect.
 * @param deviating says more about it
 */
export function withoutMessage(
  response: TransportResponse,
  deviating?: Pick<DeviatingReader, "describe">,
): ServiceFault | ClientError {
  const { status, contentType = "no content type", headers } = response;
  const challenge = (status === 401 && headers?.get("www-authenticate")) || undefined;
  const text = `Status ${status} with ${contentType.slice(0, 100)}${deviating?.describe(response) ?? ""}`;
  const reason = statusReasons.get(status);
  if (reason !== undefined) return new ServiceFault(reason, text);
  const code = statusCodes[status] ?? (/html/i.test(contentType) ? "HtmlPage" : "Protocol");
  return new ClientError(code, text, { status, challenge });
}
