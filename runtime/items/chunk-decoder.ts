import type { Decoder } from "../charset.js";
import { decoderOf } from "../xml/decode.js";
import { XmlError } from "../xml/errors.js";

const greaterThan = 62;

/** Decodes a document that arrives in chunks, as `decodeXml` decodes it as a whole. */
export class ChunkDecoder {
  readonly #charset: string | undefined;
  #decode: ((chunk: Uint8Array | undefined) => string) | undefined;
  /** Bytes before the end of the first tag or declaration, which names the encoding. */
  #first: number[] = [];

  constructor(charset: string | undefined) {
    this.#charset = charset;
  }

  /**
   * Text of the next chunk; of the end without one.
   * @throws XmlError `UnsupportedEncoding`, `Encoding`
   */
  decode(chunk: Uint8Array | undefined): string {
    if (this.#decode !== undefined) return this.#decode(chunk);
    if (chunk !== undefined) for (const byte of chunk) this.#first.push(byte);
    if (chunk !== undefined && !chunk.includes(greaterThan)) return "";
    const first = Uint8Array.from(this.#first);
    this.#decode = decoding(decoderOf(first, this.#charset, false));
    return this.#decode(first) + (chunk === undefined ? this.#decode(undefined) : "");
  }
}

function decoding(decoder: Decoder): (chunk: Uint8Array | undefined) => string {
  const streaming =
    decoder instanceof TextDecoder ? new TextDecoder(decoder.encoding, { fatal: true }) : undefined;
  return (chunk) => {
    try {
      if (streaming === undefined) return chunk === undefined ? "" : decoder.decode(chunk);
      return streaming.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new XmlError("Encoding");
    }
  };
}
