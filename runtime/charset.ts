/**
 * Charsets of one byte a character in which messages and forms may be written besides UTF-8 and UTF-16, by their names in
 * the IANA register. All hold ASCII unchanged. As on the web, ISO-8859-1 is read as windows-1252, which has characters
 * where ISO-8859-1 has control codes (WHATWG Encoding Standard, section 4.2).
 */
export const singleByteCharsets = [
  "iso-8859-1",
  "iso-8859-6",
  "iso-8859-15",
  "windows-1252",
  "windows-1256",
] as const;

/** One of `singleByteCharsets`. */
export type SingleByteCharset = (typeof singleByteCharsets)[number];

/** Turns bytes into text. */
export interface Decoder {
  /** Name of the charset, in lower case. */
  readonly encoding: string;
  /** @throws TypeError for bytes that the charset does not have. */
  decode(bytes: Uint8Array): string;
}

/** The characters of windows-1252 from 0x80 to 0x9f; those without one stay control codes. */
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Not every platform tells windows-1252 from ISO-8859-1: Node 20 does not. */
function decoderOf(encoding: SingleByteCharset): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true });
  if (decoder.encoding !== "windows-1252") return decoder;
  return {
    encoding: "windows-1252",
    decode: (bytes) =>
      decoder
        .decode(bytes)
        .replace(/[\u0080-\u009f]/g, (control) => windows1252[control.charCodeAt(0) - 0x80] ?? control),
  };
}

const decoders = new Map<string, Decoder>();

/** The decoder of a charset in lower case; undefined for another name. */
export function singleByteDecoder(charset: string): Decoder | undefined {
  const known = decoders.get(charset);
  if (known !== undefined) return known;
  const name = singleByteCharsets.find((supported) => supported === charset);
  if (name === undefined) return undefined;
  const decoder = decoderOf(name);
  decoders.set(charset, decoder);
  return decoder;
}
