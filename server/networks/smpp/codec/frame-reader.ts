import { headerLength } from "./codec.js";
import { maxPduLength } from "./pdu.js";
import { PduError } from "./pdu-error.js";

const lengthOctets = 4;

/** Splits a stream of octets into PDUs. */
export class FrameReader {
  /** The PDU that has begun: first its length field, then all of it. */
  #partial = Buffer.alloc(lengthOctets);
  #filled = 0;
  #longest: number;

  /** @param longest octets of the longest PDU that is read until `readAnyLength` */
  constructor(longest = maxPduLength) {
    this.#longest = longest;
  }

  /** True while a PDU is incomplete. */
  get started(): boolean {
    return this.#filled > 0;
  }

  readAnyLength(): void {
    this.#longest = maxPduLength;
  }

  /**
   * Yields every complete PDU; a view of the chunk if the chunk contains it whole.
   *
   * @throws {PduError} at a command_length below 16 or above the longest. The start of the next PDU is then unknown.
   */
  read(piece: Buffer, take: (pdu: Buffer) => void): void {
    let at = 0;
    while (at < piece.length) {
      if (this.#filled === 0 && piece.length - at >= lengthOctets) {
        const length = this.#lengthAt(piece, at);
        if (at + length <= piece.length) {
          take(piece.subarray(at, at + length));
          at += length;
          continue;
        }
      }
      at += this.#gather(piece, at, take);
    }
  }

  /** Adds octets to the PDU that has begun; returns how many. */
  #gather(piece: Buffer, at: number, take: (pdu: Buffer) => void): number {
    const copied = piece.copy(this.#partial, this.#filled, at);
    this.#filled += copied;
    if (this.#filled < this.#partial.length) return copied;
    if (this.#filled === lengthOctets) {
      const whole = Buffer.allocUnsafe(this.#lengthAt(this.#partial, 0));
      this.#partial.copy(whole);
      this.#partial = whole;
      return copied;
    }
    const whole = this.#partial;
    this.#partial = Buffer.alloc(lengthOctets);
    this.#filled = 0;
    take(whole);
    return copied;
  }

  #lengthAt(octets: Buffer, at: number): number {
    const length = octets.readUInt32BE(at);
    if (length < headerLength || length > this.#longest)
      throw new PduError("commandLength", "command_length");
    return length;
  }
}
