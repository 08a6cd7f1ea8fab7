/** Decoders of the platform: for clients, which read few texts that are not UTF-8. */

/** Turns bytes into text. */
export interface Decoder {
  /** Name of the charset, in lower case. */
  readonly encoding: string;
  /** @throws TypeError for bytes that the charset does not have. */
  decode(bytes: Uint8Array): string;
}

/** Finds the decoder of a charset in lower case; undefined for one that is not supported here. */
export type FindDecoder = (charset: string) => Decoder | undefined;

/** The characters of windows-1252 from 0x80 to 0x9f; those without one stay control codes. */
export const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * The decoder of a charset that the platform has: for clients, of which few read such texts. `legacyDecoder` is faster for many short
 * ones, and refuses charsets that are not among `legacyCharsets`.
 */
export function platformDecoder(charset: string): Decoder | undefined {
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    const { encoding } = decoder;
    if (encoding !== "windows-1252") return decoder;
    // Not every platform distinguishes windows-1252 from ISO-8859-1: Node 20 does not.
    return {
      encoding,
      decode: (bytes) =>
        decoder.decode(bytes).replace(/[\x80-\x9f]/g, (code) => windows1252.charAt(code.charCodeAt(0) - 128)),
    };
  } catch {
    return undefined;
  }
}
