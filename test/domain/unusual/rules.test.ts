import { describe, expect, test } from "@jest/globals";
import { usualIfNew } from "#server/domain/unusual/destinations.js";
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

describe("the usual share of failures", () => {
  const five = [ended(98, 2), ended(95, 5), ended(40, 60), ended(90, 10), ended(99, 1)];
  const many = [...five, ...Array.from({ length: 9 }, () => ended(97, 3))];
  test.each([
    { name: "is that of the worst day", days: five, want: 0.6 },
    { name: "leaves a single day out from 14 days on", days: many, want: 0.1 },
    { name: "is unknown with fewer than five days", days: five.slice(1), want: undefined },
    { name: "does not count a day with few final statuses", days: [...many, ended(5, 44)], want: 0.1 },
  ])("$name", ({ days, want }) => {
    expect(usualShare(days)).toBe(want);
  });

  const usual = (failed: number) => Array.from({ length: 5 }, () => ended(100 - failed, failed));
  test.each([
    { name: "20 points more", now: ended(140, 60), usually: 10, want: undefined },
    { name: "more than 20 points more", now: ended(139, 61), usually: 10, want: 0.1 },
    { name: "twice as many", now: ended(80, 120), usually: 30, want: undefined },
    { name: "more than twice as many", now: ended(79, 121), usually: 30, want: 0.3 },
    { name: "half of what usually arrives", now: ended(60, 140), usually: 40, want: undefined },
    { name: "less than half of what usually arrives", now: ended(59, 141), usually: 40, want: 0.4 },
    { name: "fewer than 200 final statuses", now: ended(0, 199), usually: 10, want: undefined },
    { name: "none", now: ended(0, 0), usually: 10, want: undefined },
  ])("$name: $want", ({ now, usually, want }) => {
    expect(usualIfFailing(now, usual(usually))).toBe(want);
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
