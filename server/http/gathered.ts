const firstCapacity = 4_096;

/** The bytes of a body while they come: one growing piece of memory, however small the pieces are that they come in. */
export class Gathered {
  #bytes: Buffer;
  #size: number;

  /** @param first is not copied while nothing follows it */
  constructor(first: Buffer) {
    this.#bytes = first;
    this.#size = first.length;
  }

  add(piece: Buffer): void {
    const size = this.#size + piece.length;
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(firstCapacity, 2 * size));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    piece.copy(this.#bytes, this.#size);
    this.#size = size;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
}
