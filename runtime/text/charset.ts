/** Decoders by table, for servers. */
import { legacyCharsets, multiByteCharsets, type singleByteCharsets } from "./known-charsets.js";
import { type Decoder, windows1252 } from "./native-decoder.js";
import { textOf } from "./replaced-units.js";

/** One of `singleByteCharsets`. */
type SingleByteCharset = (typeof singleByteCharsets)[number];

/** Stands for a byte that a charset does not define. */
const none = "\uffff";

/** Not every platform distinguishes windows-1252 from ISO-8859-1. */
function characterOf(byte: number, decoder: Decoder): string {
  if (decoder.encoding === "windows-1252" && byte >= 0x80 && byte < 0xa0)
    return windows1252[byte - 0x80] ?? none;
  try {
    return decoder.decode(Uint8Array.of(byte));
  } catch {
    return none;
  }
}

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
    if (decoded.includes(none)) throw new TypeError(`The text is not ${encoding}.`);
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
