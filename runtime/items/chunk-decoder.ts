import { platformDecoder, type Decoder } from "../text/native-decoder.js";
import { decoderOf, longestDeclaration } from "../xml/decode.js";
import { XmlError } from "../xml/errors.js";

const greaterThan = 62;

/** Decodes a document that arrives in chunks, as `decodeXml` decodes it as a whole. */
export class ChunkDecoder {
  readonly #charsetOf: (first: Uint8Array) => string | undefined;
  #decode: ((chunk: Uint8Array | undefined) => string) | undefined;
  /** The beginning, until its encoding is known: fewer bytes than the longest declaration, without the end of a tag. */
  #first = new Uint8Array();

  /** @param charsetOf the charset of a document by its beginning; default: `charset` */
  constructor(
    charset: string | undefined,
    charsetOf: (first: Uint8Array) => string | undefined = () => charset,
  ) {
    this.#charsetOf = charsetOf;
  }

  /**
   * Text of the next chunk; of the end without one.
   * @throws XmlError `UnsupportedEncoding`, `Encoding`
   */
  decode(chunk: Uint8Array | undefined): string {
    if (this.#decode !== undefined) return this.#decode(chunk);
    const first = chunk === undefined ? this.#first : joined(this.#first, chunk);
    if (chunk !== undefined && first.length < longestDeclaration && !chunk.includes(greaterThan)) {
      this.#first = first;
      return "";
    }
    this.#first = new Uint8Array();
    this.#decode = decoding(decoderOf(first, this.#charsetOf(first), false, platformDecoder));
    return this.#decode(first) + (chunk === undefined ? this.#decode(undefined) : "");
  }
}

export function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
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
