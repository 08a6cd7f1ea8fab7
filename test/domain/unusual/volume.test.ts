import { describe, expect, test } from "@jest/globals";
import { type HourPeak, usualIfExceeded, usualPeak } from "#server/domain/unusual/volume.js";

const week = 168;
const hour = 100 * week;

/** A peak in each hour that `select` gives one for, over some weeks before `hour`. */
function pastOf(weeks: number, select: (before: number) => number): readonly HourPeak[] {
  return Array.from({ length: weeks * week }, (_, index) => weeks * week - index)
    .map((before) => ({ hour: hour - before, peak: select(before) }))
    .filter(({ peak }) => peak > 0);
}

describe("the usual peak", () => {
  test.each([
    { name: "is unknown without a past", past: [], want: undefined },
    { name: "is unknown in the first two weeks", past: pastOf(2, () => 100).slice(1), want: undefined },
    { name: "is known after two weeks", past: pastOf(2, () => 100), want: 100 },
    {
      name: "is that of the same hour of the week",
      past: pastOf(4, (before) => (before % 24 === 0 ? 90 : 300)),
      want: 300,
    },
    {
      name: "does not look further than an hour to both sides",
      past: pastOf(4, (before) => (before % 24 < 2 || before % 24 > 22 ? 90 : 300)),
      want: 90,
    },
    {
      name: "leaves a single exception out",
      past: pastOf(4, (before) => (before === 2 * week ? 9_000 : 90)),
      want: 90,
    },
    {
      name: "is that of the bursts if there is no traffic at this hour",
      past: pastOf(4, (before) => (before % week === 30 ? 700 + before : 0)),
      want: 700 + 30 + 2 * week,
    },
    {
      name: "is that of the only burst in the third week",
      past: pastOf(3, (before) => (before === 90 ? 5_000 : before === 3 * week ? 0 : 10)),
      want: 5_000,
    },
    {
      name: "leaves the largest burst out after three weeks",
      past: pastOf(3, (before) => (before === 90 ? 5_000 : 10)),
      want: 10,
    },
    {
      name: "is that of the bursts if they are not daily",
      past: pastOf(4, (before) => (before % week === 30 ? 5_000 : 10)),
      want: 5_000,
    },
  ])("$name", ({ past, want }) => {
    expect(usualPeak(past, hour)).toBe(want);
  });
});

test("unusual is what is over the least number and over 3.2 times the usual one", () => {
  const past = (peak: number) => pastOf(4, () => peak);
  const judge = (peak: number, usual: number) => usualIfExceeded({ hour, peak }, past(usual));
  expect(judge(320, 100)).toBeUndefined();
  expect(judge(321, 100)).toBe(100);
  expect(judge(199, 1)).toBeUndefined();
  expect(judge(200, 1)).toBe(1);
  expect(usualIfExceeded({ hour, peak: 9_000 }, [])).toBeUndefined();
});
