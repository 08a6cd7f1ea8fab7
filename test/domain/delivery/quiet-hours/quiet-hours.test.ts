import { describe, expect, test } from "@jest/globals";
import {
  earliestAllowed,
  QuietHours,
  quietText,
  quietWindow,
  zonesOf,
} from "#server/domain/delivery/quiet-hours/quiet-hours.js";
import { regionOf } from "#server/domain/recipients/countries.js";
import { callingCode } from "#server/domain/usage/usage.js";
import { toLocalTime } from "#server/domain/time-zone.js";

const night = "21:00-08:00";

test.each<[string, { start: number; end: number } | undefined]>([
  [night, { start: 1_260, end: 480 }],
  ["00:00-06:30", { start: 0, end: 390 }],
  ["12:15-13:45", { start: 735, end: 825 }],
  ["23:45-00:00", { start: 1_425, end: 0 }],
  ["21:00-21:00", undefined],
  ["21:00-24:00", undefined],
  ["21:10-08:00", undefined],
  ["9:00-17:00", undefined],
  ["21:00 - 08:00", undefined],
  ["21:00", undefined],
  ["", undefined],
  ["21-8", undefined],
])("the window %s", (text, want) => {
  expect(quietWindow(text)).toEqual(want);
});

test.each([
  ["447700900123", "GB"],
  ["12025550101", "US"],
  ["14165550101", "CA"],
  ["18765550101", "JM"],
  ["17875550101", "PR"],
  ["18095550101", "DO"],
  ["79161234567", "RU"],
  ["77012345678", "KZ"],
  ["76012345678", "KZ"],
  ["262692123456", "RE"],
  ["262639123456", "YT"],
  ["9779841234567", "NP"],
  ["38349123456", "XK"],
  ["88216555510", undefined],
  ["0", undefined],
])("the region of %s is %s", (phone, want) => {
  expect(regionOf(phone, callingCode(phone))).toBe(want);
});

test.each([
  ["GB", 1],
  ["NP", 1],
  ["XK", 1],
  ["US", 20],
  ["RU", 20],
  ["AU", 10],
])("the platform has the zones of %s: at least %d", (region, least) => {
  expect(zonesOf(region).length).toBeGreaterThanOrEqual(least);
});

/** Of which country a number is. */
const numbers = {
  GB: "447700900123",
  NP: "9779841234567",
  IN: "919812345678",
  AU: "61412345678",
  RU: "79161234567",
  KZ: "77012345678",
  US: "12025550101",
  CA: "14165550101",
  JM: "18765550101",
  YT: "262639123456",
  RE: "262692123456",
  XK: "38349123456",
  MA: "212612345678",
  none: "88216555510",
} as const;

interface Row {
  readonly to: keyof typeof numbers;
  readonly window?: string;
  readonly zone?: string;
  readonly at: string;
  /** Absent: allowed at once. */
  readonly want?: string;
}

const rows: readonly Row[] = [
  // One zone, both ends of the window.
  { to: "GB", at: "2030-01-15T20:59:59Z" },
  { to: "GB", at: "2030-01-15T21:00:00Z", want: "2030-01-16T08:00:00Z" },
  { to: "GB", at: "2030-01-16T07:59:59Z", want: "2030-01-16T08:00:00Z" },
  { to: "GB", at: "2030-01-16T08:00:00Z" },
  { to: "GB", window: "12:00-13:00", at: "2030-01-15T12:30:00Z", want: "2030-01-15T13:00:00Z" },
  { to: "GB", window: "12:00-13:00", at: "2030-01-15T13:00:00Z" },
  { to: "GB", window: "00:00-06:30", at: "2030-01-15T23:59:59Z" },
  { to: "GB", window: "00:00-06:30", at: "2030-01-16T00:00:00Z", want: "2030-01-16T06:30:00Z" },
  // Clocks set forward and back, also over an end of the window.
  { to: "GB", at: "2030-03-30T21:00:00Z", want: "2030-03-31T07:00:00Z" },
  { to: "GB", at: "2030-07-15T20:00:00Z", want: "2030-07-16T07:00:00Z" },
  { to: "GB", at: "2030-10-26T20:00:00Z", want: "2030-10-27T08:00:00Z" },
  { to: "GB", window: "00:00-01:30", at: "2030-03-31T00:45:00Z", want: "2030-03-31T01:00:00Z" },
  { to: "GB", window: "00:00-01:30", at: "2030-10-27T00:15:00Z", want: "2030-10-27T00:30:00Z" },
  { to: "GB", window: "00:00-01:30", at: "2030-10-27T00:45:00Z" },
  { to: "GB", window: "00:00-01:30", at: "2030-10-27T01:15:00Z", want: "2030-10-27T01:30:00Z" },
  // Zones of quarters and halves of an hour.
  { to: "NP", at: "2030-01-15T15:14:59Z" },
  { to: "NP", at: "2030-01-15T15:15:00Z", want: "2030-01-16T02:15:00Z" },
  { to: "IN", at: "2030-01-15T15:30:00Z", want: "2030-01-16T02:30:00Z" },
  // Several zones: Perth opens, Sydney closes; in their winter Lord Howe, half an hour ahead.
  { to: "AU", at: "2030-01-15T09:59:59Z" },
  { to: "AU", at: "2030-01-15T10:00:00Z", want: "2030-01-16T00:00:00Z" },
  { to: "AU", at: "2030-07-15T10:29:59Z" },
  { to: "AU", at: "2030-07-15T10:30:00Z", want: "2030-07-16T00:00:00Z" },
  { to: "US", at: "2030-01-15T13:00:00Z", want: "2030-01-15T18:00:00Z" },
  { to: "US", at: "2030-01-16T01:59:59Z" },
  { to: "US", at: "2030-01-16T02:00:00Z", want: "2030-01-16T18:00:00Z" },
  { to: "US", at: "2030-07-16T01:00:00Z", want: "2030-07-16T18:00:00Z" },
  { to: "CA", at: "2030-01-15T15:00:00Z", want: "2030-01-15T16:00:00Z" },
  { to: "CA", at: "2030-01-16T00:30:00Z", want: "2030-01-16T16:00:00Z" },
  { to: "JM", at: "2030-01-15T13:00:00Z" },
  { to: "JM", at: "2030-07-16T02:00:00Z", want: "2030-07-16T13:00:00Z" },
  { to: "KZ", at: "2030-01-15T02:59:59Z", want: "2030-01-15T03:00:00Z" },
  { to: "YT", at: "2030-01-15T18:00:00Z", want: "2030-01-16T05:00:00Z" },
  { to: "RE", at: "2030-01-15T17:00:00Z", want: "2030-01-16T04:00:00Z" },
  // Eleven zones leave three hours; a longer window none, and the zone of the service counts.
  { to: "RU", at: "2030-01-15T05:59:59Z", want: "2030-01-15T06:00:00Z" },
  { to: "RU", at: "2030-01-15T08:59:59Z" },
  { to: "RU", at: "2030-01-15T09:00:00Z", want: "2030-01-16T06:00:00Z" },
  { to: "RU", window: "18:00-09:00", at: "2030-01-15T08:00:00Z", want: "2030-01-15T09:00:00Z" },
  { to: "RU", window: "18:00-09:00", at: "2030-01-15T17:59:59Z" },
  { to: "RU", window: "18:00-09:00", zone: "Asia/Tokyo", at: "2030-01-15T08:59:59Z" },
  {
    to: "RU",
    window: "18:00-09:00",
    zone: "Asia/Tokyo",
    at: "2030-01-15T09:00:00Z",
    want: "2030-01-16T00:00:00Z",
  },
  // No country: the zone of the service.
  { to: "none", at: "2030-01-15T21:00:00Z", want: "2030-01-16T08:00:00Z" },
  { to: "none", zone: "Asia/Tokyo", at: "2030-01-15T11:59:59Z" },
  { to: "none", zone: "Asia/Tokyo", at: "2030-01-15T12:00:00Z", want: "2030-01-15T23:00:00Z" },
  { to: "none", zone: "Asia/Kathmandu", at: "2030-01-15T15:15:00Z", want: "2030-01-16T02:15:00Z" },
  { to: "XK", at: "2030-01-15T20:00:00Z", want: "2030-01-16T07:00:00Z" },
];

const iso = (time: number): string => new Date(time).toISOString().replace(".000Z", "Z");

describe("a message of a list", () => {
  const hours = new QuietHours();
  test.each(rows)(
    "to $to at $at, $window $zone: $want",
    ({ to, window = night, zone = "UTC", at, want = at }) => {
      const quiet = quietText(window, zone);
      const time = Date.parse(at);
      expect(iso(new QuietHours().allowedFrom(quiet, numbers[to], time))).toBe(want);
      // One that has looked at other times and countries before.
      expect(iso(hours.allowedFrom(quiet, numbers[to], time))).toBe(want);
    },
  );
});

test("the moment that is found is the first one outside of the window in every zone of the country", () => {
  const step = 15 * 60_000;
  const allowedIn = (zone: string, at: number, { start, end }: { start: number; end: number }): boolean => {
    const minutes = Math.floor((toLocalTime(at, zone) % 86_400_000) / 60_000);
    return start < end ? minutes < start || minutes >= end : minutes >= end && minutes < start;
  };
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const windows = [night, "20:30-07:45", "12:00-14:00", "22:00-00:00", "00:00-09:15"];
  const hours = new QuietHours();
  for (const region of ["GB", "NP", "AU", "US", "CA", "KZ", "MA"] as const)
    for (const text of windows) {
      const window = quietWindow(text) ?? { start: 0, end: 1 };
      const zones = zonesOf(region);
      const isAllowed = (at: number): boolean => zones.every((zone) => allowedIn(zone, at, window));
      for (let run = 0; run < 4; run++) {
        const at = Date.UTC(2030, 0, 1) + random(365 * 1_440) * 60_000;
        const found = hours.allowedFrom(quietText(text, "UTC"), numbers[region], at);
        expect([region, text, iso(at), isAllowed(found)]).toEqual([region, text, iso(at), true]);
        for (let before = at; before < found; before += step) expect(isAllowed(before)).toBe(false);
      }
    }
});

test.each([
  ["2030-01-15T12:00:00Z", 2, "2030-01-15T14:00:00Z"],
  ["2030-01-15T20:00:00Z", 1, "2030-01-15T21:00:00Z"],
  ["2030-01-15T20:00:00Z", 2, "2030-01-16T09:00:00Z"],
  ["2030-01-15T22:00:00Z", 1, "2030-01-16T09:00:00Z"],
  ["2030-01-15T20:00:00Z", 15, "2030-01-17T09:00:00Z"],
  ["2030-03-30T20:00:00Z", 2, "2030-03-31T08:00:00Z"],
])("delivery that begins at %s and may take %d hours ends at %s", (from, time, want) => {
  const end = new QuietHours().endOf(quietText(night, "UTC"), numbers.GB, Date.parse(from), time * 3_600_000);
  expect(iso(end)).toBe(want);
});

test.each<{ to: readonly (keyof typeof numbers)[]; at: string; want: string }>([
  { to: ["GB"], at: "2030-01-15T22:00:00Z", want: "2030-01-16T08:00:00Z" },
  { to: ["GB", "NP"], at: "2030-01-15T22:00:00Z", want: "2030-01-16T02:15:00Z" },
  { to: ["GB", "NP", "US"], at: "2030-01-15T22:00:00Z", want: "2030-01-15T22:00:00Z" },
  { to: [], at: "2030-01-15T22:00:00Z", want: "2030-01-15T22:00:00Z" },
])("a send to $to at $at is due at $want", ({ to, at, want }) => {
  for (const list of [
    to.map((each) => numbers[each]),
    Float64Array.from(to, (each) => Number(numbers[each])),
  ]) {
    const steps = earliestAllowed(quietText(night, "UTC"), list, Date.parse(at));
    expect(iso(steps.next().value ?? 0)).toBe(want);
  }
});
