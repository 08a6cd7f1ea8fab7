import { textOf } from "./replaced-units.js";

/**
 * Charsets of one byte a character, by their names in the IANA register. All hold ASCII unchanged. As on the web,
 * ISO-8859-1 is read as windows-1252, which has characters where ISO-8859-1 has control codes (WHATWG Encoding Standard,
 * section 4.2).
 */
const singleByteCharsets = [
  "iso-8859-1",
  "iso-8859-2",
  "iso-8859-6",
  "iso-8859-15",
  "koi8-r",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1254",
  "windows-1256",
] as const;

/** One of `singleByteCharsets`. */
type SingleByteCharset = (typeof singleByteCharsets)[number];

/**
 * Charsets of one to four bytes a character, by their names in the IANA register. Bytes below 0x80 are ASCII, except those
 * that end a character: 0x30 to 0x39 and 0x40 to 0x7e, of which none separates or escapes anything in a form.
 */
const multiByteCharsets = [
  "big5",
  "euc-jp",
  "euc-kr",
  "gb18030",
  "gb2312",
  "gbk",
  "shift_jis",
  "windows-31j",
] as const;

/** Charsets in which messages and forms may be written besides UTF-8 and UTF-16, in lower case. */
export const legacyCharsets = [...singleByteCharsets, ...multiByteCharsets] as const;

/** One of `legacyCharsets`. */
export type LegacyCharset = (typeof legacyCharsets)[number];

/** Turns bytes into text. */
export interface Decoder {
  /** Name of the charset, in lower case. */
  readonly encoding: string;
  /** @throws TypeError for bytes that the charset does not have. */
  decode(bytes: Uint8Array): string;
}

/** The characters of windows-1252 from 0x80 to 0x9f; those without one stay control codes. */
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Stands for a byte that a charset does not define. */
const none = "\uffff";

/** Not every platform distinguishes windows-1252 from ISO-8859-1: Node 20 does not. */
function characterOf(byte: number, decoder: Decoder): string {
  if (decoder.encoding === "windows-1252" && byte >= 0x80 && byte < 0xa0)
    return windows1252[byte - 0x80] ?? none;
  try {
    return decoder.decode(Uint8Array.of(byte));
  } catch {
    return none;
  }
}

/** The error for bytes that a charset does not have. */
export const wrongCharset = (encoding: string): TypeError => new TypeError(`The text is not ${encoding}.`);

/** Maximum bytes that are decoded at once, and the number below which an array is slower. */
const sliceLength = 8_192;
const fewBytes = 32;

/** By table: the platform is slow at many short texts, as in forms, and at replacing many characters. */
function decoderOf(charset: SingleByteCharset): Decoder {
  const platform = new TextDecoder(charset, { fatal: true });
  const { encoding } = platform;
  const characters = Array.from({ length: 256 }, (_, byte) => characterOf(byte, platform));
  const codes = Uint16Array.from(characters, (character) => character.charCodeAt(0));
  const slice = (bytes: Uint8Array): string => {
    const units = new Uint16Array(bytes);
    for (let at = 0; at < units.length; at++) units[at] = codes[units[at] ?? 0] ?? 0;
    return textOf(units);
  };
  const decode = (bytes: Uint8Array): string => {
    let decoded = "";
    if (bytes.length <= fewBytes) for (const byte of bytes) decoded += characters[byte] ?? none;
    else
      for (let start = 0; start < bytes.length; start += sliceLength)
        decoded += slice(bytes.subarray(start, start + sliceLength));
    if (decoded.includes(none)) throw wrongCharset(encoding);
    return decoded;
  };
  return { encoding, decode };
}

const decoders = new Map<string, Decoder>();

/** Whether a charset, by its name or by the `encoding` of its decoder, has characters of several bytes besides ASCII ones. */
export function isMultiByte(charset: string): charset is (typeof multiByteCharsets)[number] {
  return multiByteCharsets.some((name) => name === charset);
}

/**
 * The decoder of a charset in lower case; undefined for another name, and for a charset that the platform does not have.
 * That of a multi-byte charset is a `TextDecoder` of the caller's own, because it has a state.
 */
export function legacyDecoder(charset: string): Decoder | undefined {
  const known = decoders.get(charset);
  if (known !== undefined) return known;
  const name = legacyCharsets.find((supported) => supported === charset);
  if (name === undefined) return undefined;
  try {
    if (isMultiByte(name)) return new TextDecoder(name, { fatal: true });
    const decoder = decoderOf(name);
    decoders.set(charset, decoder);
    return decoder;
  } catch {
    return undefined;
  }
}
