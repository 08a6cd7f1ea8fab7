import { expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { changeOf, deliveries, isChanged } from "#server/domain/usage/deliverability.js";
import type { UsageSum } from "#server/domain/usage/report.js";

const { Queued, Delivered, Undeliverable, Expired, Failed, InvalidNumber } = RecipientState;

const sum = (prefix: string, state: RecipientState, messages: number, customerId = 42): UsageSum => ({
  ...{ customerId, prefix, state, messages, parts: messages },
});

test("messages with a final status are compared by a key, those with most first", () => {
  const now = [
    ...[sum("1", Queued, 200), sum("1", Delivered, 90), sum("1", Expired, 4), sum("1", Failed, 6)],
    ...[sum("49", Delivered, 500), sum("49", Undeliverable, 1, 43), sum("49", InvalidNumber, 9)],
  ];
  const before = [sum("1", Delivered, 50), sum("33", Delivered, 1)];
  const byPrefix = deliveries(now, before, ({ prefix = "" }) => prefix);
  expect(byPrefix).toEqual([
    {
      ...{ key: "49", delivered: 500, ended: 501, before: { delivered: 0, ended: 0 } },
      failures: [{ state: Undeliverable, messages: 1 }],
    },
    {
      ...{ key: "1", delivered: 90, ended: 100, before: { delivered: 50, ended: 50 } },
      failures: [
        { state: Failed, messages: 6 },
        { state: Expired, messages: 4 },
      ],
    },
  ]);
  const byCustomer = deliveries(now, before, ({ customerId }) => String(customerId));
  expect(byCustomer.map(({ key, ended }) => [key, ended])).toEqual([
    ["42", 600],
    ["43", 1],
  ]);
});

test.each([
  { name: "the same", now: [970, 1_000], before: [970, 1_000], change: 0, want: false },
  { name: "fewer of many", now: [930, 1_000], before: [970, 1_000], change: -0.04, want: true },
  { name: "more of many", now: [990, 1_000], before: [970, 1_000], change: 0.02, want: true },
  { name: "fewer of few, which is chance", now: [9, 10], before: [97, 100], change: -0.07, want: false },
  { name: "all of both", now: [10, 10], before: [10, 10], change: 0, want: false },
  { name: "none before", now: [9, 10], before: [0, 0], change: undefined, want: false },
  { name: "none now", now: [0, 0], before: [9, 10], change: undefined, want: false },
])("$name: changed $want", ({ now, before, change, want }) => {
  const share = ([delivered = 0, ended = 0]: readonly number[]) => ({ delivered, ended });
  const found = changeOf(share(now), share(before));
  if (change === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(change, 6);
  expect(isChanged(share(now), share(before))).toBe(want);
});
