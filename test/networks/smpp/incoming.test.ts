import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type Concatenation,
  type DeliverSm,
  type PartOptions,
  readIncoming,
  readReceipt,
} from "#server/networks/smpp/index.js";
import { octetTlv, TlvTag, uint16Tlv } from "#server/networks/smpp/codec/tlv.js";
import { incoming, pdusOf } from "./pdus.js";

function message(octets: string, changed: Partial<DeliverSm> = {}): DeliverSm {
  return { ...incoming, shortMessage: Buffer.from(octets.replaceAll(" ", ""), "hex"), ...changed };
}

describe("the text of a message", () => {
  const rows: readonly {
    readonly dataCoding: number;
    readonly octets: string;
    readonly latin?: PartOptions["latin"];
    readonly want: string | undefined;
  }[] = [
    { dataCoding: 0x00, octets: "48692000111b65", want: "Hi @_€" },
    { dataCoding: 0x00, octets: "1b41 1b1b 1b", want: "A" },
    { dataCoding: 0x00, octets: "4de9", want: "Mé" },
    { dataCoding: 0x00, octets: "e8329bfd06", latin: "packed", want: "hello" },
    { dataCoding: 0x00, octets: "4d e9 40", latin: "latin1", want: "Mé@" },
    { dataCoding: 0x01, octets: "405f", want: "@_" },
    { dataCoding: 0x03, octets: "e9", want: "é" },
    { dataCoding: 0x08, octets: "0633 0639 0631", want: "سعر" },
    { dataCoding: 0x08, octets: "0633 06", want: "س" },
    { dataCoding: 0x08, octets: "feff 0048 0069", want: "Hi" },
    { dataCoding: 0x08, octets: "fffe 4800 6900", want: "Hi" },
    { dataCoding: 0x08, octets: "fffe 4800 69", want: "H" },
    { dataCoding: 0x18, octets: "fffe 3304", want: "г" },
    { dataCoding: 0x08, octets: "fffe", want: "" },
    { dataCoding: 0x08, octets: "0048 feff", want: "H\ufeff" },
    { dataCoding: 0x00, octets: "4d c3a9", want: "Mé" },
    { dataCoding: 0x00, octets: "48 f09f918d", want: "H👍" },
    { dataCoding: 0x01, octets: "e28099 53544f50", want: "’STOP" },
    { dataCoding: 0x03, octets: "d0a1d0a2d09ed09f", want: "СТОП" },
    { dataCoding: 0x00, octets: "c3a9", latin: "latin1", want: "é" },
    { dataCoding: 0x00, octets: "c3 a9 e9", want: "Ã©é" },
    { dataCoding: 0x03, octets: "41 c3", want: "AÃ" },
    { dataCoding: 0x03, octets: "ed a0 bd", want: "í\u00a0½" },
    { dataCoding: 0x05, octets: "82a0", want: "あ" },
    { dataCoding: 0x06, octets: "bfe0d8d2d5e2", want: "Привет" },
    { dataCoding: 0x07, octets: "f9ece5ed", want: "שלום" },
    { dataCoding: 0x0a, octets: "1b24422422 1b2842", want: "あ" },
    { dataCoding: 0x0e, octets: "b0a1", want: "가" },
    { dataCoding: 0x10, octets: "61", want: "a" },
    { dataCoding: 0x18, octets: "0633", want: "س" },
    { dataCoding: 0x48, octets: "0633", want: "س" },
    { dataCoding: 0xc8, octets: "61", want: "a" },
    { dataCoding: 0xe0, octets: "0633", want: "س" },
    { dataCoding: 0xf0, octets: "61", want: "a" },
    { dataCoding: 0xf1, octets: "61", want: "a" },
    { dataCoding: 0x02, octets: "61", want: undefined },
    { dataCoding: 0x04, octets: "61", want: undefined },
    { dataCoding: 0x14, octets: "61", want: undefined },
    { dataCoding: 0x20, octets: "61", want: undefined },
    { dataCoding: 0xf5, octets: "61", want: undefined },
    { dataCoding: 0x90, octets: "61", want: undefined },
  ];
  test.each(rows)("data_coding $dataCoding, $octets: $want", ({ dataCoding, octets, latin, want }) => {
    expect(readIncoming(message(octets, { dataCoding }), latin).text).toBe(want);
  });
});

const sar = (reference: number, total: number, part: number): Partial<DeliverSm> => ({
  tlvs: [
    uint16Tlv(TlvTag.sar_msg_ref_num, reference),
    octetTlv(TlvTag.sar_total_segments, total),
    octetTlv(TlvTag.sar_segment_seqnum, part),
  ],
});

describe("the place of a part", () => {
  const rows: readonly {
    readonly title: string;
    readonly pdu: DeliverSm;
    readonly want: Concatenation | undefined;
  }[] = [
    {
      title: "in a header with 8 bits",
      pdu: message("050003ff0302 61", { esmClass: 0x40 }),
      want: { kind: "udh8", reference: 0xff, total: 3, part: 2 },
    },
    {
      title: "in a header with 16 bits, behind ports",
      pdu: message("0c05040b8423f0080412340302 61", { esmClass: 0x40 }),
      want: { kind: "udh16", reference: 0x1234, total: 3, part: 2 },
    },
    {
      title: "in TLVs",
      pdu: message("61", sar(0x1234, 2, 1)),
      want: { kind: "sar", reference: 0x1234, total: 2, part: 1 },
    },
    { title: "of one part is none", pdu: message("050003ff0101 61", { esmClass: 0x40 }), want: undefined },
    {
      title: "beyond the last is none",
      pdu: message("050003ff0203 61", { esmClass: 0x40 }),
      want: undefined,
    },
    { title: "0 is none", pdu: message("61", sar(1, 2, 0)), want: undefined },
    {
      title: "in octets that are no header is none",
      pdu: message("09000361", { esmClass: 0x40 }),
      want: undefined,
    },
  ];
  test.each(rows)("$title", ({ pdu, want }) => {
    expect(readIncoming(pdu).concatenation).toEqual(want);
  });

  test("leaves the text behind the header", () => {
    const read = readIncoming(message("050003ff0302 616263", { esmClass: 0x40 }));
    expect(read).toMatchObject({ from: "Shop", to: "12025550123", text: "abc" });
    expect(Buffer.from(read.header).toString("hex")).toBe("050003ff0302");
  });

  test("and packed septets begin at a boundary", () => {
    const pdu = message("050003ff0302 d065 36fb0d", { esmClass: 0x40 });
    expect(readIncoming(pdu, "packed").text).toBe("hello");
  });
});

test("a message in message_payload", () => {
  const tlvs = [{ tag: TlvTag.message_payload, value: Buffer.from("abc") }];
  expect(readIncoming(message("", { tlvs })).text).toBe("abc");
});

test("any deliver_sm and data_sm is read", () => {
  fc.assert(
    fc.property(fc.constantFrom("deliver_sm" as const, "data_sm" as const).chain(pdusOf), (pdu) => {
      if (pdu.command !== "deliver_sm" && pdu.command !== "data_sm") throw new Error(pdu.command);
      for (const latin of ["gsm", "packed", "latin1"] as const) readIncoming(pdu, latin);
      readReceipt(pdu);
    }),
    { numRuns: 1_000 },
  );
});
