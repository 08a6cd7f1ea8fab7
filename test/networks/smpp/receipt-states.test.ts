import { describe, expect, test } from "@jest/globals";
import { type DeliverSm, MessageState, readReceipt } from "#server/networks/smpp/index.js";
import { octetTlv, textTlv, TlvTag } from "#server/networks/smpp/codec/tlv.js";
import { reportedState, stateWords } from "#server/networks/smpp/message/receipt-states.js";
import { documentedRows } from "../../domain/documented-table.js";
import { incoming } from "./pdus.js";

const { Enroute, Accepted, Delivered, Undeliverable, Unknown, Rejected } = MessageState;

test("the page lists every word of stat", () => {
  const rows = documentedRows("docs/reference/smpp-protocol.md", "Receipts");
  expect(
    rows.map(([state, words = ""]) => [
      Number(state),
      [...words.matchAll(/`?([A-Z]+)`?/gu)].map(([, word]) => word),
    ]),
  ).toEqual([...stateWords].sort(([one], [other]) => one - other));
});

describe("the state of a report", () => {
  test.each<{ state?: number; stat?: string; want: ReturnType<typeof reportedState> }>([
    { stat: "DELIVRD", want: { kind: "known", state: Delivered } },
    { stat: "delivered", want: { kind: "known", state: Delivered } },
    { stat: "EN_ROUTE", want: { kind: "known", state: Enroute } },
    { stat: "QUEUED", want: { kind: "known", state: Enroute } },
    { stat: "PENDING", want: { kind: "known", state: Enroute } },
    { stat: "SUBMITTED", want: { kind: "known", state: Enroute } },
    { stat: "RETRY", want: { kind: "known", state: Enroute } },
    { stat: "ACCEPTD", want: { kind: "known", state: Accepted } },
    { stat: "UNDELIVRD", want: { kind: "unknown", value: "stat:UNDELIVRD" } },
    { stat: "NACK", want: { kind: "unknown", value: "stat:NACK" } },
    { stat: "002", want: { kind: "known", state: Delivered } },
    { stat: "0", want: undefined },
    { stat: "-", want: undefined },
    { stat: "Нет", want: { kind: "unknown", value: "stat:???" } },
    { stat: "X".repeat(99), want: { kind: "unknown", value: `stat:${"X".repeat(32)}` } },
    { state: 0, want: undefined },
    { state: 2, want: { kind: "known", state: Delivered } },
    { state: 9, want: { kind: "unknown", value: "message_state:9" } },
    { state: 0x32, want: { kind: "unknown", value: "message_state:50" } },
    { want: undefined },
    { state: 5, stat: "DELIVRD", want: { kind: "known", state: Undeliverable } },
    { state: 9, stat: "DELIVRD", want: { kind: "known", state: Delivered } },
    { state: 9, stat: "ENROUTE", want: { kind: "known", state: Enroute } },
    { state: 0, stat: "REJECTD", want: { kind: "known", state: Rejected } },
    { state: 0, stat: "NACK", want: undefined },
    { state: 9, stat: "NACK", want: { kind: "unknown", value: "stat:NACK" } },
    { state: 7, stat: "NACK", want: { kind: "known", state: Unknown } },
  ])("message_state $state, stat $stat: $want", ({ state, stat, want }) => {
    expect(reportedState(state, stat)).toEqual(want);
  });
});

const receiptSm = (text: string | Buffer, changed: Partial<DeliverSm> = {}): DeliverSm => ({
  ...incoming,
  esmClass: 0x04,
  shortMessage: typeof text === "string" ? Buffer.from(text, "latin1") : text,
  ...changed,
});

const dates = "submit date:2611211920 done date:2611211921";
const ucs2 = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
const behind = (header: string, text: Buffer): Buffer => Buffer.concat([Buffer.from(header, "hex"), text]);

describe("the octets of a receipt", () => {
  const plain = `id:1a ${dates} stat:DELIVRD err:000 text:`;
  test.each<{ title: string; octets: Buffer | string; changed?: Partial<DeliverSm>; id: string }>([
    { title: "ASCII", octets: plain, id: "1a" },
    { title: "an underscore of ASCII", octets: plain.replace("1a", "ab_1"), id: "ab_1" },
    { title: "an underscore of GSM", octets: plain.replace("1a", "ab\x111"), id: "ab_1" },
    { title: "an @ of GSM", octets: plain.replace("1a", "ab\x001"), id: "ab@1" },
    { title: "a brace of GSM", octets: plain.replace("1a", "\x1b(1a\x1b)"), id: "{1a}" },
    { title: "zeros at the end", octets: `id:1a stat:DELIVRD\0\0`, id: "1a" },
    { title: "zeros behind values", octets: `id:1a\0\0 stat:DELIVRD\0 err:000`, id: "1a" },
    { title: "UCS-2", octets: ucs2(plain), changed: { dataCoding: 8 }, id: "1a" },
    { title: "UCS-2 with a class", octets: ucs2(plain), changed: { dataCoding: 0x19 }, id: "1a" },
    { title: "ASCII declared as UCS-2", octets: plain, changed: { dataCoding: 8 }, id: "1a" },
    {
      title: "a header of 6 octets",
      octets: behind("050003070201", Buffer.from(plain)),
      changed: { esmClass: 0x44 },
      id: "1a",
    },
    {
      title: "a header that ends with a letter",
      octets: behind("05000361313a", Buffer.from(plain)),
      changed: { esmClass: 0x44 },
      id: "1a",
    },
    {
      title: "a header of 7 octets and UCS-2",
      octets: behind("06080400070201", ucs2(plain)),
      changed: { esmClass: 0x44, dataCoding: 8 },
      id: "1a",
    },
    {
      title: "a header without elements",
      octets: behind("00", Buffer.from(plain)),
      changed: { esmClass: 0x44 },
      id: "1a",
    },
    {
      title: "a header of 40 octets",
      octets: behind(`27${"7025".padEnd(78, "61")}`, Buffer.from(plain)),
      changed: { esmClass: 0x44 },
      id: "1a",
    },
    { title: "an indicator without a header", octets: plain, changed: { esmClass: 0x44 }, id: "1a" },
  ])("$title", ({ octets, changed = {}, id }) => {
    expect(readReceipt(receiptSm(octets, changed))).toMatchObject({ messageId: id, state: Delivered });
  });
});

describe("a deliver_sm with esm_class 0", () => {
  const id = textTlv(TlvTag.receipted_message_id, "1a");
  test.each<{ text: string; tlvs?: DeliverSm["tlvs"]; want: boolean | undefined }>([
    { text: `id:1a sub:001 dlvrd:001 ${dates} stat:DELIVRD err:000 text:`, want: false },
    { text: `id:1a ${dates} stat:DELIVRD err:000 text:See you at 8, id:7`, want: false },
    { text: `stat:DELIVRD id:1a done date:2611211921`, want: false },
    { text: `id:1a,sub:001,submit date:2611211920,stat:NACK,imsi:001010123456789`, want: false },
    { text: `ID:1a DONE DATE:20261121192109 STAT:ACCEPTD\r\n`, want: false },
    { text: `id:1a stat:DELIVRD err:000 text:`, want: undefined },
    { text: `id:1a done date:soon stat:DELIVRD`, want: undefined },
    { text: `${dates} stat:DELIVRD`, want: undefined },
    { text: `id:1a ${dates}`, want: undefined },
    { text: `I got this: id:1a ${dates} stat:DELIVRD err:000 text:`, want: undefined },
    { text: `id:1a ${dates} stat:DELIVRD is what it said`, want: undefined },
    { text: `id:1a ${dates} stat:DELIVRD err:000 why? text:`, want: undefined },
    { text: "Hello", want: undefined },
    { text: "", want: undefined },
    { text: "", tlvs: [id], want: undefined },
    { text: "", tlvs: [id, octetTlv(TlvTag.message_state, 2)], want: true },
    { text: "stat:DELIVRD", tlvs: [id], want: true },
  ])("$text: certain $want", ({ text, tlvs = [], want }) => {
    expect(readReceipt(receiptSm(text, { esmClass: 0, tlvs }))?.isCertain).toBe(want);
  });
});
