import { describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import {
  acceptedBetween,
  type HourPeak,
  unusualRule,
  usualIfExceeded,
  usualPeak,
} from "#server/domain/usage/unusual-traffic.js";
import { simulated, type SimulatedCustomer } from "./simulated-customers.js";

const week = 168;
const hour = 100 * week;

const accepted = (customerId: number, day: number, messages: number) => ({
  ...{ customerId, day, state: RecipientState.Queued, messages },
});

test("accepted messages between two samples: by customer, over the end of a day, without other states", () => {
  const first = { at: 0, counts: [accepted(42, 1, 10), accepted(43, 1, 5), accepted(44, 1, 3)] };
  const delivered = { ...accepted(43, 1, 900), state: RecipientState.Delivered };
  const last = {
    at: 1,
    counts: [accepted(42, 1, 12), accepted(42, 2, 7), accepted(43, 1, 5), delivered, accepted(45, 2, 1)],
  };
  expect([...acceptedBetween(first, last)]).toEqual([
    [42, 9],
    [45, 1],
  ]);
});

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
      name: "is that of the bursts if they are not daily",
      past: pastOf(4, (before) => (before % week === 30 ? 5_000 : 10)),
      want: 5_000,
    },
  ])("$name", ({ past, want }) => {
    expect(usualPeak(past, hour)).toBe(want);
  });
});

test("unusual is what is over the least number and over three and a half times the usual one", () => {
  const past = (peak: number) => pastOf(4, () => peak);
  const judge = (peak: number, usual: number) => usualIfExceeded({ hour, peak }, past(usual));
  expect(judge(350, 100)).toBeUndefined();
  expect(judge(351, 100)).toBe(100);
  expect(judge(199, 1)).toBeUndefined();
  expect(judge(200, 1)).toBe(1);
  expect(usualIfExceeded({ hour, peak: 9_000 }, [])).toBeUndefined();
});

const windowMinutes = unusualRule.window / 60_000;

/** Messages of the last ten minutes, minute by minute. */
function windowsOf(minutes: readonly number[]): readonly number[] {
  let sum = 0;
  return minutes.map((count, index) => (sum += count - (minutes[index - windowMinutes] ?? 0)));
}

function hourPeaks({ minutes, firstHour }: SimulatedCustomer): readonly HourPeak[] {
  const peaks: number[] = [];
  for (const [index, messages] of windowsOf(minutes).entries()) {
    const at = Math.floor(index / 60);
    peaks[at] = Math.max(peaks[at] ?? 0, messages);
  }
  return peaks.map((peak, index) => ({ hour: firstHour + index, peak })).filter(({ peak }) => peak > 0);
}

/** Minutes of ten times the traffic until it is noticed; undefined if it is not within ten. */
function noticedAfter(customer: SimulatedCustomer, from: number): number | undefined {
  const { minutes, firstHour } = customer;
  const jumped = minutes.map((count, index) => (index >= from ? 10 * count : count));
  const windows = windowsOf(jumped);
  const past = hourPeaks({ ...customer, minutes: minutes.slice(0, from) });
  const after = Array.from({ length: windowMinutes }, (_, index) => index + 1);
  return after.find((passed) => {
    const at = from + passed - 1;
    const peak = { hour: firstHour + Math.floor(at / 60), peak: windows[at] ?? 0 };
    return usualIfExceeded(peak, past) !== undefined;
  });
}

describe("four weeks of 50 customers after two others", () => {
  const customers = simulated(50, 6, 1);

  test("give at most one false alarm a week", () => {
    const alarms = customers.flatMap((customer) => {
      const peaks = hourPeaks(customer);
      return peaks
        .filter((peak, index) => usualIfExceeded(peak, peaks.slice(0, index)) !== undefined)
        .map((peak) => ({ kind: customer.kind, week: Math.floor((peak.hour - customer.firstHour) / week) }));
    });
    const byWeek = [0, 1, 2, 3, 4, 5].map((each) => alarms.filter((alarm) => alarm.week === each));
    expect(byWeek.filter((each) => each.length > 1)).toEqual([]);
  });

  test("ten times the traffic is noticed within ten minutes", () => {
    const late = customers
      .map((customer) => ({ kind: customer.kind, after: noticedAfter(customer, customer.jumpAt) }))
      .filter(({ after }) => after === undefined);
    expect(late).toEqual([]);
  });
});
