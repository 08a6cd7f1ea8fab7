import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { splitHeader } from "#server/domain/message/binary-message.js";
import { countParts } from "#server/domain/text/sms-parts.js";
import { encodePdu } from "#server/networks/smpp/codec/codec.js";
import {
  defaultPartOptions,
  type OutgoingMessage,
  type PartOptions,
  readIncoming,
  type SubmitSm,
  submitsOf,
} from "#server/networks/smpp/index.js";

const hex = (octets: Uint8Array | undefined): string => Buffer.from(octets ?? []).toString("hex");

function outgoing(changed: Partial<OutgoingMessage>): OutgoingMessage {
  return { phone: "12025550123", originator: "Shop", text: "", dataCoding: 0, ...changed };
}

function submits(
  changed: Partial<OutgoingMessage>,
  options: Partial<PartOptions> = {},
  reference = 0x1234,
): readonly SubmitSm[] {
  return submitsOf(outgoing(changed), { ...defaultPartOptions, ...options }, reference);
}

/** Fields of a PDU that describe the encoding of its message, octets in hexadecimal. */
function form({ esmClass, dataCoding, shortMessage, tlvs }: SubmitSm): object {
  return {
    esmClass,
    dataCoding,
    octets: hex(shortMessage),
    tlvs: tlvs.map(({ tag, value }) => `${tag.toString(16).padStart(4, "0")} ${hex(value)}`),
  };
}

describe("a message in one part", () => {
  const rows: readonly {
    readonly title: string;
    readonly message: Partial<OutgoingMessage>;
    readonly options?: Partial<PartOptions>;
    readonly want: {
      readonly dataCoding: number;
      readonly octets: string;
      readonly tlvs?: readonly string[];
      readonly esmClass?: number;
    };
  }[] = [
    { title: "GSM text", message: { text: "Hi @_€" }, want: { dataCoding: 0, octets: "48692000111b65" } },
    {
      title: "every character of the extension",
      message: { text: "^{}\\[~]|€\f" },
      want: { dataCoding: 0, octets: "1b141b281b291b2f1b3c1b3d1b3e1b401b651b0a" },
    },
    {
      title: "packed GSM text",
      message: { text: "hello" },
      options: { latin: "packed" },
      want: { dataCoding: 0, octets: "e8329bfd06" },
    },
    {
      title: "Latin-1",
      message: { text: "à@{" },
      options: { latin: "latin1" },
      want: { dataCoding: 3, octets: "e0407b" },
    },
    {
      title: "what Latin-1 lacks",
      message: { text: "5 €" },
      options: { latin: "latin1" },
      want: { dataCoding: 8, octets: "0035002020ac" },
    },
    {
      title: "Arabic",
      message: { text: "سعر", dataCoding: 8 },
      want: { dataCoding: 8, octets: "063306390631" },
    },
    {
      title: "a character beyond UCS-2, as a surrogate pair",
      message: { text: "😀", dataCoding: 8 },
      want: { dataCoding: 8, octets: "d83dde00" },
    },
    { title: "flash", message: { text: "a", dataCoding: 0x10 }, want: { dataCoding: 0xf0, octets: "61" } },
    {
      title: "flash in UCS-2",
      message: { text: "ع", dataCoding: 0x18 },
      want: { dataCoding: 0x18, octets: "0639" },
    },
    {
      title: "flash by the general group",
      message: { text: "a", dataCoding: 0x10 },
      options: { flash: "general" },
      want: { dataCoding: 0x10, octets: "61" },
    },
    {
      title: "flash by dest_addr_subunit",
      message: { text: "a", dataCoding: 0x10 },
      options: { flash: "subunit" },
      want: { dataCoding: 0, octets: "61", tlvs: ["0005 01"] },
    },
    {
      title: "flash in UCS-2 by dest_addr_subunit",
      message: { text: "ع", dataCoding: 0x18 },
      options: { flash: "subunit" },
      want: { dataCoding: 8, octets: "0639", tlvs: ["0005 01"] },
    },
    {
      title: "flash in Latin-1, which has no class",
      message: { text: "a", dataCoding: 0x10 },
      options: { latin: "latin1" },
      want: { dataCoding: 3, octets: "61", tlvs: ["0005 01"] },
    },
    {
      title: "store and forward",
      message: { text: "a" },
      options: { mode: 3 },
      want: { dataCoding: 0, octets: "61", esmClass: 3 },
    },
    {
      title: "octets with ports in a header",
      message: {
        dataCoding: 0xf5,
        body: {
          kind: "binary",
          header: Buffer.from("0605040b8423f0", "hex"),
          body: Buffer.from("0102", "hex"),
          esmClass: 0x40,
          protocolId: 0,
        },
      },
      want: { dataCoding: 0xf5, octets: "0605040b8423f00102", esmClass: 0x40 },
    },
  ];
  test.each(rows)("$title", ({ message, options, want }) => {
    expect(submits(message, options).map(form)).toEqual([{ esmClass: 0, tlvs: [], ...want }]);
  });

  test("has all other fields from the settings of the link", () => {
    const validUntil = Date.UTC(2026, 10, 22, 19, 20, 5, 700);
    expect(
      submits({ text: "a", validUntil }, { serviceType: "WEB", priority: 2, registeredDelivery: 0x11 }),
    ).toEqual(
      [
        {
          command: "submit_sm",
          serviceType: "WEB",
          source: { ton: 5, npi: 0, address: "Shop" },
          destination: { ton: 1, npi: 1, address: "12025550123" },
          esmClass: 0,
          protocolId: 0,
          priority: 2,
          scheduleDeliveryTime: "",
          validityPeriod: "261122192005700+",
          registeredDelivery: 0x11,
          replaceIfPresent: 0,
          dataCoding: 0,
          defaultMessageId: 0,
          shortMessage: Buffer.from("a"),
          tlvs: [],
        },
      ].map((want) => ({ ...want, shortMessage: Uint8Array.from(want.shortMessage) })),
    );
  });

  test.each([
    { validUntil: Date.UTC(2099, 11, 31, 23, 59, 59), want: "991231235959000+" },
    { validUntil: Date.UTC(2100, 0, 1), want: "991231235959000+" },
    { validUntil: Date.UTC(2125, 10, 6), want: "991231235959000+" },
  ])("is never valid until a time in the past: $want", ({ validUntil, want }) => {
    expect(submits({ text: "a", validUntil }).map(({ validityPeriod }) => validityPeriod)).toEqual([want]);
  });
});

describe("an originator", () => {
  test.each([
    { originator: "Shop", want: { ton: 5, npi: 0, address: "Shop" } },
    { originator: "7Eleven", want: { ton: 5, npi: 0, address: "7Eleven" } },
    { originator: "Ñandú@", want: { ton: 5, npi: 0, address: "Ñandú@" } },
    { originator: "ΔShop", want: { ton: 5, npi: 0, address: "\x10Shop" } },
    { originator: "12025550123", want: { ton: 1, npi: 1, address: "12025550123" } },
    { originator: "120255501230123", want: { ton: 1, npi: 1, address: "120255501230123" } },
    { originator: "+120255501230123", want: { ton: 1, npi: 1, address: "120255501230123" } },
    { originator: "+12025550123", want: { ton: 1, npi: 1, address: "12025550123" } },
    { originator: "12025", want: { ton: 3, npi: 0, address: "12025" } },
    { originator: "12345678", want: { ton: 3, npi: 0, address: "12345678" } },
    { originator: "+1202", want: { ton: 1, npi: 1, address: "1202" } },
    {
      originator: "12025",
      options: { shortCode: { ton: 0, npi: 1 } },
      want: { ton: 0, npi: 1, address: "12025" },
    },
    {
      originator: "Shop",
      options: { source: { ton: 0, npi: 0 } },
      want: { ton: 0, npi: 0, address: "Shop" },
    },
  ])("$originator is $want", ({ originator, options, want }) => {
    expect(submits({ originator, text: "a" }, options)[0]?.source).toEqual(want);
  });
});

describe("a message in several parts", () => {
  const long = "a".repeat(161);
  const udh8 = { split: "udh8", heads: ["050003340201", "050003340202"] } as const;
  const udh16 = { split: "udh16", heads: ["06080412340201", "06080412340202"] } as const;
  const arabic = { text: "ع".repeat(71), dataCoding: 8 };
  test.each([
    { title: "a reference of 8 bits", ...udh8, message: { text: long }, lengths: [159, 14] },
    { title: "a reference of 16 bits", ...udh16, message: { text: long }, lengths: [159, 16] },
    { title: "a reference of 8 bits in UCS-2", ...udh8, message: arabic, lengths: [140, 14] },
    { title: "a reference of 16 bits in UCS-2", ...udh16, message: arabic, lengths: [139, 17] },
  ])("with $title", ({ split, message, heads, lengths }) => {
    const parts = submits(message, { split });
    expect(parts.map(({ esmClass }) => esmClass)).toEqual([0x40, 0x40]);
    expect(parts.map(({ shortMessage }) => shortMessage.length)).toEqual(lengths);
    expect(parts.map(({ shortMessage }, index) => hex(shortMessage).slice(0, heads[index]?.length))).toEqual(
      heads,
    );
  });

  test("with TLVs", () => {
    const parts = submits({ text: long }, { split: "sar" }).map(form);
    expect(parts).toMatchObject([
      { esmClass: 0, tlvs: ["020c 1234", "020e 02", "020f 01"], octets: "61".repeat(153) },
      { esmClass: 0, tlvs: ["020c 1234", "020e 02", "020f 02"], octets: "61".repeat(8) },
    ]);
  });

  test("in message_payload", () => {
    expect(submits({ text: long }, { split: "payload" }).map(form)).toEqual([
      { esmClass: 0, dataCoding: 0, octets: "", tlvs: [`0424 ${"61".repeat(161)}`] },
    ]);
  });

  test("packed, septets begin at a boundary behind the header", () => {
    const [first] = submits({ text: "b".repeat(161) }, { latin: "packed" });
    expect(first?.shortMessage.length).toBe(140);
    // One bit of filling, then 1100010 again and again, lowest bit first.
    expect(hex(first?.shortMessage).slice(12, 18)).toBe("c462b1");
  });

  test.each([
    {
      title: "an escape pair",
      text: `${"a".repeat(152)}€${"a".repeat(152)}`,
      dataCoding: 0,
      want: [152, 153, 1],
    },
    {
      title: "a surrogate pair",
      text: `${"ع".repeat(66)}😀${"ع".repeat(66)}`,
      dataCoding: 8,
      want: [132, 134, 2],
    },
  ])("$title is not cut", ({ text, dataCoding, want }) => {
    expect(submits({ text, dataCoding }).map(({ shortMessage }) => shortMessage.length - 6)).toEqual(want);
  });

  test.each([
    { title: "header", split: "udh8" as const, lengths: [140, 72], esmClass: 0x40 },
    { title: "TLVs", split: "sar" as const, lengths: [134, 66], esmClass: 0 },
    { title: "payload", split: "payload" as const, lengths: [0], esmClass: 0 },
  ])("octets with $title", ({ split, lengths, esmClass }) => {
    const body = {
      kind: "binary" as const,
      header: new Uint8Array(),
      body: Buffer.alloc(200, 7),
      esmClass: 0,
      protocolId: 0x41,
    };
    const parts = submits({ body, dataCoding: 4 }, { split });
    expect(parts.map(({ shortMessage }) => shortMessage.length)).toEqual(lengths);
    expect(parts.map((part) => [part.esmClass, part.protocolId, part.dataCoding])).toEqual(
      lengths.map(() => [esmClass, 0x41, 4]),
    );
  });

  test.each(["udh8", "udh16", "sar", "payload"] as const)(
    "octets with a header of their own are numbered there with %s, too",
    (split) => {
      const header = Buffer.from("0605040b8423f0", "hex");
      const body = {
        kind: "binary" as const,
        header,
        body: Buffer.alloc(200, 7),
        esmClass: 0x43,
        protocolId: 0,
      };
      const parts = submits({ body, dataCoding: 4 }, { split, mode: 1 });
      expect(parts.map(({ esmClass, tlvs }) => [esmClass, tlvs])).toEqual([
        [0x43, []],
        [0x43, []],
      ]);
      const numbered = parts.map(({ shortMessage }) => hex(splitHeader(shortMessage)?.header));
      expect(numbered).toEqual(
        split === "udh16"
          ? ["0c05040b8423f0080412340201", "0c05040b8423f0080412340202"]
          : ["0b05040b8423f00003340201", "0b05040b8423f00003340202"],
      );
    },
  );
});

/** The text on a handset: parts are decoded as they arrive, and joined. */
function received(parts: readonly SubmitSm[], latin: PartOptions["latin"]): string {
  return parts.map((part) => readIncoming({ ...part, command: "deliver_sm" }, latin).text ?? "").join("");
}

describe("any text arrives as it was sent", () => {
  const gsm = fc.string({
    unit: fc.constantFrom(...Array.from("aZ09 @£_Ωé€{}[]~\\|^")),
    maxLength: 500,
    size: "max",
  });
  const unicode = fc.string({
    unit: fc.constantFrom("س", "ع", "a", "0", "😀", "é"),
    maxLength: 300,
    size: "max",
  });
  const options = fc.record({
    latin: fc.constantFrom("gsm" as const, "packed" as const, "latin1" as const),
    split: fc.constantFrom("udh8" as const, "udh16" as const, "sar" as const, "payload" as const),
    flash: fc.constantFrom("class" as const, "general" as const, "subunit" as const),
  });

  test.each([
    { coding: "gsm7" as const, texts: gsm, codings: [0x00, 0x10] },
    { coding: "ucs2" as const, texts: unicode, codings: [0x08, 0x18] },
  ])("in $coding", ({ coding, texts, codings }) => {
    fc.assert(
      fc.property(texts, options, fc.constantFrom(...codings), (text, chosen, dataCoding) => {
        const parts = submits({ text, dataCoding }, chosen);
        // In packed septets an @ at the end of a part cannot be distinguished from padding.
        fc.pre(chosen.latin !== "packed" || !text.includes("@"));
        expect(received(parts, chosen.latin)).toBe(text);
        for (const part of parts) encodePdu({ ...part, status: 0, sequence: 1 });
        if (chosen.split === "udh8" && chosen.latin !== "latin1")
          expect(parts).toHaveLength(countParts(text, coding));
      }),
      { numRuns: 300 },
    );
  });
});
