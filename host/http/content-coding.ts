import type { IncomingMessage } from "node:http";
import { gunzip, inflate, inflateRaw, type InputType, type ZlibOptions } from "node:zlib";

/** Codings of a body that are read; `identity` and no header mean none. */
export type ContentCoding = "gzip" | "deflate";

/** Result of inflating a body. */
export type Inflated =
  { readonly kind: "ok"; readonly body: Buffer } | { readonly kind: "bad" } | { readonly kind: "tooLarge" };

const ratioFreeSize = 65_536;

/** Reads `Content-Encoding` (RFC 9110 section 8.4); undefined for a coding, or a list of them, that is not read. */
export function contentCoding(header: string | undefined): ContentCoding | "identity" | undefined {
  if (header === undefined) return "identity";
  switch (header.trim().toLowerCase()) {
    case "":
    case "identity":
      return "identity";
    case "gzip":
    case "x-gzip":
      return "gzip";
    case "deflate":
      return "deflate";
    default:
      return undefined;
  }
}

/** Inflates a whole body outside the event loop, at most to `limit` bytes and `ratio` times its own size. */
export function inflateBody(
  body: Buffer,
  coding: ContentCoding,
  limit: number,
  ratio: number,
): Promise<Inflated> {
  const most = Math.min(limit, Math.max(ratioFreeSize, body.length * ratio));
  return new Promise((resolve) => {
    // `info` adds the engine to the result: unread bytes are not part of the compressed data.
    const options: ZlibOptions = { maxOutputLength: most, info: true };
    inflaterOf(coding, body)(body, options, (error, result: unknown) => {
      if (error !== null) resolve({ kind: errorCode(error) === "ERR_BUFFER_TOO_LARGE" ? "tooLarge" : "bad" });
      else if (!isInfo(result) || result.engine.bytesWritten !== body.length) resolve({ kind: "bad" });
      else resolve({ kind: "ok", body: result.buffer });
    });
  });
}

type Inflater = (
  body: InputType,
  options: ZlibOptions,
  done: (error: Error | null, result: Buffer) => void,
) => void;

/** Some senders of `deflate` omit the required zlib header (RFC 1950 section 2.2). */
function inflaterOf(coding: ContentCoding, body: Buffer): Inflater {
  if (coding === "gzip") return gunzip;
  const zlib = body.length >= 2 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
  return zlib ? inflate : inflateRaw;
}

function isInfo(
  result: unknown,
): result is { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } } {
  return typeof result === "object" && result !== null && "engine" in result && "buffer" in result;
}

function errorCode(error: Error): unknown {
  return "code" in error ? error.code : undefined;
}

/** RFC 9112 section 6.1: a transfer coding that is not known gets 501. */
export function hasOtherTransferCoding({ headers }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  return coding !== undefined && coding.trim().toLowerCase() !== "chunked";
}
