import { describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import {
  changeOf,
  comparedHours,
  type ComparedPeriod,
  comparedPeriods,
  delayAt,
  deliveries,
  type DeliverabilitySum,
  isChanged,
  lostMessages,
} from "#server/domain/usage/deliverability.js";
import {
  changesIn,
  countersOf,
  delayBounds,
  delayPlace,
  DeliverabilityTally,
  hourlySince,
  type Reported,
} from "#server/domain/usage/deliverability-counts.js";

const { Queued, Submitting, Submitted, Delivered, Undeliverable, Expired, Deleted, Failed } = RecipientState;

const places = delayBounds.length + 1;
const delaysOf = (counts: Readonly<Record<number, number>>): readonly number[] =>
  Array.from({ length: places }, (_, place) => counts[place] ?? 0);

type Given = readonly [
  key: string,
  state: RecipientState,
  messages: number,
  code?: string,
  isEarlier?: boolean,
];
const sum = ([key, state, messages, code = "", isEarlier = false]: Given): DeliverabilitySum => ({
  ...{ key, state, messages, code, isEarlier, linkId: undefined },
  delays: delaysOf(state === Delivered ? { 1: messages } : {}),
});

test("messages with a final status are compared by key, those with most first", () => {
  const given: readonly Given[] = [
    ["1", Delivered, 90],
    ["1", Expired, 4],
    ["1", Failed, 2, "RTHROTTLED (0x58)"],
    ["1", Failed, 6, "RINVDSTADR (0x0b)"],
    ["1", Delivered, 50, "", true],
    ["1", Expired, 50, "", true],
    ["49", Delivered, 500],
    ["33", Delivered, 1, "", true],
  ];
  expect(
    deliveries(given.map(sum)).map(({ key, delivered, ended, before, failures, delays }) => ({
      ...{ key, delivered, ended, before: [before.delivered, before.ended], delays },
      failures: failures.map(({ state, code, messages }) => [state, code, messages]),
    })),
  ).toEqual([
    { key: "49", delivered: 500, ended: 500, before: [0, 0], delays: delaysOf({ 1: 500 }), failures: [] },
    {
      ...{ key: "1", delivered: 90, ended: 102, before: [50, 100], delays: delaysOf({ 1: 90 }) },
      failures: [
        [Failed, "RINVDSTADR (0x0b)", 6],
        [Expired, "", 4],
        [Failed, "RTHROTTLED (0x58)", 2],
      ],
    },
  ]);
});

test.each([
  { name: "the same", now: [970, 1_000], before: [970, 1_000], change: 0, want: false, lost: 0 },
  { name: "fewer of many", now: [930, 1_000], before: [970, 1_000], change: -0.04, want: true, lost: 40 },
  { name: "more of many", now: [990, 1_000], before: [970, 1_000], change: 0.02, want: true, lost: 0 },
  {
    name: "fewer of few, which is chance",
    now: [9, 10],
    before: [97, 100],
    change: -0.07,
    want: false,
    lost: 0,
  },
  { name: "all of both", now: [10, 10], before: [10, 10], change: 0, want: false, lost: 0 },
  { name: "none before", now: [9, 10], before: [0, 0], change: undefined, want: false, lost: 0 },
  { name: "none now", now: [0, 0], before: [9, 10], change: undefined, want: false, lost: 0 },
])("$name: changed $want", ({ now, before, change, want, lost }) => {
  const share = ([delivered = 0, ended = 0]: readonly number[]) => ({ delivered, ended });
  const found = changeOf(share(now), share(before));
  if (change === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(change, 6);
  expect(isChanged(share(now), share(before))).toBe(want);
  const others = { key: "1", linkId: undefined, delays: [], delaysBefore: [], failures: [] };
  expect(lostMessages({ ...others, ...share(now), before: share(before) })).toBe(lost);
});

test.each([
  { delays: {}, share: 0.5, want: undefined },
  { delays: { 0: 10 }, share: 0.5, want: 0.5 },
  { delays: { 1: 10 }, share: 1, want: 2 },
  { delays: { 0: 50, 3: 50 }, share: 0.75, want: 6 },
  { delays: { 0: 90, 8: 10 }, share: 0.95, want: 1_950 },
  { delays: { 0: 90, 9: 10 }, share: 0.95, want: Infinity },
  // A correction may come before what it corrects.
  { delays: { 0: -5, 1: 10 }, share: 1, want: 2 },
])("the delay of $share of $delays is $want", ({ delays, share, want }) => {
  expect(delayAt(delaysOf(delays), share)).toBe(want);
});

test.each([
  [-5, 0],
  [1_000, 0],
  [1_001, 1],
  [60_000, 6],
  [3_600_001, 9],
])("%i ms are counted at place %i", (milliseconds, place) => {
  expect(delayPlace(milliseconds)).toBe(place);
});

describe("periods", () => {
  test.each<{ period: ComparedPeriod; hour: number; want: readonly number[] }>([
    { period: "24h", hour: 1_000, want: [953, 977, 1_001] },
    { period: "7d", hour: 1_000, want: [672, 840, 1_008] },
    { period: "30d", hour: 2_400, want: [984, 1_704, 2_424] },
  ])("$period at hour $hour", ({ period, hour, want }) => {
    const { from, middle, until } = comparedHours(period, hour);
    expect([from, middle, until]).toEqual(want);
  });

  test("begin where counters are kept by hour, or at the beginning of a day", () => {
    for (let hour = 4_000; hour < 4_048; hour++)
      for (const period of comparedPeriods)
        for (const first of [comparedHours(period, hour).from, comparedHours(period, hour).middle])
          expect([period, hour, first >= hourlySince(hour) || first % 24 === 0]).toEqual([
            period,
            hour,
            true,
          ]);
  });
});

describe("counters", () => {
  const row = { customerId: 42, phone: "4915112345678", linkId: 3, parts: 1, since: 7_200_000 };
  const change: Reported = { from: Submitted, to: Delivered, at: 7_203_000 };
  const taken = (changes: readonly [typeof row, Reported][]): readonly string[] => {
    const tally = new DeliverabilityTally();
    for (const each of changes) tally.moved(...each);
    const counters = countersOf(changesIn([tally.take() ?? "[]"]));
    const of = (wanted: number) => counters.filter(({ customerId }) => customerId === wanted);
    expect(of(-1)).toEqual(of(42).map((count) => ({ ...count, customerId: -1 })));
    return counters
      .filter(({ customerId }) => customerId >= 0)
      .map(({ hour, customerId, linkId, state, prefix, code, messages, delays }) =>
        [hour, customerId, linkId, state, prefix, code || "-", messages, delays.indexOf(messages)].join(" "),
      );
  };

  test.each<{ name: string; given: Partial<typeof row>; by: Partial<Reported>; want: readonly string[] }>([
    { name: "a delivered message", given: {}, by: {}, want: ["2 42 3 6 49 - 1 2", "2 0 3 6 49151 - 1 2"] },
    {
      ...{ name: "a code of a receipt for a delivered one", given: {}, by: { error: "000" } },
      want: ["2 42 3 6 49 - 1 2", "2 0 3 6 49151 - 1 2"],
    },
    {
      ...{ name: "an area code of +1", given: { phone: "12025550101" }, by: {} },
      want: ["2 42 3 6 1 - 1 2", "2 0 3 6 1202 - 1 2"],
    },
    {
      name: "a long code with what is no ASCII",
      given: {},
      by: { from: Submitting, to: Failed, error: `é\0${"x".repeat(40)}` },
      want: [`2 42 3 12 49 ??${"x".repeat(30)} 1 -1`, `2 0 3 12 49151 ??${"x".repeat(30)} 1 -1`],
    },
    { name: "an interim state", given: {}, by: { to: RecipientState.Enroute }, want: [] },
    { name: "an erased number", given: { phone: "" }, by: {}, want: [] },
    { name: "a cancelled message", given: {}, by: { from: Queued, to: Deleted }, want: [] },
    {
      ...{ name: "a message that the network deleted", given: {}, by: { to: Deleted } },
      want: ["2 42 3 9 49 - 1 -1", "2 0 3 9 49151 - 1 -1"],
    },
    {
      name: "another final state",
      given: {},
      by: { from: Undeliverable, at: 10_900_000, before: { at: 7_204_000, error: "001" } },
      want: [
        ...["2 42 3 7 49 001 -1 -1", "2 0 3 7 49151 001 -1 -1"],
        ...["3 42 3 6 49 - 1 9", "3 0 3 6 49151 - 1 9"],
      ],
    },
  ])("$name", ({ given, by, want }) => {
    expect(
      taken([
        [
          { ...row, ...given },
          { ...change, ...by },
        ],
      ]),
    ).toEqual(want);
  });

  test("messages of one counter are one change", () => {
    expect(taken(Array.from({ length: 3 }, () => [row, change]))).toEqual([
      "2 42 3 6 49 - 3 2",
      "2 0 3 6 49151 - 3 2",
    ]);
  });
});
