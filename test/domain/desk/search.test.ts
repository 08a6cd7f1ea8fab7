import { describe, expect, test } from "@jest/globals";
import {
  type Anchor,
  anchorOf,
  conditionFor,
  type FoundMessage,
  isBehind,
  matches,
  type MessageFilter,
  storedWithin,
} from "#server/domain/desk/search.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const noon = Date.UTC(2030, 0, 15, 12);
const number = { digits: "12025550101", whole: true };

export const message: FoundMessage = {
  ...{ id: 7, txn: 3, transactionId: "t3", customerId: 42, user: "Ann", operation: "SendSms" },
  ...{ originator: "Shop", phone: "12025550101", state: RecipientState.Queued, at: noon, createdAt: noon },
  ...{ dueAt: noon, link: 2, claimed: 0, uncertain: 0, attempts: 0, deferrals: 0, error: null },
};

test.each<{ filter: MessageFilter; want: Anchor }>([
  { filter: {}, want: { kind: "time", until: undefined } },
  {
    filter: { state: { elements: ["FAILED"] }, user: "Ann", originator: "Shop", link: 2 },
    want: { kind: "time", until: undefined },
  },
  { filter: { until: noon }, want: { kind: "time", until: noon } },
  { filter: { number: { digits: "120", whole: false } }, want: { kind: "time", until: undefined } },
  {
    filter: { number: { digits: "1202", whole: false } },
    want: { kind: "number", number: { digits: "1202", whole: false } },
  },
  { filter: { number, customerId: 42, since: noon }, want: { kind: "number", number } },
  { filter: { number, transactionId: "t" }, want: { kind: "transaction", id: "t" } },
  {
    filter: { customerId: 42, until: noon, state: { elements: ["FAILED"] } },
    want: { kind: "customer", id: 42, until: noon },
  },
  {
    filter: { since: noon, number: { digits: "1", whole: false } },
    want: { kind: "time", until: undefined },
  },
])("the condition of $filter that an index answers", ({ filter, want }) => {
  expect(anchorOf(filter)).toEqual(want);
});

test.each<{ filter: MessageFilter; change?: Partial<FoundMessage>; want: boolean }>([
  { filter: {}, want: true },
  { filter: { number }, want: true },
  { filter: { number: { digits: "1202555", whole: false } }, want: true },
  { filter: { number: { digits: "1202555", whole: true } }, want: false },
  { filter: { number: { digits: "2025", whole: false } }, want: false },
  { filter: { transactionId: "t3", customerId: 42, user: "ANN", originator: "Shop", link: 2 }, want: true },
  { filter: { transactionId: "t4" }, want: false },
  { filter: { customerId: 43 }, want: false },
  { filter: { user: "Bea" }, want: false },
  { filter: { originator: "shop" }, want: false },
  { filter: { link: 0 }, want: false },
  { filter: { state: { elements: ["InProcessNow"] } }, want: true },
  { filter: { state: { elements: ["SMSC_DEFERRED"] } }, want: false },
  { filter: { state: { elements: ["SMSC_DEFERRED"] } }, change: { dueAt: noon + 2 }, want: true },
  { filter: { state: { elements: ["InProcessNow"] } }, change: { dueAt: noon + 2 }, want: false },
  { filter: { since: noon }, want: true },
  { filter: { since: noon + 1 }, want: false },
  { filter: { until: noon + 1 }, want: true },
  { filter: { until: noon }, want: false },
])("$filter matches a message with $change: $want", ({ filter, change, want }) => {
  expect(matches({ ...message, ...change }, filter, noon + 1)).toBe(want);
});

describe("a search back in time", () => {
  const since = noon + storedWithin;
  const time: Anchor = { kind: "time", until: undefined };
  test.each<{ anchor: Anchor; since: number | undefined; want: boolean }>([
    { anchor: time, since: since + 1, want: true },
    { anchor: time, since, want: false },
    { anchor: time, since: undefined, want: false },
    { anchor: { kind: "customer", id: 42, until: undefined }, since: since + 1, want: true },
    { anchor: { kind: "number", number }, since: since + 1, want: false },
  ])("for $anchor.kind since $since ends at a message: $want", ({ anchor, want, ...filter }) => {
    expect(isBehind(message, anchor, filter)).toBe(want);
  });
});

describe("a view of masked numbers", () => {
  test.each([
    { whole: true, digits: "1202", want: false },
    { whole: false, digits: "120255501", want: false },
    { whole: false, digits: "12025550", want: true },
  ])("$digits, whole $whole: taken $want", ({ want, ...condition }) => {
    expect(conditionFor("masked", condition) !== undefined).toBe(want);
    expect(conditionFor("whole", condition)).toEqual(condition);
  });

  test.each([
    { phone: "12025550103", want: true },
    { phone: "1202555010", want: false },
    { phone: "12025550", want: false },
  ])("the prefix 12025550 finds $phone: $want", ({ phone, want }) => {
    const number = conditionFor("masked", { digits: "12025550", whole: false });
    expect(matches({ ...message, phone }, { number }, 0)).toBe(want);
  });
});
