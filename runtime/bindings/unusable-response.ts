import { ClientError, type ClientErrorCode } from "../errors/client-error.js";
import { ServiceFault, type FaultReason } from "../errors/fault.js";
import type { TransportResponse } from "../transport/transport.js";
import { XmlError } from "../xml/errors.js";

/** The error for a response that does not match the contract, with the reason and the place. */
export function unreadable({ status }: TransportResponse, cause: unknown): ClientError {
  const text = cause instanceof Error ? cause.message : "Unreadable response";
  const path = cause instanceof XmlError ? cause.path : undefined;
  return new ClientError("Protocol", text, { status, path, cause });
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

/** The error of a response without a message of the binding: a proxy's page, an empty response, a redirect. */
export function withoutMessage(response: TransportResponse): ServiceFault | ClientError {
  const { status, contentType = "no content type", headers } = response;
  // Its query may be secret.
  const target = status >= 300 && status < 400 ? headers?.get("location")?.split(/[?#]/u)[0] : undefined;
  const challenge = (status === 401 && headers?.get("www-authenticate")) || undefined;
  const text = [
    `Status ${status} with ${contentType.slice(0, 100)}`,
    challenge,
    target ? `redirect to ${target.slice(0, 200)}` : firstLine(response),
  ]
    .filter(Boolean)
    .join(": ");
  const reason = statusReasons.get(status);
  if (reason !== undefined) return new ServiceFault(reason, text);
  const code = statusCodes[status] ?? (/html/i.test(contentType) ? "HtmlPage" : "Protocol");
  return new ClientError(code, text, { status, challenge });
}

/** The first line of a text or page that has more than markup. */
function firstLine({ contentType = "", body }: TransportResponse): string | undefined {
  if (!/^text|html|json/i.test(contentType)) return undefined;
  return new TextDecoder()
    .decode(body.subarray(0, 2_000))
    .split(/<[^>]*>|\p{Cc}/u)
    .map((line) => line.trim())
    .find(Boolean)
    ?.slice(0, 200);
}
