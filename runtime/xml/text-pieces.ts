import { type Rows, writeEach } from "./rows.js";
import type { XmlWriter } from "./writer.js";

/**
 * A text, or its pieces, which are requested while the response is sent: result type of a server (`textPieces` of the generator). A piece
 * may end anywhere, also inside a surrogate pair. As streamed items, pieces are iterated once.
 */
export type TextInPieces = string | AsyncIterable<string>;

/** True for the first half of a surrogate pair. */
function isHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/**
 * Calls `write` with each piece of a text. Both halves of a surrogate pair are in one piece.
 * @throws TypeError for a piece that is not a text, such as a Buffer, which may end inside a character
 * @param each calls a function for each item, at once or when a stream has got to it
 */
export function eachPiece(
  pieces: AsyncIterable<string>,
  each: (rows: Rows<string>, write: (piece: string) => void) => void,
  write: (text: string) => void,
): void {
  let half = "";
  each(pieces, (piece) => {
    if (typeof piece !== "string") throw new TypeError("Not a text");
    const text = half + piece;
    const end = isHalf(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
    half = text.slice(end);
    write(end === text.length ? text : text.slice(0, end));
  });
  // Behind the pieces, which may not be there yet.
  each({ [Symbol.iterator]: () => (half === "" ? [] : [half])[Symbol.iterator]() }, write);
}

/** Writes a text, or its pieces, into the element that is open. @throws RangeError for pieces in a request */
export function writePieces(writer: XmlWriter, text: TextInPieces): void {
  if (typeof text === "string") {
    writer.characters(text);
    return;
  }
  eachPiece(
    text,
    (rows, write) => {
      writeEach(writer, rows, write);
    },
    (piece) => {
      writer.characters(piece);
    },
  );
}
