import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds a closed connection may still send: an earlier reset could cost the caller the end of the response. */
export const lingerTime = 1_000;

/** Sends `last` and a FIN behind everything written before. Later bytes of the caller are discarded for `lingerTime`. */
export function close(socket: Socket, last = ""): void {
  if (socket.writableEnded) return;
  socket.end(last, () => {
    const timer = setTimeout(() => socket.destroy(), lingerTime).unref();
    socket.once("close", () => {
      clearTimeout(timer);
    });
  });
}

/** Makes node:http close a connection as `close` does: its own way resets one whose caller has sent more. */
export function closeInOrder(socket: Socket): void {
  socket.destroySoon = () => {
    close(socket);
  };
}

/** True if the response announces the end of its connection: no later request of the connection gets a response. */
export function isFarewell(response: ServerResponse | undefined): boolean {
  return response !== undefined && response.headersSent && !response.shouldKeepAlive;
}

/** Closes a connection without a request in progress, unless bytes arrive in the same turn of the event loop. */
export function closeIdle(socket: Socket): void {
  const { bytesRead } = socket;
  // The event loop reads every connection between a timer and an immediate.
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) close(socket);
  });
}

/** Closes a connection behind the given response and, where node refuses a request too many, the 503 that node writes next. */
export function endAfter(response: ServerResponse | undefined, socket: Socket): void {
  const end = (): void => void setImmediate(close, socket);
  if (response === undefined || response.writableFinished) end();
  else response.once("finish", end);
}

/** A response that node has no request for. */
export interface BareResponse {
  readonly status: string;
  readonly headers?: readonly string[];
  /** Plain text in ASCII. */
  readonly body?: string;
}

/** The response to a request that has not arrived completely when the server closes. */
export const stopping: BareResponse = { status: "503 Service Unavailable", headers: ["Retry-After: 1"] };

/**
 * Closes a connection with an incomplete request that cannot be completed. Responses to complete requests are sent
 * first: their calls may have run. The incomplete request then gets `response`, unless its response was sent already.
 */
export function endUnfinished(
  socket: Socket,
  last: ServerResponse | undefined,
  { status, headers = [], body = "" }: BareResponse,
): void {
  const refuse = (): void => {
    const type = body === "" ? [] : ["Content-Type: text/plain; charset=utf-8"];
    const length = `Content-Length: ${body.length}`;
    const lines = [`HTTP/1.1 ${status}`, ...headers, "Connection: close", ...type, length, "", body];
    close(socket, lines.join("\r\n"));
  };
  if (last === undefined || last.writableFinished) refuse();
  else if (last.req.complete) {
    if (!last.headersSent) last.shouldKeepAlive = false;
    endAfter(last, socket);
  } else if (last.headersSent) close(socket);
  // Only the current response of the connection has a socket.
  else if (last.socket === null) last.once("socket", refuse);
  else refuse();
}

const invalidAddress =
  "The address of the request has characters that a URL cannot have: encode spaces and characters beyond ASCII (UTF-8, then %XX).";

/**
 * The response to bytes that Node's parser refuses; undefined if the connection is closed. Behind a space in an address the parser misses the
 * name of the protocol.
 */
export function brokenRequestResponse(error: Error): BareResponse | undefined {
  switch ("code" in error ? error.code : undefined) {
    case "ECONNRESET":
      return undefined;
    case "HPE_HEADER_OVERFLOW":
      return { status: "431 Request Header Fields Too Large" };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: "408 Request Timeout" };
    case "HPE_INVALID_URL":
    case "HPE_INVALID_CONSTANT":
      return { status: "400 Bad Request", body: invalidAddress };
    default:
      return { status: "400 Bad Request" };
  }
}
