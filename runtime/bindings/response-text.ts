/** The text of a response, whatever its Content-Type says. */
import type { IsForgiven } from "../contract/forgiven.js";
import { lessThan } from "../text/characters.js";
import type { TransportResponse } from "../transport/transport.js";
import { decodeXml, isKnownCharset, markOf } from "../xml/decode.js";
import { XmlError } from "../xml/errors.js";

const envelope = /^[\s\ufeff]*(?:<\?xml\s[^>]*>)?(?:\s|<!--.*?-->|<\?.*?\?>)*<(?:[\w.-]+:)?Envelope[\s>/]/s;
const page = /^\s*(?:<!doctype\s+html|<html)[\s>]/i;

/** The beginning of a message in any encoding, as far as it is ASCII. */
function beginning(bytes: Uint8Array): string {
  const units = new TextDecoder("windows-1252").decode(bytes.subarray(0, 2_000));
  return units.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "").replaceAll("\0", "");
}

/** True for bytes whose root element is an envelope of some kind. */
export function isEnvelope(bytes: Uint8Array): boolean {
  return envelope.test(beginning(bytes));
}

/** True for a web page. */
export function isPage({ contentType = "", body }: TransportResponse): boolean {
  return /html/i.test(contentType) ? !isBlank(body) : page.test(beginning(body));
}

/** True for white space alone. */
export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 32 || byte === 10 || byte === 9 || byte === 13);
}

/**
 * The text of a document: a byte order mark takes precedence over the charset (RFC 7303, section 3), and the declaration over a charset that is not
 * known.
 * @throws XmlError
 */
export function responseText(bytes: Uint8Array, charset: string | undefined, isForgiven: IsForgiven): string {
  const text = decodeXml(bytes, readableCharset(bytes, charset, isForgiven));
  if (text.startsWith("<")) return text;
  const trimmed = text.trimStart();
  if (!trimmed.startsWith("<?xml") && !text.startsWith("\ufeff")) return text;
  if (isForgiven("declaration")) return trimmed;
  throw new XmlError("Malformed", "White space stands before the XML declaration.");
}

/**
 * A byte order mark takes precedence over the charset, and the declaration over a charset that is not known; what begins with `<` in one byte is not
 * UTF-16.
 */
export function readableCharset(
  bytes: Uint8Array,
  charset: string | undefined,
  isForgiven: IsForgiven,
): string | undefined {
  if (charset === "utf-8" && bytes[0] === lessThan) return charset;
  const mark = markOf(bytes);
  // Several headers are joined with commas.
  const [named] = charset?.split(",") ?? [];
  const wide = named ?? /^\s*<\?xml\s[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(beginning(bytes))?.[1];
  const isNarrow = mark === undefined && bytes[0] === lessThan && bytes[1] !== 0;
  if (isNarrow && /^utf-16/i.test(wide ?? "")) return isForgiven("charset", wide) ? "utf-8" : charset;
  if (mark !== undefined) {
    const isSame = named === undefined || mark === named || (mark !== "utf-8" && mark.startsWith(named));
    return isSame || isForgiven("charset", charset) ? (isSame ? named : mark) : charset;
  }
  if (named === undefined || (named === charset && isKnownCharset(named, bytes))) return charset;
  if (!isForgiven("charset", charset)) return charset;
  return isKnownCharset(named, bytes) ? named : undefined;
}

/** More about a response without a message: the challenge of a 401, the target of a redirect, or the first line of a text or page. */
export function describe({ status, contentType = "", headers, body }: TransportResponse): string {
  const challenge = status === 401 && headers?.get("www-authenticate");
  // Its query may be secret.
  const target = status >= 300 && status < 400 ? headers?.get("location")?.split(/[?#]/u)[0] : undefined;
  const isText = /^text|html|json/i.test(contentType);
  const other = target ? `redirect to ${target.slice(0, 200)}` : isText && firstLine(body);
  return [challenge, other].flatMap((each) => (each ? [`: ${each}`] : [])).join("");
}

/** The first line that has more than markup. */
function firstLine(body: Uint8Array): string | undefined {
  return new TextDecoder()
    .decode(body.subarray(0, 2_000))
    .split(/<[^>]*>|\p{Cc}/u)
    .map((line) => line.trim())
    .find(Boolean)
    ?.slice(0, 200);
}
