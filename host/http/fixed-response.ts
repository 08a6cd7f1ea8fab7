import type { IncomingMessage, ServerResponse } from "node:http";
import { joinedBytes, sentPieces, type WireResponse } from "messenger-gen-runtime/host";

/** A document or text that is ready to be sent. */
export interface FixedResponse {
  readonly status: number;
  readonly contentType?: string;
  readonly body: Buffer | string;
  /** Names and values in turn. */
  readonly headers?: readonly string[];
}

const cacheControl = "private, max-age=0";
/** Responses of up to this many UTF-16 code units are sent whole, with their length. */
const wholeLength = 262_144;
const lingerTime = 1_000;
const lingerSize = 8_388_608;

/** A response with a status and no body. */
export function withoutBody(status: number, headers: readonly string[] = []): FixedResponse {
  return { status, body: "", headers };
}

/** Sends a response that is not streamed. */
export function sendResponse(res: ServerResponse, response: WireResponse, sendTime: number): void {
  const { status, bytes } = response;
  const headers = responseHeaders(response);
  const body = sentPieces(response);
  const whole = bytes ?? wholeBody(body);
  if (whole === undefined) {
    res.writeHead(status, headers);
    sendPieces(res, body);
  } else {
    // RFC 9110 section 8.6: 204 has no Content-Length, and 304 that of the response that the caller has.
    if (status !== 204 && status !== 304) headers.push("Content-Length", String(Buffer.byteLength(whole)));
    res.writeHead(status, headers);
    res.end(whole);
  }
  limitBacklog(res, sendTime);
}

/** A response without streamed parts, as a document. */
export function fixedResponse({ status, contentType, body, headers }: WireResponse): FixedResponse {
  const fixed = { status, contentType, body: Buffer.from(joinedBytes(body)) };
  return headers === undefined ? fixed : { ...fixed, headers };
}

/** Headers of the response of a call, names and values in turn. */
export function responseHeaders({ contentType, around, headers: further = [] }: WireResponse): string[] {
  const type = around?.contentType ?? contentType;
  const headers = ["Cache-Control", cacheControl, ...further];
  return type === "" ? headers : ["Content-Type", type].concat(headers);
}

/** Sends a document; node leaves out the body when the method is HEAD. */
export function sendFixed(res: ServerResponse, answer: FixedResponse, sendTime: number): void {
  res.writeHead(answer.status, fixedHeaders(answer));
  res.end(answer.body);
  limitBacklog(res, sendTime);
}

/** True while the body of a request has not been read to its end (RFC 9112 section 6.3). */
export function isUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Sends a response to a request whose body is not read, and closes the connection. Many programs read the response only
 * after they have sent everything, so further input is read and dropped for a moment.
 */
export function refuseUnread(req: IncomingMessage, res: ServerResponse, answer: FixedResponse): void {
  res.shouldKeepAlive = false;
  res.writeHead(answer.status, fixedHeaders(answer));
  if (req.complete) {
    res.end(answer.body);
    return;
  }
  res.flushHeaders();
  if (answer.body.length > 0) res.write(answer.body);
  const end = (): void => {
    clearTimeout(timer);
    req.removeAllListeners("data");
    res.end();
  };
  let dropped = 0;
  const timer = setTimeout(end, lingerTime);
  req.removeAllListeners("data");
  req.on("data", (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > lingerSize) end();
  });
  req.once("end", end);
  req.once("close", end);
  req.resume();
}

function fixedHeaders(answer: FixedResponse): string[] {
  const { status, contentType, body, headers: others = [] } = answer;
  const headers = ["Cache-Control", cacheControl, ...others];
  if (contentType !== undefined) headers.push("Content-Type", contentType);
  if (status !== 204) headers.push("Content-Length", String(Buffer.byteLength(body)));
  return headers;
}

function wholeBody(body: readonly (string | Uint8Array)[]): string | Uint8Array | undefined {
  if (body.length === 1) return body[0];
  let length = 0;
  for (const piece of body) length += piece.length;
  if (length > wholeLength) return undefined;
  return body.every((piece) => typeof piece === "string") ? body.join("") : joinedBytes(body);
}

/** Writes further data after the connection has drained. */
function sendPieces(res: ServerResponse, pieces: readonly (string | Uint8Array)[]): void {
  let next = 0;
  const write = (): void => {
    for (let piece = pieces[next]; piece !== undefined; piece = pieces[next]) {
      next++;
      if (!res.write(piece)) {
        res.once("drain", write);
        return;
      }
    }
    res.end();
  };
  write();
}

/** A connection that reads nothing of a response for this long is closed, even if the response waits for earlier ones. */
export function limitBacklog(res: ServerResponse, sendTime: number): void {
  if (res.writableFinished) return;
  const { socket } = res.req;
  const limit = (): void => {
    socket.setTimeout(sendTime);
    // Before node's own listener, which sets the time for idle connections.
    res.prependOnceListener("finish", () => socket.setTimeout(0));
  };
  if (res.socket === null) res.once("socket", limit);
  else if (socket.writableLength > 0) limit();
}
