import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decodePdu, encodePdu } from "#server/networks/smpp/codec/codec.js";
import type { Pdu, Tlv } from "#server/networks/smpp/codec/pdu.js";
import { PduError } from "#server/networks/smpp/codec/pdu-error.js";
import { octetTlv, textTlv, TlvTag } from "#server/networks/smpp/codec/tlv.js";
import {
  type Delivery,
  type DeliverSm,
  ignoredIn,
  readIncoming,
  readReceipt,
} from "#server/networks/smpp/index.js";
import { incoming, pdus } from "./pdus.js";

const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(" ", ""), "hex");

/** A deliver_sm with octets behind it. */
function withTail(tail: Uint8Array, changed: Partial<DeliverSm> = {}): Buffer {
  const whole = encodePdu({ ...incoming, ...changed, status: 0, sequence: 7 });
  const octets = Buffer.concat([whole, tail]);
  octets.writeUInt32BE(octets.length, 0);
  return octets;
}

const lenient = (octets: Buffer): Pdu<Delivery> => decodePdu(octets, "lenient") as Pdu<Delivery>;

const state = octetTlv(TlvTag.message_state, 2);
const id = textTlv(TlvTag.receipted_message_id, "1a");
const raw = ({ tag, value }: Tlv): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
};

const damages: readonly {
  readonly title: string;
  readonly tail: Buffer;
  readonly tlvs?: readonly Tlv[];
  readonly want: readonly number[];
  readonly ignored: readonly string[];
}[] = [
  { title: "nothing", tail: hex(""), want: [], ignored: [] },
  { title: "a zero", tail: hex("00"), want: [], ignored: ["stray octets"] },
  { title: "two zeros", tail: hex("0000"), want: [], ignored: ["stray octets"] },
  { title: "three octets of a parameter", tail: hex("140000"), want: [], ignored: ["stray octets"] },
  { title: "line ends", tail: hex("0d0a"), want: [], ignored: ["stray octets"] },
  {
    title: "a parameter without its value",
    tail: hex("0427 0001"),
    want: [],
    ignored: ["cut parameter 0x0427"],
  },
  {
    title: "a parameter with a part of its value",
    tail: hex("001e 0009 3161"),
    want: [],
    ignored: ["cut parameter 0x001e"],
  },
  {
    title: "a whole parameter and a zero",
    tail: hex("00"),
    tlvs: [state],
    want: [TlvTag.message_state],
    ignored: ["stray octets"],
  },
  {
    title: "a whole parameter and one that is cut",
    tail: hex("0423 0003 0300"),
    tlvs: [state],
    want: [TlvTag.message_state],
    ignored: ["cut parameter 0x0423"],
  },
  {
    title: "a zero, then whole parameters",
    tail: Buffer.concat([hex("00"), raw(id), raw(state)]),
    want: [TlvTag.receipted_message_id, TlvTag.message_state],
    ignored: ["stray octets"],
  },
  {
    title: "parameters of a vendor and reserved ones",
    tail: hex("1454 0001 00 0999 0000"),
    want: [0x1454, 0x0999],
    ignored: ["unknown parameter 0x1454", "unknown parameter 0x0999"],
  },
  {
    title: "a length that covers a whole parameter behind it",
    tail: Buffer.concat([hex("1403 ffff"), raw(state)]),
    want: [],
    ignored: ["cut parameter 0x1403"],
  },
];

describe("a deliver_sm that an SMSC has damaged", () => {
  test.each(damages)("$title behind its fields", ({ tail, tlvs = [], want, ignored }) => {
    const pdu = lenient(withTail(tail, { tlvs }));
    expect(pdu.tlvs.map(({ tag }) => tag)).toEqual(want);
    expect(ignoredIn(pdu)).toEqual(ignored);
    expect(readIncoming(pdu)).toMatchObject({ text: "Your parcel is ready", isCut: false });
  });

  test.each(damages.filter(({ ignored }) => ignored.some((name) => /stray|cut/u.test(name))))(
    "from a client is refused: $title",
    ({ tail, tlvs = [] }) => {
      expect(() => decodePdu(withTail(tail, { tlvs }))).toThrow(expect.objectContaining({ status: 0xc0 }));
    },
  );

  test("has a short_message of 255 octets", () => {
    const whole = withTail(Buffer.alloc(0), { shortMessage: Buffer.alloc(254, "a") });
    const octets = Buffer.concat([whole, Buffer.from("b")]);
    octets.writeUInt32BE(octets.length, 0);
    octets[octets.length - 256] = 255;
    const pdu = lenient(octets);
    expect(readIncoming(pdu).text).toBe(`${"a".repeat(254)}b`);
    expect(ignoredIn(pdu)).toEqual(["short_message of 255 octets"]);
    expect(() => decodePdu(octets)).toThrow(expect.objectContaining({ status: 0x01 }));
  });

  test.each([
    {
      title: "an address",
      before: "1".repeat(20),
      after: "1".repeat(25),
      read: (pdu: Pdu<Delivery>) => pdu.source.address,
    },
    {
      title: "a long name",
      before: "Shop".repeat(5),
      after: "Shop".repeat(12),
      read: (pdu: Pdu<Delivery>) => pdu.source.address,
    },
  ])("$title longer than its field", ({ before, after, read }) => {
    const whole = withTail(hex(""), { source: { ton: 1, npi: 1, address: before } });
    const [start, end] = [whole.subarray(0, 19), whole.subarray(19 + before.length)];
    const octets = Buffer.concat([start, Buffer.from(after), end]);
    octets.writeUInt32BE(octets.length, 0);
    const pdu = lenient(octets);
    expect(read(pdu)).toBe(after);
    expect(readIncoming(pdu)).toMatchObject({ from: after, text: "Your parcel is ready" });
    expect(() => decodePdu(octets)).toThrow(expect.objectContaining({ status: 0x0a }));
  });

  test("a response has an id longer than its field", () => {
    const messageId = "4f".repeat(60);
    const whole = encodePdu({ command: "submit_sm_resp", messageId: "", tlvs: [], status: 0, sequence: 7 });
    const octets = Buffer.concat([whole.subarray(0, 16), Buffer.from(messageId), hex("00")]);
    octets.writeUInt32BE(octets.length, 0);
    expect(decodePdu(octets, "lenient")).toMatchObject({ messageId });
    expect(() => decodePdu(octets)).toThrow(PduError);
  });

  test.each([
    { title: "GSM", dataCoding: 0, value: Buffer.from("Your par"), want: "Your par" },
    { title: "UCS-2, in the middle of a unit", dataCoding: 8, value: hex("0417 0434 04"), want: "Зд" },
    { title: "nothing of it", dataCoding: 0, value: Buffer.alloc(0), want: "" },
  ])("a message_payload that is cut, $title", ({ dataCoding, value, want }) => {
    const tail = Buffer.concat([hex("0424 0100"), value]);
    const pdu = lenient(withTail(tail, { shortMessage: Buffer.alloc(0), dataCoding }));
    expect(readIncoming(pdu)).toMatchObject({ text: want, isCut: true });
  });

  test.each([
    { text: "id:1a sub:001 dlvrd:001 stat:DELIVRD err:0", want: { messageId: "1a", stateText: "DELIVRD" } },
    { text: "id:1a sub:001 dlvrd:001 stat:UNDEL", want: { messageId: "1a", stateText: undefined } },
    { text: "stat:DELIVRD id:1", want: { messageId: undefined, stateText: "DELIVRD" } },
  ])(
    "the last word of a receipt in a message_payload that is cut does not count: $text",
    ({ text, want }) => {
      const tail = Buffer.concat([hex("0424 0100"), Buffer.from(text)]);
      const pdu = lenient(withTail(tail, { shortMessage: Buffer.alloc(0), esmClass: 0x04 }));
      expect(readReceipt(pdu)).toMatchObject(want);
    },
  );

  test.each([
    { title: "a length of text beyond the end", octets: withTail(hex("")).subarray(0, -3), status: 0x02 },
    {
      title: "an address without end",
      octets: withTail(hex(""), { source: { ton: 1, npi: 1, address: "1".repeat(20) } }),
      at: 16 + 1 + 2 + 20,
      status: 0x0a,
    },
  ])("still refused: $title", ({ octets, at, status }) => {
    const damaged = Buffer.from(octets);
    damaged.writeUInt32BE(damaged.length, 0);
    if (at !== undefined) damaged[at] = 0x31;
    expect(() => lenient(damaged)).toThrow(expect.objectContaining({ status }));
  });

  test("what is whole is read alike, and any octets are read or refused", () => {
    fc.assert(
      fc.property(pdus, fc.uint8Array({ maxLength: 12 }), (pdu, tail) => {
        const whole = encodePdu(pdu);
        expect(decodePdu(whole, "lenient")).toEqual(decodePdu(whole));
        const octets = Buffer.concat([whole, tail]);
        octets.writeUInt32BE(octets.length, 0);
        try {
          decodePdu(octets, "lenient");
        } catch (error) {
          expect(error).toBeInstanceOf(PduError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
