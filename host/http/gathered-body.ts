import type { Steps } from "messenger-gen-runtime/host";

/** Size of the pieces of memory that hold longer bodies. */
export const chunkSize = 65_536;

/** Bodies up to this size have a piece of memory of their own. */
export const smallBody = 32_768;
const firstCapacity = 4_096;

/** Chunks that one step copies, 1 MiB: where the system adds memory to a process, that takes about 1 ms. */
const copiedAtOnce = 16;

/** Free chunks that are kept for the next bodies: 2 MiB. */
const mostFree = 32;

const freeChunks: Buffer[] = [];

/**
 * The bytes of a body while it arrives, however small the pieces are that it arrives in. Longer bodies are in chunks of one size,
 * which are used again.
 */
export class Gathered {
  #small: Buffer = noBytes;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  /** Bytes of new chunks that are needed to add that many bytes. */
  needs(length: number): number {
    const size = this.#size + length;
    const isSmall = this.#chunks.length === 0 && (this.#size === 0 || size <= smallBody);
    return isSmall ? 0 : Math.max(0, Math.ceil(size / chunkSize) - this.#chunks.length) * chunkSize;
  }

  /** The first piece is not copied while none follows it. */
  add(piece: Buffer): void {
    if (this.#size === 0) this.#small = piece;
    else if (this.#chunks.length === 0 && this.needs(piece.length) === 0) this.#addSmall(piece);
    else this.#addToChunks(piece);
    this.#size += piece.length;
  }

  /** All bytes in one piece, copied in steps of 1 MiB. The chunks are free again. */
  *bytes(): Steps<Buffer> {
    if (this.#chunks.length === 0) return this.#small.subarray(0, this.#size);
    const bytes = Buffer.allocUnsafeSlow(this.#size);
    for (const [index, chunk] of this.#chunks.entries()) {
      if (index > 0 && index % copiedAtOnce === 0) yield;
      chunk.copy(bytes, index * chunkSize);
    }
    this.free();
    return bytes;
  }

  /** Releases the memory; no bytes can be added after this. */
  free(): void {
    this.#small = noBytes;
    for (const chunk of this.#chunks.splice(0)) if (freeChunks.length < mostFree) freeChunks.push(chunk);
  }

  #addSmall(piece: Buffer): void {
    const size = this.#size + piece.length;
    if (size > this.#small.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(firstCapacity, Math.min(smallBody, 2 * size)));
      this.#small.copy(larger, 0, 0, this.#size);
      this.#small = larger;
    }
    piece.copy(this.#small, this.#size);
  }

  #addToChunks(piece: Buffer): void {
    if (this.#chunks.length === 0) {
      this.#put(this.#small.subarray(0, this.#size), 0);
      this.#small = noBytes;
    }
    this.#put(piece, this.#size);
  }

  #put(bytes: Buffer, at: number): void {
    for (let from = 0; from < bytes.length;) {
      const index = Math.floor((at + from) / chunkSize);
      const chunk = (this.#chunks[index] ??= freeChunks.pop() ?? Buffer.allocUnsafeSlow(chunkSize));
      from += bytes.copy(chunk, (at + from) % chunkSize, from);
    }
  }
}

const noBytes = Buffer.alloc(0);
