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
  worseSince,
} from "#server/domain/usage/deliverability.js";
import {
  changesIn,
  countersOf,
  delayLimits,
  delayPlace,
  DeliverabilityTally,
  type Reported,
} from "#server/domain/usage/deliverability-counts.js";
import {
  firstKept,
  longestSpan,
  ofDay,
  spansBetween,
  spansOf,
} from "#server/domain/usage/deliverability-spans.js";

const { Queued, Submitting, Submitted, Delivered, Undeliverable, Expired, Deleted, Failed } = RecipientState;

const places = delayLimits.length + 1;
const delaysOf = (counts: Readonly<Record<number, number>>): readonly number[] =>
  Array.from({ length: places }, (_, place) => counts[place] ?? 0);

type Given = readonly [key: string, messages: number, delivered: number, isEarlier?: boolean];
const sum = ([key, messages, delivered, isEarlier = false]: Given): DeliverabilitySum => ({
  ...{ key, messages, isEarlier, linkId: undefined, reason: undefined },
  delays: delaysOf({ 1: delivered }),
});
const failed = (key: string, messages: number, state: RecipientState, code: string): DeliverabilitySum => ({
  ...{ key, messages, isEarlier: false, linkId: undefined, reason: { state, code }, delays: [] },
});

test("messages with a final status are compared by key, those with most first", () => {
  const given = [
    sum(["1", 102, 90]),
    failed("1", 4, Expired, ""),
    failed("1", 2, Failed, "RTHROTTLED (0x58)"),
    failed("1", 6, Failed, "RINVDSTADR (0x0b)"),
    failed("1", 0, Undeliverable, "001"),
    sum(["1", 100, 50, true]),
    sum(["49", 500, 500]),
    sum(["33", 1, 1, true]),
  ];
  expect(
    deliveries(given).map(({ key, delivered, ended, before, failures, delays }) => ({
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

test.each<{
  name: string;
  shares: readonly (readonly [delivered: number, ended: number])[];
  want: number | undefined;
}>([
  { name: "nothing", shares: [], want: undefined },
  { name: "a single day", shares: [[5, 10]], want: undefined },
  {
    name: "a fall that stays",
    shares: [
      [97, 100],
      [0, 0],
      [95, 100],
      [70, 100],
      [72, 100],
    ],
    want: 3,
  },
  {
    name: "a slow fall: where it is clearest",
    shares: [
      [97, 100],
      [90, 100],
      [60, 100],
      [50, 100],
    ],
    want: 2,
  },
  {
    name: "chance",
    shares: [
      [95, 100],
      [97, 100],
      [94, 100],
    ],
    want: undefined,
  },
  {
    name: "a rise",
    shares: [
      [60, 100],
      [97, 100],
    ],
    want: undefined,
  },
])("it got worse with $name: $want", ({ shares, want }) => {
  expect(worseSince(shares.map(([delivered, all], hour) => ({ hour, delivered, ended: all })))).toBe(want);
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
          expect([period, hour, first >= (firstKept(hour)[0]?.hour ?? 0) || first % 24 === 0]).toEqual([
            period,
            hour,
            true,
          ]);
  });
});

describe("spans", () => {
  test.each([
    { from: 10, until: 19, longest: longestSpan, want: ["1@10", "1@11", "6@12", "1@18"] },
    { from: 22, until: 49, longest: longestSpan, want: ["1@22", "1@23", "24@24", "1@48"] },
    { from: 96, until: 288, longest: longestSpan, want: ["24@96", "120@120", "24@240", "24@264"] },
    { from: 120, until: 240, longest: ofDay, want: [120, 144, 168, 192, 216].map((hour) => `24@${hour}`) },
    { from: 120, until: 120, longest: longestSpan, want: [] },
  ])("between $from and $until up to $longest hours", ({ from, until, longest, want }) => {
    expect(spansBetween(from, until, longest).map(({ span, hour }) => `${span}@${hour}`)).toEqual(want);
  });

  test("an hour is in the spans that cover a period with it, and in no other of their length", () => {
    for (let hour = 240; hour < 480; hour++) {
      const covering = spansBetween(240, 480, longestSpan).concat(spansBetween(243, 477, longestSpan));
      const of = new Set(spansOf(hour).map((each) => `${each.span}@${each.hour}`));
      const found = covering.filter((each) => hour >= each.hour && hour < each.hour + each.span);
      expect(found.map((each) => of.has(`${each.span}@${each.hour}`))).toEqual(found.map(() => true));
      expect(found).toHaveLength(hour >= 243 && hour < 477 ? 2 : 1);
    }
  });

  test("ten or fewer cover a month, whichever day it begins", () => {
    for (let hour = 24_000; hour < 24_480; hour++) {
      const { from, middle, until } = comparedHours("30d", hour);
      for (const [first, end] of [
        [from, middle],
        [middle, until],
      ] as const)
        expect(spansBetween(first, end, longestSpan).length).toBeLessThanOrEqual(10);
    }
  });
});

describe("counters", () => {
  const row = { customerId: 42, phone: "4915112345678", linkId: 3, parts: 1, since: 7_200_000 };
  const change: Reported = { from: Submitted, to: Delivered, at: 7_203_000 };
  const taken = (changes: readonly [typeof row, Reported][]): readonly string[] => {
    const tally = new DeliverabilityTally();
    for (const each of changes) tally.moved(...each);
    const { counts, failures } = countersOf(changesIn([tally.take() ?? "[]"]));
    const texts = [
      ...counts.map(({ hour, customerId, prefix, linkId, messages, delays }) => {
        const places = delays.flatMap((count, place) => (count === 0 ? [] : [`${count}@${place}`]));
        return [customerId, hour, prefix, linkId, messages, ...places].join(" ");
      }),
      ...failures.map(({ hour, customerId, prefix, linkId, state, code, messages }) =>
        [customerId, hour, prefix, linkId, messages, state, code].join(" "),
      ),
    ];
    const of = (customer: string) =>
      texts.filter((each) => each.startsWith(customer)).map((each) => each.slice(customer.length));
    expect(of("-1 ")).toEqual(of("42 "));
    return texts.filter((each) => !each.startsWith("-1"));
  };

  /** Texts of the counters of the customer and of all customers. */
  const both = (hour: number, code: string, prefix: string, values: string): readonly string[] => [
    `42 ${hour} ${code} 3 ${values}`,
    `0 ${hour} ${prefix} 3 ${values}`,
  ];

  test.each<{ name: string; given: Partial<typeof row>; by: Partial<Reported>; want: readonly string[] }>([
    { name: "a delivered message", given: {}, by: {}, want: both(2, "49", "49151", "1 1@2") },
    {
      ...{ name: "a code of a receipt for a delivered one", given: {}, by: { error: "000" } },
      want: both(2, "49", "49151", "1 1@2"),
    },
    {
      ...{ name: "an area code of +1", given: { phone: "12025550101" }, by: {} },
      want: both(2, "1", "1202", "1 1@2"),
    },
    {
      name: "a long code with what is no ASCII",
      given: {},
      by: { from: Submitting, to: Failed, error: `é\0${"x".repeat(40)}` },
      want: ["1", `1 12 ??${"x".repeat(30)}`].flatMap((values) => both(2, "49", "49151", values)),
    },
    { name: "an interim state", given: {}, by: { to: RecipientState.Enroute }, want: [] },
    { name: "an erased number", given: { phone: "" }, by: {}, want: [] },
    { name: "a cancelled message", given: {}, by: { from: Queued, to: Deleted }, want: [] },
    {
      ...{ name: "a message that the network deleted", given: {}, by: { to: Deleted } },
      want: ["1", "1 9 "].flatMap((values) => both(2, "49", "49151", values)),
    },
    {
      name: "another final state",
      given: {},
      by: { from: Undeliverable, at: 10_900_000, before: { at: 7_204_000, error: "001" } },
      want: [
        ...both(2, "49", "49151", "-1"),
        ...both(3, "49", "49151", "1 1@9"),
        ...both(2, "49", "49151", "-1 7 001"),
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
    const three = Array.from({ length: 3 }, (): [typeof row, Reported] => [row, change]);
    expect(taken(three)).toEqual(both(2, "49", "49151", "3 3@2"));
  });
});
