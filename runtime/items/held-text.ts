import { copied } from "../xml/flat-text.js";

interface Piece {
  /** Offset of its text. */
  readonly start: number;
  readonly text: string;
}

/** Code units up to which pieces are joined: a piece of one character needs much more memory than the character. */
const shortPiece = 256;

/** The end of a document that arrives in pieces: text that is still needed. Offsets count from the beginning of the document. */
export class HeldText {
  /** In the order of the document. */
  readonly #pieces: Piece[] = [];
  #end = 0;

  /** Code units that are held. */
  get length(): number {
    return this.#end - (this.#pieces[0]?.start ?? this.#end);
  }

  /** Offset of the end. */
  get end(): number {
    return this.#end;
  }

  append(text: string): void {
    const { length } = text;
    const last = this.#pieces.at(-1);
    if (last !== undefined && this.#end - last.start + length <= shortPiece)
      this.#pieces[this.#pieces.length - 1] = { start: last.start, text: copied(last.text + text) };
    else this.#pieces.push({ start: this.#end, text });
    this.#end += length;
  }

  slice(from: number, to: number): string {
    let slice = "";
    for (let at = this.#indexOf(from); ; at++) {
      const piece = this.#pieces[at];
      if (piece === undefined || piece.start >= to) return slice;
      slice += piece.text.slice(Math.max(0, from - piece.start), to - piece.start);
    }
  }

  /** Forgets the text before the offset. */
  forget(offset: number): void {
    this.#pieces.splice(0, this.#indexOf(offset));
    const [first] = this.#pieces;
    if (first !== undefined && first.start < offset)
      this.#pieces[0] = { start: offset, text: first.text.slice(offset - first.start) };
  }

  /** Index of the last piece that begins at the offset or before it. */
  #indexOf(offset: number): number {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#pieces[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
