import { type Decoder, type FindDecoder, platformDecoder } from "../text/native-decoder.js";
import { XmlError } from "./errors.js";

const strict = (encoding: string): Decoder => new TextDecoder(encoding, { fatal: true });
export const utf8 = strict("utf-8");
export const utf16LittleEndian = strict("utf-16le");
export const utf16BigEndian = strict("utf-16be");

const ascii: Decoder = {
  encoding: "us-ascii",
  decode: (bytes) => {
    if (bytes.some((byte) => byte > 127)) throw new TypeError("The text is not us-ascii.");
    return utf8.decode(bytes);
  },
};

const declaredEncoding =
  /^<\?xml[ \t\r\n][^>]{0,200}?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z0-9._-]{1,40})["']/;

/** Bytes that decide the encoding: enough for a declaration in UTF-16. */
export const longestDeclaration = 600;

/**
 * Text of a message, without a byte order mark. Every byte is checked.
 *
 * `charset` of the Content-Type wins over the XML declaration: `utf-8`, `utf-16` (by byte order mark, or by the first
 * character), `utf-16le`, `utf-16be`, `us-ascii`, or one of `legacy`. Without it the encoding is UTF-16 if
 * the bytes start with its byte order mark, otherwise that of the declaration (XML 1.0 section 4.3.3), otherwise UTF-8.
 * Lenient reading ignores any other `charset`.
 *
 * @param legacy `legacyDecoder` for servers; by default every charset of the platform
 * @throws XmlError `UnsupportedEncoding`, `Encoding`
 */
export function decodeXml(
  bytes: Uint8Array,
  charset: string | undefined,
  lenient = false,
  legacy: FindDecoder = platformDecoder,
): string {
  return decode(decoderOf(bytes, charset, lenient, legacy), bytes);
}

/**
 * Encoding for the start of a document.
 * @throws XmlError as `decodeXml`
 */
export function decoderOf(
  bytes: Uint8Array,
  charset: string | undefined,
  lenient: boolean,
  legacy: FindDecoder,
): Decoder {
  if (charset === "utf-8") return utf8;
  const named = charset === undefined ? undefined : decoderNamed(charset.trim().toLowerCase(), bytes, legacy);
  if (named !== undefined) return named;
  if (charset !== undefined && !lenient) throw new XmlError("UnsupportedEncoding");
  const marked = decoderOfMark(bytes) ?? (hasUtf8Mark(bytes) ? utf8 : undefined);
  const declared = declaredOf(bytes, marked?.encoding ?? "windows-1252");
  if (declared === undefined || declared === (marked ?? utf8).encoding.replace(/[lb]e$/, ""))
    return marked ?? utf8;
  if (marked !== undefined) throw new XmlError("Encoding");
  const decoder = decoderNamed(declared, bytes, legacy);
  if (decoder === undefined) throw new XmlError("UnsupportedEncoding");
  return decoder;
}

/** The encoding in the XML declaration, in lower case; `label` is an encoding that decodes ASCII. */
function declaredOf(bytes: Uint8Array, label: string): string | undefined {
  const start = new TextDecoder(label).decode(bytes.subarray(0, longestDeclaration));
  return declaredEncoding.exec(start)?.[1]?.toLowerCase();
}

/** The encoding that a byte order mark names; undefined without one. */
export function markOf(bytes: Uint8Array): string | undefined {
  return hasUtf8Mark(bytes) ? "utf-8" : decoderOfMark(bytes)?.encoding;
}

/** True for a charset that this platform decodes. */
export function isKnownCharset(charset: string, bytes: Uint8Array): boolean {
  try {
    return decoderNamed(charset, bytes, platformDecoder) !== undefined;
  } catch {
    return false;
  }
}

function hasUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Undefined for a charset that is not known. */
function decoderNamed(charset: string, bytes: Uint8Array, legacy: FindDecoder): Decoder | undefined {
  switch (charset) {
    case "utf-8":
    case "utf8":
      return utf8;
    case "utf-16":
      return decoderOfMark(bytes) ?? decoderOfFirstCharacter(bytes);
    case "utf-16le":
      return utf16LittleEndian;
    case "utf-16be":
      return utf16BigEndian;
    case "us-ascii":
    case "ascii":
      return ascii;
    default:
      return legacy(charset);
  }
}

function decoderOfMark(bytes: Uint8Array): Decoder | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16LittleEndian;
  return bytes[0] === 0xfe && bytes[1] === 0xff ? utf16BigEndian : undefined;
}

/** The first character of a document is ASCII, so one of its bytes is zero. */
function decoderOfFirstCharacter(bytes: Uint8Array): Decoder {
  if (bytes[0] === 0) return utf16BigEndian;
  if (bytes[1] === 0) return utf16LittleEndian;
  throw new XmlError("Encoding");
}

/** @throws XmlError `Encoding` */
export function decode(decoder: Decoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new XmlError("Encoding");
  }
}
