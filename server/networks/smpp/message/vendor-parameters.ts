import type { Tlv } from "../codec/pdu.js";

/** Tags that vendors define (SMPP 3.4, section 5.3.2: reserved for SMSC vendor specific optional parameters). */
const [first, last] = [0x1400, 0x3fff];

/** The parameters of vendors among those of a PDU, as they are in it; empty without any. */
export function vendorParameters(tlvs: readonly Tlv[]): Uint8Array {
  const pieces = tlvs
    .filter(({ tag }) => tag >= first && tag <= last)
    .flatMap(({ tag, value }) => {
      const head = Buffer.alloc(4);
      head.writeUInt16BE(tag, 0);
      head.writeUInt16BE(value.length, 2);
      return [head, value];
    });
  return Buffer.concat(pieces);
}

/** Parameters that `vendorParameters` has written. */
export function readParameters(octets: Uint8Array): readonly Tlv[] {
  const buffer = Buffer.from(octets);
  const tlvs: Tlv[] = [];
  for (let at = 0; at < buffer.length;) {
    const end = at + 4 + buffer.readUInt16BE(at + 2);
    tlvs.push({ tag: buffer.readUInt16BE(at), value: buffer.subarray(at + 4, end) });
    at = end;
  }
  return tlvs;
}
