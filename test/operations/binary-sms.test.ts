import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { incorrectParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { type Desk, noon, openDesk } from "./desk.js";
import { claimDue } from "../storage/claims.js";
import { ledgerOf } from "../storage/fixtures.js";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await desk.store.accounts.addCredit(42, "SMS", 1_000_000, noon);
});

afterAll(async () => {
  await desk.close();
});

const binary = {
  originator: "Shop",
  binaryBody: "0605040b8423f0ff",
  recipientPhone: "12025550101",
  data_coding: "4",
  esm_class: "67",
  PID: "21",
  avoidConvertToText: false,
} as const;

const none = new Uint8Array();

describe("a binary message", () => {
  test.each([
    {
      name: "goes out unchanged",
      change: {},
      want: {
        text: "",
        dataCoding: 4,
        parts: 1,
        body: {
          kind: "binary",
          header: Uint8Array.of(6, 5, 4, 11, 132, 35, 240),
          body: Uint8Array.of(255),
          esmClass: 67,
          protocolId: 21,
        },
      },
    },
    {
      name: "without numbers is GSM text",
      change: { binaryBody: "48690001", data_coding: "", esm_class: undefined, PID: undefined },
      want: { text: "Hi@£", dataCoding: 0, parts: 1 },
    },
    {
      name: "in Latin-1 is text, and an esm_class without a header has no effect",
      change: { binaryBody: "4ae4", data_coding: "3", esm_class: "3", PID: "" },
      want: { text: "Jä", dataCoding: 0, parts: 1 },
    },
    {
      name: "with a header of the caller goes out unchanged, though its data_coding is one of text",
      change: { binaryBody: "0500030102010041", data_coding: "8", esm_class: "64", PID: "0" },
      want: {
        ...{ text: "", dataCoding: 8, parts: 1 },
        body: {
          ...{ kind: "binary", esmClass: 64, protocolId: 0 },
          ...{ header: Uint8Array.of(5, 0, 3, 1, 2, 1), body: Uint8Array.of(0, 0x41) },
        },
      },
    },
    {
      name: "in UCS-2 is text as it is",
      change: { binaryBody: "00310661", data_coding: "8", esm_class: "", PID: "" },
      want: { text: "1\u0661", dataCoding: 8, parts: 1 },
    },
    {
      name: "is never read as text when that is to be avoided",
      change: { binaryBody: "00310661", data_coding: "8", esm_class: "0", avoidConvertToText: true },
      want: {
        text: "",
        dataCoding: 8,
        parts: 1,
        body: { kind: "binary", header: none, body: Uint8Array.of(0, 0x31, 6, 0x61), esmClass: 0 },
      },
    },
    {
      name: "that is long is charged by parts of 134 octets",
      change: { binaryBody: "ab".repeat(269), esm_class: "" },
      want: { parts: 3, body: { kind: "binary", header: none, body: new Uint8Array(269).fill(0xab) } },
    },
  ])("$name", async ({ change, want }) => {
    const [before] = await desk.store.accounts.balances(42);
    const answer = await desk.client.sendBinarySms({ user: desk.user, ...binary, ...change });
    expect(answer).toMatchObject({ Result: "OK", RejectedNumbers: [] });
    const claimed = await claimDue(desk.store, noon, 10);
    expect(claimed).toEqual([expect.objectContaining({ transactionId: answer.TransactionID })]);
    expect(claimed).toMatchObject([want]);
    expect("body" in want).toBe(claimed[0]?.body !== undefined);
    const [after] = await desk.store.accounts.balances(42);
    expect((before?.amount ?? 0) - (after?.amount ?? 0)).toBe(1000 * want.parts);
  });

  test("over HTTP is the same", async () => {
    const flat = { customerID: 42, userName: "api", userPassword: desk.user.Password };
    for (const binding of ["httpGet", "httpPost", "soap12"] as const) {
      const answer = await desk.client.httpSendBinarySms({ ...flat, ...binary }, { binding });
      expect(answer.Result).toBe("OK");
      const claimed = await claimDue(desk.store, noon, 10);
      expect(claimed).toMatchObject([{ body: { kind: "binary", esmClass: 67, protocolId: 21 } }]);
    }
  });
});

test.each([
  { change: { binaryBody: "" }, want: resultTexts.emptyMessage },
  { change: { binaryBody: undefined, defDate: "soon" }, want: resultTexts.emptyMessage },
  { change: { binaryBody: "x", defDate: "soon" }, want: resultTexts.badDefDate },
  { change: { binaryBody: "x", originator: "" }, want: incorrectParameter("binaryBody") },
  { change: { data_coding: "x" }, want: incorrectParameter("data_coding") },
  { change: { esm_class: "4" }, want: incorrectParameter("esm_class") },
  { change: { PID: "300" }, want: incorrectParameter("PID") },
  { change: { binaryBody: "ff00" }, want: incorrectParameter("binaryBody") },
  { change: { originator: "Other" }, want: resultTexts.unknownOriginator },
  { change: { recipientPhone: "" }, want: resultTexts.noPhone },
  { change: { recipientPhone: "1" }, want: resultTexts.allRejected, rejected: ["1"] },
])("refused: $want for $change", async ({ change, want, rejected = [] }) => {
  const before = await ledgerOf(desk.store);
  expect(await desk.client.sendBinarySms({ user: desk.user, ...binary, ...change })).toEqual({
    Result: want,
    RejectedNumbers: rejected,
    TransactionID: "",
    NetPoints: "0",
  });
  expect(await ledgerOf(desk.store)).toEqual(before);
});

test("the credentials come before the message", async () => {
  const user = { ...desk.user, Password: "wrong" };
  const answer = await desk.client.sendBinarySms({ user, ...binary, binaryBody: "" });
  expect(answer.Result).toBe(resultTexts.unknownUser);
});
