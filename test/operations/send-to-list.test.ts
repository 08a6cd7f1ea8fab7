import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { MessageType, Operator, type SearchFilter, type SendResult } from "messenger-client";
import { toGuid, zeroGuid } from "messenger-gen-runtime";
import { maxFilters } from "#server/domain/recipients/filter.js";
import { incorrectParameter, missingParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { definition, importList, listId, phone } from "../storage/list-cases.js";
import { type Desk, noon, openDesk } from "./desk.js";
import { claimDue } from "../storage/claims.js";
import { detailsOf, ledgerOf } from "../storage/fixtures.js";

let desk: Desk;

const smart = { id: listId(2), name: "Smart", type: "SmartList", columns: ["Phone", "City", "Age"] } as const;

beforeAll(async () => {
  desk = await openDesk();
  const { accounts, lists } = desk.store;
  await accounts.addCredit(42, "SMS", 100_000_000, noon);
  const members = [0, 1, 2, 3, 4].map((number) => ({
    phone: phone(number),
    attributes: [number % 2 === 0 ? "Cairo" : "Tunis", String(number * 5)],
  }));
  await importList(lists, definition({ name: "Plain" }), members);
  await importList(lists, definition(smart), members);
  await importList(lists, definition({ id: listId(3), name: "Empty" }), []);
  await importList(lists, definition({ id: listId(4), customerId: 43 }), members);
});

afterAll(async () => {
  await desk.close();
});

const text = {
  Originator: "Shop",
  SmsText: "Your parcel is ready",
  MessageType: MessageType.Latin,
} as const;

interface Window {
  readonly list?: string;
  readonly offset?: number;
  readonly count?: number;
}

async function sendToList(
  { list = listId(1), offset = 0, count = 100 }: Window,
  change: Partial<typeof text> | object = {},
): Promise<SendResult> {
  const window = { DistributionListOffset: offset, DistributionListCount: count };
  const sendingDetails = { ...text, DistributionListID: toGuid(list), ...window, ...change };
  return desk.client.sendSmsToDistributionList({ user: desk.user, sendingDetails });
}

async function sendByHttp(
  { list = listId(1), offset = 0, count = 100 }: Window,
  change: object = {},
): Promise<SendResult> {
  const { user, client } = desk;
  return client.httpSendSmsToDistributionList({
    ...{ customerID: user.CustomerID, userName: user.Name, userPassword: user.Password },
    ...{ originator: "Shop", smsText: text.SmsText, messageType: MessageType.Latin },
    ...{ distributionListId: list, distributionListOffset: offset, distributionListCount: count },
    ...change,
  });
}

async function sendToSmart(
  Filters: readonly (SearchFilter | null)[] | undefined,
  change: object = {},
): Promise<SendResult> {
  const sendingDetails = { ...text, SmartListID: toGuid(listId(2)), Count: 100, Filters, ...change };
  return desk.client.sendSmsToSmartList({ user: desk.user, sendingDetails });
}

const refused = (Result: string) => ({ Result, RejectedNumbers: [], TransactionID: "", NetPoints: "0" });

async function recipients({ Result, TransactionID = "" }: SendResult): Promise<readonly string[]> {
  expect(Result).toBe("OK");
  return (await detailsOf(desk.store.outbox, 42, TransactionID)).map((row) => row.phone);
}

const phones = (...numbers: readonly number[]): readonly string[] => numbers.map(phone);

describe("a window of a distribution list is sent to, in list order", () => {
  const table: readonly { window: Window; want: readonly string[] }[] = [
    { window: {}, want: phones(0, 1, 2, 3, 4) },
    { window: { offset: 1, count: 2 }, want: phones(1, 2) },
    { window: { offset: 4, count: 2_147_483_647 }, want: phones(4) },
    { window: { list: listId(1).toUpperCase(), count: 1 }, want: phones(0) },
  ];
  test.each(table)("$window", async ({ window, want }) => {
    expect(await recipients(await sendToList(window))).toEqual(want);
    expect(await recipients(await sendByHttp(window))).toEqual(want);
  });

  test("and charged as the same message to these numbers", async () => {
    const before = await ledgerOf(desk.store, 42);
    await sendToList({ count: 3 }, { SmsText: "a".repeat(161) });
    const added = (await ledgerOf(desk.store, 42)).slice(before.length);
    expect(added).toMatchObject([{ kind: "SMS", delta: -6000, reason: "charge" }]);
    const [claimed] = await claimDue(desk.store, noon, 1);
    expect(claimed).toMatchObject({ originator: "Shop", dataCoding: 0 });
  });

  test("later with a DefDate", async () => {
    const { TransactionID = "" } = await sendToList({}, { DefDate: "20300116120000" });
    const found = await desk.store.outbox.statistics(42, TransactionID);
    expect(found?.dueAt).toBe(Date.UTC(2030, 0, 16, 12));
  });
});

const filter = (ColumnName: string, operator: Operator, ...Operands: (string | null)[]): SearchFilter => ({
  ColumnName,
  Operator: operator,
  Operands,
});

describe("the members of a smart list that all filters match are sent to", () => {
  const table: readonly { filters: readonly SearchFilter[] | undefined; want: readonly string[] }[] = [
    { filters: undefined, want: phones(0, 1, 2, 3, 4) },
    { filters: [], want: phones(0, 1, 2, 3, 4) },
    { filters: [filter("city", Operator.Equal, "CAIRO")], want: phones(0, 2, 4) },
    { filters: [filter("Age", Operator.Greater, "5")], want: phones(2, 3, 4) },
    {
      filters: [filter("Age", Operator.Between, "5", "15"), filter("City", Operator.NotEqual, "cairo")],
      want: phones(1, 3),
    },
    { filters: [filter("PHONE", Operator.StartWith, phone(3))], want: phones(3) },
    { filters: [filter("City", Operator.NotEqual, null)], want: phones(0, 1, 2, 3, 4) },
  ];
  test.each(table)("$filters.length of them: $want.length members", async ({ filters, want }) => {
    expect(await recipients(await sendToSmart(filters))).toEqual(want);
  });

  test("up to the count", async () => {
    const cairo = [filter("City", Operator.Equal, "Cairo")];
    expect(await recipients(await sendToSmart(cairo, { Count: 2 }))).toEqual(phones(0, 2));
  });
});

test.each([`{${listId(1)}}`, `(${listId(1)})`, listId(1).replaceAll("-", "")])(
  "distributionListId %s, as new Guid() reads it",
  async (list) => {
    expect((await sendByHttp({ list, count: 1 })).Result).toBe("OK");
  },
);

describe("a send to a list is refused", () => {
  const both: readonly { window: Window; want: string | ((http: boolean) => string) }[] = [
    { window: { count: 0 }, want: resultTexts.noPhone },
    { window: { offset: 5 }, want: resultTexts.noPhone },
    { window: { list: listId(3) }, want: resultTexts.noPhone },
    ...[listId(2), listId(4), listId(9)].map((list) => ({
      window: { list },
      want: (http: boolean) => incorrectParameter(http ? "distributionListId" : "DistributionListID"),
    })),
    {
      window: { list: zeroGuid },
      want: (http) => missingParameter(http ? "distributionListId" : "DistributionListID"),
    },
    {
      window: { offset: -1 },
      want: (http) => incorrectParameter(http ? "distributionListOffset" : "DistributionListOffset"),
    },
    {
      window: { count: -1 },
      want: (http) => incorrectParameter(http ? "distributionListCount" : "DistributionListCount"),
    },
  ];
  test.each(both)("$window", async ({ window, want }) => {
    const before = await ledgerOf(desk.store);
    const text = (http: boolean): string => (typeof want === "string" ? want : want(http));
    expect(await sendToList(window)).toEqual(refused(text(false)));
    expect(await sendByHttp(window)).toEqual(refused(text(true)));
    expect(await ledgerOf(desk.store)).toEqual(before);
  });

  test.each([
    { change: { distributionListId: "Plain" }, want: incorrectParameter("distributionListId") },
    { change: { distributionListId: " " }, want: missingParameter("distributionListId") },
    { change: { distributionListId: undefined }, want: missingParameter("distributionListId") },
    { change: { userPassword: "wrong", distributionListId: "" }, want: resultTexts.unknownUser },
    { change: { smsText: "a".repeat(153 * 255 + 1) }, want: incorrectParameter("smsText") },
  ])("over HTTP: $want", async ({ change, want }) => {
    expect(await sendByHttp({}, change)).toEqual(refused(want));
  });

  const wrong = { list: listId(9), offset: -1 };
  test.each([
    { change: { SmsText: "" }, want: resultTexts.emptyMessage },
    { change: { DefDate: "x" }, want: resultTexts.badDefDate },
    { change: { SmsText: "a".repeat(153 * 255 + 1) }, want: incorrectParameter("SmsText") },
    { change: { Originator: "Other" }, want: resultTexts.unknownOriginator },
  ])("for its text, date or originator first: $want", async ({ change, want }) => {
    expect(await sendToList(wrong, change)).toEqual(refused(want));
  });

  test.each([
    { filters: [filter("Town", Operator.Equal, "x")], want: incorrectParameter("ColumnName") },
    { filters: [{ Operator: Operator.Equal, Operands: ["x"] }], want: incorrectParameter("ColumnName") },
    { filters: [filter("Age", Operator.Between, "1")], want: incorrectParameter("Operands") },
    { filters: [{ ColumnName: "Age", Operator: Operator.Less }], want: incorrectParameter("Operands") },
    { filters: [filter("Age", Operator.Contains, null)], want: incorrectParameter("Operands") },
    { filters: [null], want: incorrectParameter("Filters") },
    {
      filters: Array.from({ length: maxFilters + 1 }, () => filter("Age", Operator.Equal, "5")),
      want: incorrectParameter("Filters"),
    },
    { filters: [filter("Age", Operator.Equal, "6")], want: resultTexts.noPhone },
  ])("for its filters, $filters.length: $want", async ({ filters, want }) => {
    expect(await sendToSmart(filters)).toEqual(refused(want));
  });

  test.each([
    { change: { SmartListID: toGuid(listId(1)) }, want: incorrectParameter("SmartListID") },
    { change: { SmartListID: zeroGuid }, want: missingParameter("SmartListID") },
    { change: { Count: -1 }, want: incorrectParameter("Count") },
    { change: { Count: 0 }, want: resultTexts.noPhone },
  ])("to a smart list with $change", async ({ change, want }) => {
    expect(await sendToSmart([], change)).toEqual(refused(want));
  });

  test("without details, after the credentials", async () => {
    const { client, user } = desk;
    const want = refused(missingParameter("sendingDetails"));
    expect(await client.sendSmsToDistributionList({ user })).toEqual(want);
    expect(await client.sendSmsToSmartList({ user })).toEqual(want);
    expect(await client.sendSmsToSmartList({})).toEqual(refused(resultTexts.unknownUser));
  });

  test("when the credit does not suffice for all of it", async () => {
    const own = await openDesk();
    const members = Array.from({ length: 11 }, (_, index) => ({ phone: phone(index), attributes: [] }));
    await importList(own.store.lists, definition(), members);
    const window = { DistributionListOffset: 0, DistributionListCount: 11 };
    const sendingDetails = { ...text, DistributionListID: toGuid(listId(1)), ...window };
    const answer = await own.client.sendSmsToDistributionList({ user: own.user, sendingDetails });
    expect(answer).toEqual(refused(resultTexts.insufficientCredit));
    await own.close();
  });
});

test("a list longer than one block is sent to as a whole", async () => {
  const members = Array.from({ length: 4500 }, (_, index) => ({ phone: phone(index), attributes: [] }));
  const begun = await desk.store.lists.beginImport(definition({ id: listId(5), name: "Long" }), noon);
  const importId = begun.ok ? begun.importId : 0;
  for (let start = 0; start < members.length; start += 2000) {
    await desk.store.lists.appendMembers(importId, members.slice(start, start + 2000), noon);
  }
  await desk.store.lists.finishImport(importId, definition({ id: listId(5), name: "Long" }), noon);
  const sent = await recipients(await sendToList({ list: listId(5), offset: 100, count: 4000 }));
  expect([...sent].sort()).toEqual(members.slice(100, 4100).map((member) => member.phone));
});
