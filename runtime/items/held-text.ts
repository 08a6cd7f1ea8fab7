/** The end of a document that arrives in pieces: text that is still needed. Offsets count from the beginning of the document. */
export class HeldText {
  #pieces: string[] = [];
  /** Offsets of the first piece and of the end. */
  #start = 0;
  #end = 0;

  /** Code units that are held. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Offset of the end. */
  get end(): number {
    return this.#end;
  }

  append(piece: string): void {
    this.#pieces.push(piece);
    this.#end += piece.length;
  }

  slice(from: number, to: number): string {
    let text = "";
    let start = this.#start;
    for (const piece of this.#pieces) {
      if (start >= to) break;
      if (start + piece.length > from) text += piece.slice(Math.max(0, from - start), to - start);
      start += piece.length;
    }
    return text;
  }

  /** Forgets the pieces that end before the offset. */
  forget(offset: number): void {
    let count = 0;
    for (const { length } of this.#pieces) {
      if (this.#start + length > offset) break;
      this.#start += length;
      count++;
    }
    if (count > 0) this.#pieces = this.#pieces.slice(count);
  }
}
