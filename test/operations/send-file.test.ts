import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { MessageType } from "messenger-client";
import { RecipientState } from "#server/domain/recipient-state.js";
import { incorrectParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { type Desk, noon, openDesk } from "./desk.js";
import { detailsOf, ledgerOf } from "../storage/fixtures.js";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await desk.store.accounts.addCredit(42, "SMS", 20_000_000_000, noon);
});

afterAll(async () => {
  await desk.close();
});

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));

const message = {
  originator: "Shop",
  smsText: "Your parcel is ready",
  messageType: MessageType.Latin,
  flash: false,
} as const;

const send = (recipientPhonesFile: Uint8Array | undefined, change: object = {}) =>
  desk.client.sendSms2({ user: desk.user, ...message, recipientPhonesFile, ...change });

describe("a refused file", () => {
  interface Row {
    readonly name: string;
    readonly file: Uint8Array | undefined;
    readonly change?: object;
    readonly want: string;
    readonly rejected?: readonly string[];
  }
  const table: readonly Row[] = [
    { name: "absent", file: undefined, want: resultTexts.noPhone },
    { name: "empty", file: bytes(""), want: resultTexts.noPhone },
    { name: "separators only", file: bytes(" ,;\r\n\t"), want: resultTexts.noPhone },
    {
      name: "octets that are not text",
      file: Uint8Array.of(0x89, 0xff, 0x0d, 0x0a, 0x1a),
      want: incorrectParameter("recipientPhonesFile"),
    },
    {
      name: "a long entry",
      file: bytes("x".repeat(1001)),
      want: incorrectParameter("recipientPhonesFile"),
    },
    { name: "no separator", file: bytes("1202555010112025550102"), want: resultTexts.numberTooLong },
    { name: "no number", file: bytes("nobody"), want: resultTexts.allRejected, rejected: ["nobody"] },
    { name: "no text to send", file: bytes("1"), change: { smsText: "" }, want: resultTexts.emptyMessage },
    { name: "bad date", file: bytes("1"), change: { defDate: "x" }, want: resultTexts.badDefDate },
    {
      name: "other originator",
      file: bytes("1"),
      change: { originator: "Me" },
      want: resultTexts.unknownOriginator,
    },
    {
      name: "1,000,001 numbers",
      file: bytes(Array.from({ length: 1_000_001 }, (_, index) => 2_000_000 + index).join(",")),
      want: incorrectParameter("recipientPhonesFile"),
    },
  ];
  test.each(table)("$name: $want", async ({ file, change, want, rejected = [] }) => {
    const before = await ledgerOf(desk.store);
    expect(await send(file, change)).toEqual({
      Result: want,
      RejectedNumbers: rejected,
      TransactionID: "",
      NetPoints: "0",
    });
    expect(await ledgerOf(desk.store)).toEqual(before);
  });
});

test("splits at every separator, sends to a number once, names entries that are not numbers", async () => {
  const file = bytes("\ufeff12025550101,+12025550102;0012025550103\t12025550104\r\n12025550101\t12,nobody\n");
  const answer = await send(file);
  expect(answer).toMatchObject({ Result: "OK", RejectedNumbers: ["12", "nobody"] });
  const details = await detailsOf(desk.store.outbox, 42, answer.TransactionID ?? "");
  expect(details.map(({ phone }) => phone)).toEqual([
    "12025550101",
    "12025550102",
    "12025550103",
    "12025550104",
    "12",
    "nobody",
  ]);
});

test.each([
  { name: "UTF-16 with a byte order mark", file: Buffer.from("\ufeff12025550101\r\n12025550102", "utf16le") },
  { name: "marks of direction and quotes", file: Buffer.from('\u202a12025550101\u202c\n"12025550102"') },
])("a file with $name", async ({ file }) => {
  const answer = await send(Uint8Array.from(file));
  expect(answer).toMatchObject({ Result: "OK", RejectedNumbers: [] });
  const details = await detailsOf(desk.store.outbox, 42, answer.TransactionID ?? "");
  expect(details.map(({ phone }) => phone)).toEqual(["12025550101", "12025550102"]);
});

test("a number grouped with spaces is one recipient, as in SendSms", async () => {
  const phones = "+1 202 555 0105, 1 (202) 555 0106";
  const file = await send(bytes(phones));
  const { messageType, originator, smsText } = message;
  const call = await desk.client.sendSms({
    ...{ user: desk.user, originator, smsText, messageType, recipientPhone: phones },
    ...{ blink: false, flash: false, Private: false },
  });
  for (const answer of [file, call]) {
    expect(answer).toMatchObject({ Result: "OK", RejectedNumbers: [] });
    const details = await detailsOf(desk.store.outbox, 42, answer.TransactionID ?? "");
    expect(details.map(({ phone }) => phone)).toEqual(["12025550105", "12025550106"]);
  }
});

test("a long file is counted and charged at once, without who is blacklisted", async () => {
  await desk.store.coverage.addToBlacklist(undefined, ["12025550007"], noon);
  await desk.store.coverage.addToBlacklist(42, ["12025559999"], noon);
  const numbers = Array.from({ length: 10_000 }, (_, index) => 12025550000 + index);
  const balance = async () => (await desk.store.accounts.balances(42))[0]?.amount ?? 0;
  const before = await balance();
  const answer = await send(bytes(numbers.join("\n")), { smsText: "a".repeat(161) });
  expect(answer).toMatchObject({ Result: "OK", RejectedNumbers: ["12025550007", "12025559999"] });
  expect(before - (await balance())).toBe(9998 * 2 * 1000);
  const counts = (await desk.store.outbox.statistics(42, answer.TransactionID ?? ""))?.counts;
  expect(counts).toEqual([
    { state: RecipientState.Queued, count: 9998 },
    { state: RecipientState.Blacklisted, count: 2 },
  ]);
});
