import { describe, expect, test } from "@jest/globals";
import { readContent } from "#server/faces/smpp/content.js";
import { defaultPartOptions } from "#server/networks/smpp/message/part-options.js";
import { submitsOf } from "#server/networks/smpp/message/parts.js";
import { octetTlv, TlvTag, uint16Tlv } from "#server/networks/smpp/codec/tlv.js";
import type { SubmitSm } from "#server/networks/smpp/codec/pdu.js";
import { submitSm } from "./test-client.js";

const gsm = { alphabet: "gsm" } as const;
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
const payload = (octets: Uint8Array) => [{ tag: TlvTag.message_payload, value: octets }];
const head8 = [5, 0, 3, 7, 2, 1];
const head16 = [6, 8, 4, 1, 7, 2, 1];
const sar = (total: number, part: number, reference = 7) => [
  uint16Tlv(TlvTag.sar_msg_ref_num, reference),
  octetTlv(TlvTag.sar_total_segments, total),
  octetTlv(TlvTag.sar_segment_seqnum, part),
];

describe("a data_coding of GSM", () => {
  const octets = [0x48, 0x69, 0x20, 0x1b, 0x65];
  const gsmOctets = Buffer.from(octets);
  test.each<{
    dataCoding: number;
    octets?: Buffer;
    stored: number;
    sent: Readonly<Record<"class" | "general" | "subunit", number>>;
    text: string;
  }>([
    { dataCoding: 0x10, stored: 0x10, sent: { class: 0xf0, general: 0x10, subunit: 0 }, text: "Hi €" },
    { dataCoding: 0x11, stored: 0x11, sent: { class: 0xf1, general: 0x11, subunit: 0 }, text: "Hi €" },
    { dataCoding: 0x12, stored: 0x12, sent: { class: 0xf2, general: 0x12, subunit: 0 }, text: "Hi €" },
    { dataCoding: 0x13, stored: 0x13, sent: { class: 0xf3, general: 0x13, subunit: 0 }, text: "Hi €" },
    { dataCoding: 0xf0, stored: 0x10, sent: { class: 0xf0, general: 0x10, subunit: 0 }, text: "Hi €" },
    { dataCoding: 0xf3, stored: 0x13, sent: { class: 0xf3, general: 0x13, subunit: 0 }, text: "Hi €" },
    { dataCoding: 0x40, stored: 0, sent: { class: 0, general: 0, subunit: 0 }, text: "Hi €" },
    { dataCoding: 0x51, stored: 0x11, sent: { class: 0xf1, general: 0x11, subunit: 0 }, text: "Hi €" },
    {
      dataCoding: 0x18,
      octets: utf16("Привет"),
      stored: 0x18,
      sent: { class: 0x18, general: 0x18, subunit: 8 },
      text: "Привет",
    },
    {
      dataCoding: 0x19,
      octets: utf16("Привет"),
      stored: 0x19,
      sent: { class: 0x19, general: 0x19, subunit: 8 },
      text: "Привет",
    },
    {
      dataCoding: 0x5a,
      octets: utf16("Привет"),
      stored: 0x1a,
      sent: { class: 0x1a, general: 0x1a, subunit: 8 },
      text: "Привет",
    },
    ...[0xc0, 0xc8, 0xcb, 0xd0, 0xd9].map((dataCoding) => ({
      ...{ dataCoding, stored: dataCoding, text: "Hi €" },
      sent: { class: dataCoding, general: dataCoding, subunit: dataCoding },
    })),
    ...[0xe0, 0xe8].map((dataCoding) => ({
      ...{ dataCoding, stored: dataCoding, text: "Привет", octets: utf16("Привет") },
      sent: { class: dataCoding, general: dataCoding, subunit: dataCoding },
    })),
    ...[0x14, 0x15, 0x17, 0x44, 0x55, 0xf4].map((dataCoding) => ({
      ...{ dataCoding, stored: dataCoding, text: "" },
      sent: { class: dataCoding, general: dataCoding, subunit: dataCoding },
    })),
  ])("$dataCoding: $sent", ({ dataCoding, octets: given = gsmOctets, stored, sent, text }) => {
    const content = readContent(submitSm({ dataCoding, shortMessage: given }), gsm);
    if ("refused" in content) throw new Error("refused");
    expect(content).toMatchObject({
      text,
      dataCoding: stored,
      parts: 1,
      flash: stored === 0x10 || stored === 0x18,
    });
    const message = { ...content, phone: "12025550101", originator: "Shop" };
    for (const flash of ["class", "general", "subunit"] as const) {
      const [submit] = submitsOf(message, { ...defaultPartOptions, flash }, 1);
      expect([submit?.dataCoding, [...(submit?.shortMessage ?? [])]]).toEqual([sent[flash], [...given]]);
    }
  });

  test.each([
    { dataCoding: 0x11, text: "a".repeat(161), parts: 2 },
    { dataCoding: 0xc8, text: "a".repeat(160), parts: 1 },
    { dataCoding: 0xd8, text: "a".repeat(306), parts: 2 },
    { dataCoding: 0x19, text: "я".repeat(71), parts: 2 },
    { dataCoding: 0xe8, text: "я".repeat(70), parts: 1 },
    { dataCoding: 0xe0, text: "я".repeat(135), parts: 3 },
  ])("$dataCoding, as $parts parts", ({ dataCoding, text, parts }) => {
    const octets = text.startsWith("a") ? Buffer.from(text) : utf16(text);
    const content = readContent(
      submitSm({ dataCoding, shortMessage: Buffer.alloc(0), tlvs: payload(octets) }),
      gsm,
    );
    expect(content).toMatchObject({ parts, text });
    if ("refused" in content) throw new Error("refused");
    const message = { ...content, phone: "12025550101", originator: "Shop" };
    expect(submitsOf(message, defaultPartOptions, 1)).toHaveLength(parts);
  });

  test("is read as the default alphabet though data_coding 0 is Latin-1 to the client", () => {
    const given = submitSm({ dataCoding: 0xf1, shortMessage: Buffer.of(0) });
    expect(readContent(given, { alphabet: "latin1" })).toMatchObject({ text: "@" });
  });
});

describe("a whole message", () => {
  test.each<{ name: string; given: Partial<SubmitSm>; alphabet?: "latin1"; want: object }>([
    {
      name: "GSM with the euro sign",
      given: { shortMessage: Buffer.from([0x1b, 0x65, 0x00]) },
      want: { text: "€@", dataCoding: 0, parts: 1 },
    },
    {
      name: "Latin-1 that GSM has",
      given: { dataCoding: 3, shortMessage: Buffer.from("Grüße", "latin1") },
      want: { text: "Grüße", dataCoding: 0, parts: 1, fitsAlphabet: true },
    },
    {
      name: "Latin-1 that GSM lacks",
      given: { dataCoding: 1, shortMessage: Buffer.from("Þor", "latin1") },
      want: { text: "Þor", dataCoding: 8, parts: 1, fitsAlphabet: false },
    },
    {
      name: "Latin-1 by account",
      alphabet: "latin1",
      given: { shortMessage: Buffer.from("é@", "latin1") },
      want: { text: "é@", dataCoding: 0 },
    },
    {
      name: "Arabic",
      given: { dataCoding: 8, shortMessage: utf16("مرحبا") },
      want: { text: "مرحبا", dataCoding: 8, parts: 1 },
    },
    {
      name: "surrogates",
      given: { dataCoding: 8, shortMessage: utf16("😀") },
      want: { text: "😀", dataCoding: 8 },
    },
    {
      name: "UCS-2 of GSM text stays UCS-2",
      given: { dataCoding: 8, shortMessage: utf16("Hi") },
      want: { text: "Hi", dataCoding: 8 },
    },
    {
      name: "binary",
      given: { dataCoding: 4, shortMessage: Buffer.from([1, 0, 255]) },
      want: {
        text: "",
        dataCoding: 4,
        parts: 1,
        body: { kind: "binary", body: Buffer.from([1, 0, 255]), esmClass: 0 },
      },
    },
    ...[0x02, 0xf4, 0xf5, 0xff].map((dataCoding) => ({
      name: `binary of data_coding ${dataCoding}`,
      given: { dataCoding, shortMessage: Buffer.from([1]) },
      want: { text: "", dataCoding, body: { kind: "binary", body: Buffer.from([1]) } },
    })),
    { name: "flash", given: { dataCoding: 0x10 }, want: { flash: true, dataCoding: 0x10 } },
    {
      name: "flash by class 0",
      given: { dataCoding: 0xf0 },
      want: { flash: true, dataCoding: 0x10, text: "Hello" },
    },
    {
      name: "flash in UCS-2",
      given: { dataCoding: 0x18, shortMessage: utf16("م") },
      want: { flash: true, dataCoding: 0x18 },
    },
    { name: "class 1", given: { dataCoding: 0xf1 }, want: { flash: false, dataCoding: 0x11 } },
    {
      name: "254 octets",
      given: { shortMessage: Buffer.alloc(254, "a") },
      want: { parts: 2, text: "a".repeat(254) },
    },
    {
      name: "a payload of 255 parts",
      given: { shortMessage: Buffer.alloc(0), tlvs: payload(Buffer.alloc(255 * 153, "a")) },
      want: { parts: 255 },
    },
    {
      name: "a binary payload",
      given: { dataCoding: 4, shortMessage: Buffer.alloc(0), tlvs: payload(Buffer.alloc(300)) },
      want: { parts: 3 },
    },
  ])("$name", ({ given, alphabet, want }) => {
    expect(readContent(submitSm(given), { alphabet: alphabet ?? "gsm" })).toMatchObject(want);
  });
});

describe("parameters of vendors", () => {
  const parameter = (tag: number, length = 2) => ({ tag, value: Buffer.alloc(length, 7) });
  const tlvs = [parameter(0x1400), uint16Tlv(TlvTag.user_message_reference, 1), parameter(0x3fff, 0)];
  const stored = Buffer.from("140000020707" + "3fff0000", "hex");

  test.each<{ name: string; given: Partial<SubmitSm> }>([
    { name: "a text of two parts", given: { shortMessage: Buffer.alloc(200, "a") } },
    { name: "octets", given: { dataCoding: 4, shortMessage: Buffer.from([1, 2]) } },
    { name: "a part", given: { esmClass: 0x40, shortMessage: Buffer.from([...head8, 0x48]) } },
  ])("of $name are on each PDU of a link that passes them on, and of no other", ({ given }) => {
    const content = readContent(submitSm({ ...given, tlvs }), gsm);
    if ("refused" in content) throw new Error("refused");
    expect(content.body?.parameters).toEqual(stored);
    const message = { ...content, phone: "12025550101", originator: "Shop" };
    const passed = submitsOf(message, { ...defaultPartOptions, vendorParameters: true }, 1);
    expect(passed).toHaveLength(content.parts);
    for (const pdu of passed) expect(pdu.tlvs).toEqual([parameter(0x1400), parameter(0x3fff, 0)]);
    expect(submitsOf(message, defaultPartOptions, 1)).toEqual(passed.map((pdu) => ({ ...pdu, tlvs: [] })));
  });

  test("that are too long are refused", () => {
    expect(readContent(submitSm({ tlvs: [parameter(0x1400, 1_021)] }), gsm)).toEqual({ refused: 0xc0 });
    expect(readContent(submitSm({ tlvs: [parameter(0x1400, 1_020)] }), gsm)).toMatchObject({ parts: 1 });
  });

  test("with other tags are not kept", () => {
    const given = submitSm({ tlvs: [parameter(0x13ff), parameter(0x4000)] });
    expect(readContent(given, gsm)).toMatchObject({ body: undefined });
  });
});

describe("a part that the client has made", () => {
  test.each<{ name: string; given: Partial<SubmitSm>; want: object }>([
    {
      name: "8 bits",
      given: { esmClass: 0x40, shortMessage: Buffer.from([...head8, 0x48, 0x69]) },
      want: {
        text: "Hi",
        parts: 1,
        body: { header: Buffer.from(head8), body: new Uint8Array(), esmClass: 0x40 },
      },
    },
    {
      name: "16 bits",
      given: { esmClass: 0x40, shortMessage: Buffer.from([...head16, 0x48]) },
      want: { text: "H", parts: 1, body: { header: Buffer.from(head16) } },
    },
    {
      name: "a full part of septets",
      given: { esmClass: 0x40, shortMessage: Buffer.concat([Buffer.from(head8), Buffer.alloc(153, "a")]) },
      want: { text: "a".repeat(153), parts: 1 },
    },
    {
      name: "sar",
      given: { tlvs: sar(2, 1) },
      want: { text: "Hello", parts: 1, body: { header: Uint8Array.of(5, 0, 3, 7, 2, 1), esmClass: 0x40 } },
    },
    {
      name: "sar with 16 bits",
      given: { tlvs: sar(2, 2, 300) },
      want: { body: { header: Uint8Array.of(6, 8, 4, 1, 44, 2, 2) } },
    },
    { name: "sar of one part", given: { tlvs: sar(1, 1) }, want: { text: "Hello", body: undefined } },
    {
      name: "UCS-2",
      given: { esmClass: 0x40, dataCoding: 8, shortMessage: Buffer.from([...head8, 0xd8, 0x3d]) },
      want: { text: "", dataCoding: 8, parts: 1, body: { body: Buffer.from([0xd8, 0x3d]) } },
    },
    {
      name: "binary",
      given: { esmClass: 0x40, dataCoding: 4, shortMessage: Buffer.from([...head8, 1, 2]) },
      want: { dataCoding: 4, body: { body: Buffer.from([1, 2]) } },
    },
  ])("$name", ({ given, want }) => {
    expect(readContent(submitSm(given), gsm)).toMatchObject(want);
  });

  test.each([
    { latin: "gsm" as const, octets: [...head8, 0x02], dataCoding: 0 },
    { latin: "latin1" as const, octets: [...head8, 0x24], dataCoding: 3 },
    { latin: "packed" as const, octets: [...head8, 0x04], dataCoding: 0 },
  ])("reaches a link of $latin in its encoding", ({ latin, octets, dataCoding }) => {
    const content = readContent(
      submitSm({ esmClass: 0x40, shortMessage: Buffer.from([...head8, 0x02]) }),
      gsm,
    );
    if ("refused" in content) throw new Error("refused");
    const message = { ...content, phone: "12025550101", originator: "Shop" };
    const [submit, ...others] = submitsOf(message, { ...defaultPartOptions, latin }, 1);
    expect(others).toEqual([]);
    expect(submit).toMatchObject({ esmClass: 0x40, dataCoding });
    expect([...(submit?.shortMessage ?? [])]).toEqual(octets);
  });
});

test.each<{ name: string; given: Partial<SubmitSm>; want: number }>([
  { name: "empty", given: { shortMessage: Buffer.alloc(0) }, want: 0x01 },
  { name: "both messages", given: { tlvs: payload(Buffer.from("a")) }, want: 0x01 },
  {
    name: "256 parts",
    given: { shortMessage: Buffer.alloc(0), tlvs: payload(Buffer.alloc(255 * 153 + 1, "a")) },
    want: 0x01,
  },
  {
    name: "256 parts of UCS-2",
    given: { dataCoding: 8, shortMessage: Buffer.alloc(0), tlvs: payload(utf16("م".repeat(255 * 67 + 1))) },
    want: 0x01,
  },
  {
    name: "a part that is too long",
    given: { esmClass: 0x40, shortMessage: Buffer.concat([Buffer.from(head8), Buffer.alloc(154, "a")]) },
    want: 0x01,
  },
  {
    name: "a binary part that is too long",
    given: {
      esmClass: 0x40,
      dataCoding: 4,
      shortMessage: Buffer.concat([Buffer.from(head8), Buffer.alloc(135)]),
    },
    want: 0x01,
  },
  {
    name: "a header beyond the message",
    given: { esmClass: 0x40, shortMessage: Buffer.from([9, 0, 3]) },
    want: 0x45,
  },
  { name: "octets above 127 as GSM", given: { shortMessage: Buffer.from([0x80]) }, want: 0x45 },
  { name: "half a unit of UCS-2", given: { dataCoding: 8, shortMessage: Buffer.from([6]) }, want: 0x45 },
  {
    name: "half a surrogate pair",
    given: { dataCoding: 8, shortMessage: Buffer.from([0xd8, 0x3d]) },
    want: 0x45,
  },
  { name: "U+0000", given: { dataCoding: 8, shortMessage: Buffer.from([0, 0]) }, want: 0x45 },
  ...[0x05, 0x07, 0x09, 0x0f, 0x1c, 0x1f, 0x20, 0x31, 0x4c, 0x60, 0x80, 0xbf].map((dataCoding) => ({
    name: `data_coding ${dataCoding}, which is reserved or not for a text of a client`,
    given: { dataCoding },
    want: 0x45,
  })),
])("refuses $name", ({ given, want }) => {
  expect(readContent(submitSm(given), gsm)).toEqual({ refused: want });
});
