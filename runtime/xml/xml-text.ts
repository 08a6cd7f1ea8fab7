import { legacyDecoder } from "../text/charset.js";
import { withLineFeeds } from "../text/replaced-units.js";
import type { Steps } from "./steps.js";
import { forbiddenAt } from "../text/characters.js";
import { decodeXmlPieces } from "./decode-pieces.js";
import { decodeXml } from "./decode.js";
import { flat } from "./flat-text.js";

/** Text of a document in which every character has been looked at. */
export interface XmlText {
  /** Line ends are line feeds (XML 1.0 section 2.11). */
  readonly text: string;
  /** Index of the first code unit that XML 1.0 does not allow; -1 when there is none. */
  readonly forbiddenAt: number;
}

/** Bytes that one step decodes: some 10 ms of work at most. A shorter document is left to the reader as it is. */
export const textStep = 1_048_576;

/**
 * The text of a document, as `decodeXml` reads it, in steps of `size` bytes. The last step only flattens the text: the
 * first search in it would do that otherwise, and take as long as the reader in addition.
 */
export function* xmlText(
  bytes: Uint8Array,
  charset: string | undefined,
  lenient = false,
  size = textStep,
): Steps<string | XmlText> {
  if (bytes.length <= size) return decodeXml(bytes, charset, lenient, legacyDecoder);
  const growing = new GrowingText();
  for (const piece of decodeXmlPieces(bytes, charset, lenient, size)) {
    growing.add(piece);
    yield;
  }
  const whole = growing.whole();
  yield;
  return whole;
}

/** Puts prepared pieces together. Decoded pieces contain no half of a surrogate pair. */
class GrowingText {
  #text = "";
  #forbiddenAt = -1;
  /** A carriage return at the end of the last piece: a line feed may follow it. */
  #carried = "";

  add(piece: string): void {
    const raw = this.#carried + piece;
    this.#carried = raw.endsWith("\r") ? "\r" : "";
    this.#append(withLineFeeds(raw.slice(0, raw.length - this.#carried.length)));
  }

  whole(): XmlText {
    this.#append(withLineFeeds(this.#carried));
    return { text: flat(this.#text), forbiddenAt: this.#forbiddenAt };
  }

  #append(piece: string): void {
    const found = this.#forbiddenAt === -1 ? forbiddenAt(piece) : -1;
    if (found !== -1) this.#forbiddenAt = this.#text.length + found;
    this.#text += piece;
  }
}
