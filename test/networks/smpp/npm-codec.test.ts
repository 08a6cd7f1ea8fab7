import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import smpp from "smpp";
import { decodePdu, encodePdu } from "#server/networks/smpp/codec/codec.js";
import type { Pdu, Tlv } from "#server/networks/smpp/codec/pdu.js";
import { octetTlv, textTlv, TlvTag, uint16Tlv } from "#server/networks/smpp/codec/tlv.js";
import { npmFields } from "./npm-fields.js";
import { commands, pdusOf, submitSm } from "./pdus.js";

/** TLVs by the values of the other stack, which are not octets. */
const withoutTlvs = (pdu: Pdu): Pdu => ("tlvs" in pdu ? { ...pdu, tlvs: [] } : pdu);

describe("the npm package writes the same octets", () => {
  test.each(commands)("%s", (command) => {
    fc.assert(
      fc.property(pdusOf(command).map(withoutTlvs), (pdu) => {
        const theirs = new smpp.PDU(command, { sequence_number: pdu.sequence, ...npmFields(pdu) }).toBuffer();
        expect(theirs.toString("hex")).toBe(encodePdu(pdu).toString("hex"));
        expect(decodePdu(theirs)).toEqual(pdu);
      }),
      { numRuns: 50 },
    );
  });
});

const tlvs: readonly { readonly ours: Tlv; readonly name: string; readonly value: unknown }[] = [
  { ours: octetTlv(TlvTag.message_state, 2), name: "message_state", value: 2 },
  { ours: octetTlv(TlvTag.dest_addr_subunit, 1), name: "dest_addr_subunit", value: 1 },
  { ours: octetTlv(TlvTag.sar_total_segments, 3), name: "sar_total_segments", value: 3 },
  { ours: octetTlv(TlvTag.sar_segment_seqnum, 1), name: "sar_segment_seqnum", value: 1 },
  { ours: uint16Tlv(TlvTag.sar_msg_ref_num, 0x1234), name: "sar_msg_ref_num", value: 0x1234 },
  { ours: textTlv(TlvTag.receipted_message_id, "1f"), name: "receipted_message_id", value: "1f" },
  {
    ours: { tag: TlvTag.network_error_code, value: Buffer.of(3, 0, 8) },
    name: "network_error_code",
    value: Buffer.of(3, 0, 8),
  },
];

describe("an optional parameter is the same to the npm package", () => {
  test.each(tlvs)("$name", ({ ours, name, value }) => {
    const octets = encodePdu({ ...submitSm({ tlvs: [ours] }), status: 0, sequence: 1 });
    expect(smpp.PDU.fromBuffer(octets)[name]).toEqual(value);
    const theirs = new smpp.PDU("submit_sm", {
      ...npmFields({ ...submitSm(), status: 0, sequence: 1 }),
      [name]: value,
    });
    expect(decodePdu(theirs.toBuffer())).toMatchObject({
      tlvs: [{ ...ours, value: Buffer.from(ours.value) }],
    });
  });
});

test("the npm package reads a message", () => {
  const octets = encodePdu({
    ...submitSm({ esmClass: 3, validityPeriod: "261122192000000+" }),
    status: 0,
    sequence: 9,
  });
  expect(smpp.PDU.fromBuffer(octets)).toMatchObject({
    command: "submit_sm",
    sequence_number: 9,
    source_addr_ton: 5,
    source_addr_npi: 0,
    source_addr: "Shop",
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: "12025550123",
    esm_class: 3,
    registered_delivery: 1,
    validity_period: new Date("2026-11-22T19:20:00Z"),
    short_message: { message: "Your parcel is ready" },
  });
});
