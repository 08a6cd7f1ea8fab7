import { describe, expect, test } from "@jest/globals";
import { balanceEnd } from "#server/domain/credit/balance-end.js";
import { endText, paceText } from "#server/faces/web/balance-end.js";

const hour = 3_600_000;
const now = Date.UTC(2030, 0, 15, 9, 18);

describe("the end of a balance", () => {
  test.each<{
    left: number | undefined;
    hour: number;
    week: number;
    want: readonly [string, string] | undefined;
  }>([
    { left: undefined, hour: 1_000, week: 9_000, want: undefined },
    { left: 0, hour: 1_000, week: 9_000, want: undefined },
    { left: -5, hour: 1_000, week: 9_000, want: undefined },
    { left: 5_000, hour: 0, week: 0, want: undefined },
    // A refund is more than the charges.
    { left: 5_000, hour: -10, week: -20, want: undefined },
    { left: 1_000, hour: 1_250, week: 0, want: ["hour", "2030-01-15T10:06"] },
    { left: 24_000, hour: 1_000, week: 168, want: ["hour", "2030-01-16T09:18"] },
    { left: 24_001, hour: 1_000, week: 168_000, want: ["week", "2030-01-16T09:18"] },
    { left: 48_000, hour: 1_000, week: 84_000, want: ["week", "2030-01-19T09:18"] },
    { left: 48_000, hour: 0, week: 168_000, want: ["week", "2030-01-17T09:18"] },
    { left: 48_000, hour: 1_000, week: 0, want: ["hour", "2030-01-17T09:18"] },
    { left: 500, hour: 100, week: 1_680_000, want: ["hour", "2030-01-15T14:18"] },
  ])("$left left, $hour in an hour and $week in a week: $want", ({ want, ...spending }) => {
    const end = balanceEnd(spending, now);
    expect(end && [end.of, new Date(end.at).toISOString().slice(0, 16)]).toEqual(want);
  });
});

describe("words for the end", () => {
  test.each([
    { at: now + 0.8 * hour, zone: "UTC", want: "ends today about 10:06" },
    { at: now + 14 * hour, zone: "UTC", want: "ends today about 23:18" },
    { at: now + 15 * hour, zone: "UTC", want: "ends tomorrow about 00:18" },
    // 04:18 there.
    { at: now + 15 * hour, zone: "America/New_York", want: "ends today about 19:18" },
    { at: now + 16 * hour, zone: "Asia/Kolkata", want: "ends tomorrow about 06:48" },
    { at: now + 48 * hour, zone: "UTC", want: "ends 17 Jan about 09:18" },
    { at: now + 360 * 24 * hour, zone: "UTC", want: "ends 10 Jan 2031 about 09:18" },
    { at: now + 366 * 24 * hour, zone: "UTC", want: "lasts more than a year" },
  ])("$want in $zone", ({ at, zone, want }) => {
    expect(endText({ at, perHour: 1, of: "week" }, { now, zone })).toBe(want);
  });

  test.each([
    { perHour: 412_499, of: "hour" as const, want: "412 credits an hour, as in the last hour" },
    { perHour: 10_869, of: "week" as const, want: "10.9 credits an hour, as in the last 7 days" },
    { perHour: 24_720_000, of: "hour" as const, want: "24,720 credits an hour, as in the last hour" },
    { perHour: 1_000, of: "hour" as const, want: "1 credits an hour, as in the last hour" },
  ])("$want", ({ want, ...pace }) => {
    expect(paceText({ at: 0, ...pace })).toBe(want);
  });
});
