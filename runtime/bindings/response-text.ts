/** The text of a response, whatever its Content-Type says. */
import { isForgiven, type Forgive } from "../contract/forgiven.js";
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
export function responseText(
  bytes: Uint8Array,
  charset: string | undefined,
  forgive: Forgive | undefined,
): string {
  const text = decodeXml(bytes, readableCharset(bytes, charset, forgive));
  if (text.startsWith("<")) return text;
  const trimmed = text.trimStart();
  if (!trimmed.startsWith("<?xml") && !text.startsWith("\ufeff")) return text;
  if (isForgiven(forgive, "declaration")) return trimmed;
  throw new XmlError("Malformed", "White space stands before the XML declaration.");
}

function readableCharset(
  bytes: Uint8Array,
  charset: string | undefined,
  forgive: Forgive | undefined,
): string | undefined {
  const mark = markOf(bytes);
  // Several headers are joined with commas.
  const [named] = charset?.split(",") ?? [];
  if (mark !== undefined) {
    const isSame = named === undefined || mark === named || (mark !== "utf-8" && mark.startsWith(named));
    return isSame || isForgiven(forgive, "charset", charset) ? (isSame ? named : mark) : charset;
  }
  if (named === undefined || (named === charset && isKnownCharset(named, bytes))) return charset;
  if (!isForgiven(forgive, "charset", charset)) return charset;
  return isKnownCharset(named, bytes) ? named : undefined;
}
