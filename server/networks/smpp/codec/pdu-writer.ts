import { type Address, maxPduLength, type Tlv } from "./pdu.js";
import { PduError } from "./pdu-error.js";

const headerLength = 16;

/** Buffer space for the header and all fields of fixed or bounded length of any PDU; other fields reserve their own. */
const boundedLength = 1_024;

/** Octets of the first slab and of the largest one: a session that sends little takes little memory. */
const slabLengths = { first: 2_048, most: 65_536 };

/** Collects PDUs, so that they are sent in one write. */
export class PduWriter {
  #slab = Buffer.alloc(0);
  #slabLength = slabLengths.first;
  #at = 0;
  #start = 0;

  /** Octets that have been gathered. */
  get length(): number {
    return this.#at;
  }

  /** Returns the written octets, which no longer change, and starts again. */
  take(): Buffer {
    const taken = this.#slab.subarray(0, this.#at);
    this.#slab = this.#slab.subarray(this.#at);
    this.#at = 0;
    return taken;
  }

  /** Begins a PDU. Its fields follow, then `end`, or `cancel`. */
  begin(): void {
    this.#start = this.#at;
    this.room();
    this.#at += headerLength;
  }

  /** Completes the header. */
  end(id: number, status: number, sequence: number): void {
    const length = this.#at - this.#start;
    if (length > maxPduLength) throw new PduError("commandLength", "command_length");
    const header = this.#start;
    this.#slab.writeUInt32BE(length, header);
    this.#slab.writeUInt32BE(id, header + 4);
    this.#slab.writeUInt32BE(status, header + 8);
    this.#slab.writeUInt32BE(sequence, header + 12);
  }

  /** Discards the PDU that was started. */
  cancel(): void {
    this.#at = this.#start;
  }

  octet(value: number, field: string): void {
    if (!(value >= 0 && value <= 0xff && Number.isInteger(value))) throw new PduError("number", field);
    this.#slab[this.#at++] = value;
  }

  uint32(value: number, field: string): void {
    if (!(value >= 0 && value <= 0xffffffff && Number.isInteger(value))) throw new PduError("number", field);
    this.#at = this.#slab.writeUInt32BE(value, this.#at);
  }

  /** A text of Latin-1 and its ending zero, which counts in `size`. */
  cString(text: string, size: number, field: string): void {
    if (text.length >= size) throw new PduError("text", field);
    const slab = this.#slab;
    let at = this.#at;
    for (let index = 0; index < text.length; index++) {
      const codeUnit = text.charCodeAt(index);
      if (codeUnit === 0 || codeUnit > 0xff) throw new PduError("text", field);
      slab[at++] = codeUnit;
    }
    slab[at++] = 0;
    this.#at = at;
  }

  address({ ton, npi, address }: Address, size: number, field: string): void {
    this.octet(ton, field);
    this.octet(npi, field);
    this.cString(address, size, field);
  }

  octets(value: Uint8Array): void {
    this.#room(value.length + boundedLength);
    this.#slab.set(value, this.#at);
    this.#at += value.length;
  }

  tlvs(tlvs: readonly Tlv[]): void {
    for (const { tag, value } of tlvs) {
      if (value.length > 0xffff) throw new PduError("number", "TLV");
      if (!(tag >= 0 && tag <= 0xffff && Number.isInteger(tag))) throw new PduError("number", "TLV");
      this.#room(4);
      this.#at = this.#slab.writeUInt16BE(tag, this.#at);
      this.#at = this.#slab.writeUInt16BE(value.length, this.#at);
      this.octets(value);
    }
  }

  /** Reserves space for fields of bounded length, as `begin` does. */
  room(): void {
    this.#room(boundedLength);
  }

  #room(length: number): void {
    if (this.#at + length <= this.#slab.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#slabLength, 2 * (this.#at + length)));
    this.#slabLength = Math.min(2 * this.#slabLength, slabLengths.most);
    this.#slab.copy(larger, 0, 0, this.#at);
    this.#slab = larger;
  }
}
