import type { Address, Tlv } from "./pdu.js";
import { PduError } from "./pdu-error.js";

const noTlvs: readonly Tlv[] = [];

/** Reads the fields of one PDU in their order. Octets are views of the PDU, not copies. */
export class PduReader {
  readonly #pdu: Buffer;
  #at: number;

  constructor(pdu: Buffer, start: number) {
    this.#pdu = pdu;
    this.#at = start;
  }

  atEnd(): boolean {
    return this.#at === this.#pdu.length;
  }

  octet(field: string): number {
    const value = this.#pdu[this.#at];
    if (value === undefined) throw new PduError("truncated", field);
    this.#at++;
    return value;
  }

  uint32(field: string): number {
    if (this.#at + 4 > this.#pdu.length) throw new PduError("truncated", field);
    const value = this.#pdu.readUInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  /** A text that ends with a zero; `size` counts that too. */
  cString(size: number, field: string): string {
    const start = this.#at;
    const limit = Math.min(start + size, this.#pdu.length);
    let end = start;
    while (end < limit && this.#pdu[end] !== 0) end++;
    if (end === limit) throw new PduError(limit === this.#pdu.length ? "truncated" : "unterminated", field);
    this.#at = end + 1;
    return end === start ? "" : this.#pdu.toString("latin1", start, end);
  }

  /** As `cString`, for the responses of SMSCs that leave out the ending zero, or the text, at the end of a PDU. */
  lastCString(size: number, field: string): string {
    const rest = this.#pdu.length - this.#at;
    if (rest < size && this.#pdu.indexOf(0, this.#at) === -1) {
      const text = this.#pdu.toString("latin1", this.#at);
      this.#at = this.#pdu.length;
      return text;
    }
    return this.cString(size, field);
  }

  address(size: number, field: string): Address {
    return { ton: this.octet(field), npi: this.octet(field), address: this.cString(size, field) };
  }

  octets(length: number, field: string): Buffer {
    const end = this.#at + length;
    if (end > this.#pdu.length) throw new PduError("truncated", field);
    const value = this.#pdu.subarray(this.#at, end);
    this.#at = end;
    return value;
  }

  /** Optional parameters up to the end of the PDU. */
  tlvs(): readonly Tlv[] {
    if (this.atEnd()) return noTlvs;
    const tlvs = this.#someTlvs();
    if (!this.atEnd()) throw new PduError("optionalParameters", "TLV");
    return tlvs;
  }

  /** As `tlvs`, but ignores octets after the last whole parameter: a response counts even if its end is damaged. */
  wholeTlvs(): readonly Tlv[] {
    return this.atEnd() ? noTlvs : this.#someTlvs();
  }

  #someTlvs(): Tlv[] {
    const pdu = this.#pdu;
    const tlvs: Tlv[] = [];
    while (this.#at + 4 <= pdu.length) {
      const start = this.#at + 4;
      const end = start + pdu.readUInt16BE(this.#at + 2);
      if (end > pdu.length) break;
      tlvs.push({ tag: pdu.readUInt16BE(this.#at), value: pdu.subarray(start, end) });
      this.#at = end;
    }
    return tlvs;
  }
}
