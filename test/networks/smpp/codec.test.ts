import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decodePdu, encodePdu } from "#server/networks/smpp/codec/codec.js";
import { PduError, type PduProblemName } from "#server/networks/smpp/codec/pdu-error.js";
import type { Pdu } from "#server/networks/smpp/codec/pdu.js";
import { textTlv, TlvTag } from "#server/networks/smpp/codec/tlv.js";
import { commands, pdus, pdusOf, submitSm } from "./pdus.js";

/** Octets from hexadecimal digits; words between them are comments. */
const hex = (text: string): Buffer => Buffer.from(text.replace(/\([^)]*\)|\s/g, ""), "hex");

const plainSubmit = hex(`
  00000044 (length 68) 00000004 (submit_sm) 00000000 0000002a (sequence 42)
  00 (service type) 05 00 53686f7000 (Shop) 01 01 3132303235353530313233 00 (12025550123)
  00 (esm_class) 00 (protocol_id) 00 (priority) 00 (schedule) 00 (validity) 01 (registered delivery)
  00 (replace) 00 (data_coding) 00 (default message) 14 (20 octets) 596f7572207061726365 6c206973207265616479`);

const examples: readonly { readonly title: string; readonly pdu: Pdu; readonly octets: Buffer }[] = [
  { title: "submit_sm", pdu: { ...submitSm(), status: 0, sequence: 42 }, octets: plainSubmit },
  {
    title: "submit_sm_resp",
    pdu: { command: "submit_sm_resp", messageId: "1f", tlvs: [], status: 0, sequence: 42 },
    octets: hex("00000013 80000004 00000000 0000002a 316600"),
  },
  {
    title: "a refused submit_sm, without a body",
    pdu: { command: "submit_sm_resp", messageId: "", tlvs: [], status: 0x58, sequence: 42 },
    octets: hex("00000010 80000004 00000058 0000002a"),
  },
  {
    title: "deliver_sm_resp, whose empty id is one zero",
    pdu: { command: "deliver_sm_resp", messageId: "", tlvs: [], status: 0, sequence: 7 },
    octets: hex("00000011 80000005 00000000 00000007 00"),
  },
  {
    title: "bind_transceiver",
    pdu: {
      command: "bind_transceiver",
      systemId: "shop",
      password: "secret",
      systemType: "",
      interfaceVersion: 0x34,
      addressTon: 0,
      addressNpi: 0,
      addressRange: "",
      status: 0,
      sequence: 1,
    },
    octets: hex("00000021 00000009 00000000 00000001 73686f7000 73656372657400 00 34 00 00 00"),
  },
  {
    title: "bind_receiver_resp with a TLV",
    pdu: {
      command: "bind_receiver_resp",
      systemId: "smsc",
      tlvs: [{ tag: TlvTag.SC_interface_version, value: Buffer.of(0x34) }],
      status: 0,
      sequence: 1,
    },
    octets: hex("0000001a 80000001 00000000 00000001 736d736300 0210 0001 34"),
  },
  {
    title: "submit_multi to a number and a list",
    pdu: {
      command: "submit_multi",
      serviceType: "",
      source: { ton: 0, npi: 0, address: "" },
      destinations: [{ ton: 1, npi: 1, address: "12025550123" }, { list: "staff" }],
      esmClass: 0,
      protocolId: 0,
      priority: 0,
      scheduleDeliveryTime: "",
      validityPeriod: "",
      registeredDelivery: 0,
      replaceIfPresent: 0,
      dataCoding: 8,
      defaultMessageId: 0,
      shortMessage: hex("0627"),
      tlvs: [],
      status: 0,
      sequence: 3,
    },
    octets: hex(`00000037 00000021 00000000 00000003 00 000000 02 01 0101 313230323535353031323300
      02 737461666600 00 00 00 00 00 00 00 08 00 02 0627`),
  },
  {
    title: "query_sm_resp",
    pdu: {
      command: "query_sm_resp",
      messageId: "1",
      finalDate: "",
      messageState: 2,
      errorCode: 0,
      status: 0,
      sequence: 3,
    },
    octets: hex("00000015 80000003 00000000 00000003 3100 00 02 00"),
  },
  {
    title: "data_sm with a message_payload",
    pdu: {
      command: "data_sm",
      serviceType: "",
      source: { ton: 1, npi: 1, address: "1" },
      destination: { ton: 1, npi: 1, address: "2" },
      esmClass: 4,
      registeredDelivery: 0,
      dataCoding: 0,
      tlvs: [{ tag: TlvTag.message_payload, value: Buffer.from("hi") }],
      status: 0,
      sequence: 3,
    },
    octets: hex("00000022 00000103 00000000 00000003 00 01013100 01013200 04 00 00 0424 0002 6869"),
  },
  {
    title: "generic_nack",
    pdu: { command: "generic_nack", status: 3, sequence: 9 },
    octets: hex("00000010 80000000 00000003 00000009"),
  },
];

describe("a PDU as octets", () => {
  test.each(examples)("$title is written", ({ pdu, octets }) => {
    expect(encodePdu(pdu).toString("hex")).toBe(octets.toString("hex"));
  });

  test.each(examples)("$title is read", ({ pdu, octets }) => {
    expect(decodePdu(octets)).toEqual(pdu);
  });

  test.each(commands)("%s comes back as it went", (command) => {
    fc.assert(
      fc.property(pdusOf(command), (pdu) => {
        expect(decodePdu(encodePdu(pdu))).toEqual(pdu);
      }),
      { numRuns: 50 },
    );
  });

  test("a message with two payloads passes as long as its PDU has at most 128 KiB", () => {
    const payload = (length: number): Pdu => ({
      ...submitSm({
        shortMessage: Buffer.alloc(0),
        tlvs: [
          { tag: TlvTag.message_payload, value: Buffer.alloc(65_535, 0x41) },
          { tag: 0x1401, value: Buffer.alloc(length, 0x41) },
        ],
      }),
      status: 0,
      sequence: 1,
    });
    const room = 131_072 - encodePdu(payload(0)).length;
    expect(decodePdu(encodePdu(payload(room)))).toEqual(payload(room));
    expect(problem(() => encodePdu(payload(room + 1)))).toBe("commandLength");
  });
});

/** Fields of a response that an SMSC may omit or add. */
const careless: readonly { readonly title: string; readonly octets: Buffer; readonly messageId: string }[] = [
  { title: "no body", octets: hex("00000010 80000004 00000000 00000001"), messageId: "" },
  { title: "no ending zero", octets: hex("00000012 80000004 00000000 00000001 3166"), messageId: "1f" },
  {
    title: "octets behind the id",
    octets: hex("00000015 80000004 00000000 00000001 316600 ffff"),
    messageId: "1f",
  },
  {
    title: "a TLV that is too long",
    octets: hex("00000018 80000004 00000000 00000001 316600 001d 00ff 41"),
    messageId: "1f",
  },
];

test.each(careless)("an answer with $title is read", ({ octets, messageId }) => {
  expect(decodePdu(octets)).toMatchObject({ command: "submit_sm_resp", messageId, tlvs: [] });
});

function problem(action: () => unknown): PduProblemName | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof PduError) return error.problem;
    throw error;
  }
}

/** Sets the length field to the number of octets. */
function framed(text: string): Buffer {
  const octets = hex(`00000000 ${text}`);
  octets.writeUInt32BE(octets.length, 0);
  return octets;
}

const unreadable: readonly {
  readonly title: string;
  readonly octets: Buffer;
  readonly want: PduProblemName;
  readonly status: number;
}[] = [
  {
    title: "a length that is not its own",
    octets: hex("00000011 00000015 00000000 00000001"),
    want: "commandLength",
    status: 0x02,
  },
  {
    title: "fewer octets than a header",
    octets: hex("00000008 00000015"),
    want: "commandLength",
    status: 0x02,
  },
  {
    title: "a command of later versions",
    octets: framed("00000111 00000000 00000001"),
    want: "command",
    status: 0x03,
  },
  {
    title: "no body where one must be",
    octets: framed("00000004 00000000 00000001"),
    want: "truncated",
    status: 0x02,
  },
  {
    title: "an address of 21 characters",
    octets: framed(`00000004 00000000 00000001 00 0101 ${"31".repeat(21)}00 0101 3200 ${"00".repeat(10)}`),
    want: "unterminated",
    status: 0x0a,
  },
  {
    title: "a password of 65 characters",
    octets: framed(`00000009 00000000 00000001 6100 ${"70".repeat(65)}00 00 34000000`),
    want: "unterminated",
    status: 0x0e,
  },
  {
    title: "a short_message of 255 octets",
    octets: framed(`00000004 00000000 00000001 00 000000 000000 ${"00".repeat(9)} ff ${"41".repeat(255)}`),
    want: "messageLength",
    status: 0x01,
  },
  {
    title: "a short_message that ends beyond the PDU",
    octets: framed(`00000004 00000000 00000001 00 000000 000000 ${"00".repeat(9)} 05 4141`),
    want: "truncated",
    status: 0x02,
  },
  {
    title: "a TLV that ends beyond the PDU",
    octets: framed(`00000004 00000000 00000001 00 000000 000000 ${"00".repeat(9)} 00 0424 0005 4141`),
    want: "optionalParameters",
    status: 0xc0,
  },
  {
    title: "half a TLV",
    octets: framed(`00000004 00000000 00000001 00 000000 000000 ${"00".repeat(9)} 00 0424`),
    want: "optionalParameters",
    status: 0xc0,
  },
  {
    title: "no destination",
    octets: framed(`00000021 00000000 00000001 00 000000 00`),
    want: "count",
    status: 0x33,
  },
  {
    title: "a destination of a third kind",
    octets: framed(`00000021 00000000 00000001 00 000000 01 03`),
    want: "destinationFlag",
    status: 0x40,
  },
];

describe("a PDU that cannot be read", () => {
  test.each(unreadable)("$title", ({ octets, want, status }) => {
    expect(problem(() => decodePdu(octets))).toBe(want);
    expect(() => decodePdu(octets)).toThrow(expect.objectContaining({ status }));
  });

  test("any octets are read or refused", () => {
    const head = fc.constantFrom(...commands).chain((command) => pdusOf(command));
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 300, size: "max" }), (pdu, body) => {
        const octets = Buffer.concat([encodePdu(pdu).subarray(0, 16), body]);
        octets.writeUInt32BE(octets.length, 0);
        problem(() => decodePdu(octets));
      }),
      { numRuns: 2_000 },
    );
  });

  test("any damage to a PDU is read or refused", () => {
    fc.assert(
      fc.property(
        pdus,
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 0xff })), { maxLength: 4 }),
        fc.nat(),
        (pdu, damage, cut) => {
          const whole = encodePdu(pdu);
          for (const [at, value] of damage) whole[4 + (at % (whole.length - 4))] = value;
          const octets = whole.subarray(0, Math.max(16, whole.length - (cut % whole.length)));
          octets.writeUInt32BE(octets.length, 0);
          problem(() => decodePdu(octets));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

const unsendable: readonly { readonly title: string; readonly pdu: Pdu; readonly want: PduProblemName }[] = [
  {
    title: "an address of 21 characters",
    changed: { source: { ton: 1, npi: 1, address: "1".repeat(21) } },
    want: "text",
  },
  { title: "a zero in an address", changed: { source: { ton: 5, npi: 0, address: "a\0b" } }, want: "text" },
  {
    title: "a character outside Latin-1",
    changed: { source: { ton: 5, npi: 0, address: "سعر" } },
    want: "text",
  },
  { title: "an esm_class of two octets", changed: { esmClass: 0x100 }, want: "number" },
  { title: "half a number", changed: { priority: 0.5 }, want: "number" },
  {
    title: "a short_message of 255 octets",
    changed: { shortMessage: Buffer.alloc(255) },
    want: "messageLength",
  },
  {
    title: "the message in two places",
    changed: { tlvs: [textTlv(TlvTag.message_payload, "again")] },
    want: "bothMessages",
  },
  {
    title: "a tag of three octets",
    changed: { tlvs: [{ tag: 0x10000, value: Buffer.alloc(0) }] },
    want: "number",
  },
].map(({ title, changed, want }) => ({
  title,
  pdu: { ...submitSm(changed), status: 0, sequence: 1 },
  want: want as PduProblemName,
}));

test.each(unsendable)("$title is not sent", ({ pdu, want }) => {
  expect(problem(() => encodePdu(pdu))).toBe(want);
});
