import { describe, expect, test } from "@jest/globals";
import { isKnown, usualIfNew } from "#server/domain/unusual/destinations.js";
import { type Ended, usualIfFailing, usualShare } from "#server/domain/unusual/failures.js";
import { growthWithin, keptWith, sampleOf, type UsageSample } from "#server/domain/unusual/samples.js";
import { unusualText } from "#server/domain/unusual/unusual.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const minute = 60_000;
const counter = (customerId: number, day: number, messages: number, state: RecipientState = 0) => ({
  ...{ customerId, day, state, messages },
});

describe("samples", () => {
  test("what grew in between: by customer, over the end of a day; cancelled messages have not failed", () => {
    const first = sampleOf(0, [counter(42, 1, 10), counter(43, 1, 5), counter(44, 1, 3)]);
    const last = sampleOf(minute, [
      ...[counter(42, 1, 12), counter(42, 2, 7), counter(43, 1, 5), counter(45, 2, 1)],
      ...[counter(43, 1, 900, RecipientState.Delivered), counter(43, 1, 8, RecipientState.Expired)],
      ...[counter(43, 1, 50, RecipientState.Failed), counter(43, 1, 70, RecipientState.Deleted)],
    ]);
    expect([...growthWithin([first, last], minute)]).toEqual([
      [42, { accepted: 9, delivered: 0, failed: 0 }],
      [43, { accepted: 0, delivered: 900, failed: 58 }],
      [45, { accepted: 1, delivered: 0, failed: 0 }],
    ]);
  });

  const sampleAt = (minutes: number): UsageSample =>
    sampleOf(minutes * minute, [counter(42, 1, 10 * minutes)]);
  const hours = Array.from({ length: 131 }, (_, index) => sampleAt(index)).reduce<readonly UsageSample[]>(
    keptWith,
    [],
  );

  test("are kept for ten minutes, and one of each ten minutes for an hour", () => {
    const minutesOf = (samples: readonly UsageSample[]) => samples.map(({ at }) => at / minute);
    const recent = Array.from({ length: 11 }, (_, index) => 120 + index);
    expect(minutesOf(hours)).toEqual([70, 80, 90, 100, 110, ...recent]);
    expect(minutesOf(keptWith(hours, sampleAt(133)))).toEqual([133]);
    expect(minutesOf(keptWith(hours, sampleAt(130)))).toEqual([130]);
  });

  test("give the growth of a window, as far as they reach", () => {
    const grown = (samples: readonly UsageSample[], minutes: number) =>
      growthWithin(samples, minutes * minute).get(42)?.accepted;
    expect([grown(hours, 10), grown(hours, 60), grown(hours.slice(-4), 60), grown([], 60)]).toEqual([
      ...[100, 600, 30, undefined],
    ]);
  });
});

const ended = (delivered: number, failed: number): Ended => ({ delivered, failed });

/** Days of a thousand final statuses with shares of failures in percent. */
const daysOf = (...shares: readonly number[]): readonly Ended[] =>
  shares.map((share) => ended(1_000 - 10 * share, 10 * share));
const steady = (count: number): readonly number[] => Array.from({ length: count }, () => 5);

describe("the usual share of failures", () => {
  const percents = (days: readonly Ended[]): readonly number[] | undefined => {
    const share = usualShare(days);
    return share && [share.usual, share.largest].map((each) => Math.round(100 * each));
  };
  test.each([
    { name: "is unknown with fewer than five days", days: daysOf(...steady(4)), want: undefined },
    {
      name: "does not count a day with few final statuses",
      days: [...daysOf(...steady(4)), ended(5, 44)],
      want: undefined,
    },
    { name: "allows for days that differ while few are known", days: daysOf(...steady(5)), want: [5, 36] },
    { name: "is more certain with many days", days: daysOf(...steady(90)), want: [5, 25] },
    { name: "is that of the day in the middle", days: daysOf(1, 2, 3, 20, 30), want: [3, 70] },
    {
      name: "allows more where days differ",
      days: daysOf(...steady(30).map((_, day) => 2 + (day % 10))),
      want: [7, 53],
    },
    {
      name: "allows a day that was as bad, while few are known",
      days: daysOf(...steady(12), 60),
      want: [5, 75],
    },
    { name: "leaves a single day out from 14 days on", days: daysOf(...steady(13), 60), want: [5, 27] },
    { name: "allows what was as bad twice", days: daysOf(...steady(13), 60, 50), want: [5, 67] },
  ])("$name", ({ days, want }) => {
    expect(percents(days)).toEqual(want);
  });

  test.each([
    { name: "a few more", now: ended(150, 50), days: steady(90), want: undefined },
    {
      name: "so many that chance explains them in few of 200",
      now: ended(138, 62),
      days: steady(90),
      want: undefined,
    },
    { name: "more than chance explains", now: ended(136, 64), days: steady(90), want: 0.05 },
    { name: "the same share of many", now: ended(1_420, 580), days: steady(90), want: 0.05 },
    { name: "as many where few days are known", now: ended(1_420, 580), days: steady(5), want: undefined },
    { name: "all where few days are known", now: ended(0, 200), days: steady(5), want: 0.05 },
    { name: "fewer than 200 final statuses", now: ended(0, 199), days: steady(90), want: undefined },
    { name: "none", now: ended(0, 0), days: steady(90), want: undefined },
  ])("$name: $want", ({ now, days, want }) => {
    const usual = usualIfFailing(now, daysOf(...days));
    expect(usual && Math.round(100 * usual) / 100).toBe(want);
  });
});

describe("a destination", () => {
  const past = new Map([
    ["44", 20],
    ["49", 9_000],
  ]);
  test.each([
    { prefix: "960", today: 200, want: 0 },
    { prefix: "960", today: 199, want: undefined },
    { prefix: "44", today: 201, want: 20 },
    { prefix: "44", today: 200, want: undefined },
    { prefix: "49", today: 50_000, want: undefined },
    { prefix: "", today: 50_000, want: undefined },
  ])("+$prefix with $today messages: $want", ({ prefix, today, want }) => {
    expect(usualIfNew(prefix, today, past)).toBe(want);
    expect(usualIfNew(prefix, today, undefined)).toBeUndefined();
  });
});

test.each([
  { days: [6, 16, 17, 18, 19], want: true },
  { days: [7, 16, 17, 18, 19], want: false },
  { days: [1, 2, 3, 4], want: false },
  { days: [], want: false },
])("a customer that sent on the days $days is known on day 20: $want", ({ days, want }) => {
  expect(isKnown(days, 20)).toBe(want);
});

test("unusual traffic in words", () => {
  const of = { customerId: 42, prefix: "", messages: 5_000, ended: undefined, usual: 480 };
  expect([
    unusualText({ ...of, kind: "volume" }),
    unusualText({ ...of, kind: "failures", messages: 150, ended: 250, usual: 125 }),
    unusualText({ ...of, kind: "destination", prefix: "960", usual: 3 }),
  ]).toEqual([
    "5000 messages within 10 minutes; usual at this hour: 480",
    "150 of 250 messages failed; usual share: 12.5 %",
    "5000 messages to +960 in a day; in the 13 weeks before: 3",
  ]);
});
