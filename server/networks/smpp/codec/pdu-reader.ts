import type { Address, Damage, Tlv } from "./pdu.js";
import { PduError } from "./pdu-error.js";

const noTlvs: readonly Tlv[] = [];

/** How a PDU is read: as SMPP 3.4 defines it, or as far as it makes sense, because its sender does not send it again in another form. */
export type Reading = "strict" | "lenient";

/** Most octets of a text in a lenient reading, the ending zero included: some SMSCs send more than a field allows. */
const longText = 256;

const firstVisible = 0x20;

/** Octets of the tag and the length of an optional parameter. */
const tlvHead = 4;

/** Reads the fields of one PDU in their order. Octets are views of the PDU, not copies. */
export class PduReader {
  readonly reading: Reading;
  readonly #pdu: Buffer;
  #at: number;
  #damage: Damage | undefined;

  constructor(pdu: Buffer, start: number, reading: Reading) {
    this.#pdu = pdu;
    this.#at = start;
    this.reading = reading;
  }

  /** What was passed over; undefined for nothing. */
  get damage(): Damage | undefined {
    return this.#damage;
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

  /**
   * A text that ends with a zero; `size` counts that too. In a lenient reading it may be longer; control characters then show that its end is
   * missing.
   */
  cString(size: number, field: string): string {
    const start = this.#at;
    const limit = Math.min(start + this.#mostOf(size), this.#pdu.length);
    let end = start;
    while (end < limit && this.#pdu[end] !== 0) end++;
    const isLong = end - start >= size;
    if (end === limit || (isLong && this.#pdu.subarray(start, end).some((octet) => octet < firstVisible)))
      throw new PduError(this.#pdu.length - start > size ? "unterminated" : "truncated", field);
    this.#at = end + 1;
    return end === start ? "" : this.#pdu.toString("latin1", start, end);
  }

  /** As `cString`, for the responses of SMSCs that leave out the ending zero, or the text, at the end of a PDU. */
  lastCString(size: number, field: string): string {
    const rest = this.#pdu.length - this.#at;
    if (rest < this.#mostOf(size) && this.#pdu.indexOf(0, this.#at) === -1) {
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

  /**
   * Optional parameters up to the end of the PDU. A lenient reading passes over a zero before them, which ends the text of some SMSCs,
   * and over what follows the last whole one.
   */
  tlvs(): readonly Tlv[] {
    if (this.atEnd()) return noTlvs;
    const start = this.#at;
    const tlvs = this.#someTlvs();
    if (this.atEnd()) return tlvs;
    if (this.reading === "strict") throw new PduError("optionalParameters", "TLV");
    this.#damage = { cut: this.#cutTlv() };
    return this.#behindZero(start) ?? tlvs;
  }

  /** The parameters behind a zero, if they then end with the PDU. */
  #behindZero(start: number): readonly Tlv[] | undefined {
    if (this.#pdu[start] !== 0) return undefined;
    this.#at = start + 1;
    const tlvs = this.#someTlvs();
    if (!this.atEnd()) return undefined;
    this.#damage = { cut: undefined };
    return tlvs;
  }

  /** What is there of the parameter that begins here. */
  #cutTlv(): Tlv | undefined {
    const start = this.#at + tlvHead;
    if (start > this.#pdu.length) return undefined;
    return { tag: this.#pdu.readUInt16BE(this.#at), value: this.#pdu.subarray(start) };
  }

  /** As `tlvs`, but ignores octets after the last whole parameter: a response counts even if its end is damaged. */
  wholeTlvs(): readonly Tlv[] {
    return this.atEnd() ? noTlvs : this.#someTlvs();
  }

  #mostOf(size: number): number {
    return this.reading === "strict" ? size : Math.max(size, longText);
  }

  #someTlvs(): Tlv[] {
    const pdu = this.#pdu;
    const tlvs: Tlv[] = [];
    while (this.#at + tlvHead <= pdu.length) {
      const start = this.#at + tlvHead;
      const end = start + pdu.readUInt16BE(this.#at + 2);
      if (end > pdu.length) break;
      tlvs.push({ tag: pdu.readUInt16BE(this.#at), value: pdu.subarray(start, end) });
      this.#at = end;
    }
    return tlvs;
  }
}
