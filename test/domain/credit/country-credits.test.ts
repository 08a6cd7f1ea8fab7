import { expect, test } from "@jest/globals";
import { countryCreditsOf, countryCreditsShown } from "#server/admin/country-limits.js";
import {
  type CountryLimit,
  countryCreditsIn,
  countryCreditsText,
  exceeded,
  spendingDay,
  spendingOf,
} from "#server/domain/credit/country-credits.js";

const all = (credits: number | undefined): CountryLimit => ({ country: "", credits });
const of = (country: string, credits: number | undefined): CountryLimit => ({ country, credits });

test.each<[given: string, want: readonly CountryLimit[], shown?: string]>([
  ["none", [], ""],
  ["100", [all(100_000)]],
  ["0", [all(0)]],
  ["0.125", [all(125)]],
  ["44=500", [of("44", 500_000)]],
  ["+44=500", [of("44", 500_000)], "44=500"],
  ["100, 0044=5.5", [all(100_000), of("44", 5_500)], "100,44=5.5"],
  ["100,1=none,44=0", [all(100_000), of("1", undefined), of("44", 0)]],
  ["1=none", [of("1", undefined)]],
  ["none,960=10", [all(undefined), of("960", 10_000)]],
  ["7=1,1=2,20=3", [of("7", 1_000), of("1", 2_000), of("20", 3_000)]],
])("limits %s are read, stored and shown", (given, want, shown = given) => {
  const limits = countryCreditsOf(given);
  expect(limits).toEqual(want);
  expect(countryCreditsIn(countryCreditsText(limits))).toEqual(want);
  expect(countryCreditsShown(limits)).toBe(shown);
});

test.each([
  "",
  "all",
  "-1",
  "44",
  "44=",
  "=5",
  "44=-5",
  "44=5=6",
  "4=5",
  "4420=5",
  "none=5",
  "100,200",
  "44=1,+44=2",
  "1e3",
  "100,",
  "0.0001",
])("limits %j are refused", (given) => {
  if (given === "44") expect(countryCreditsOf(given)).toEqual([all(44_000)]);
  else expect(() => countryCreditsOf(given)).toThrow(/invalid|two limits|decimals/u);
});

const prices = new Map([
  ["44", 3_000],
  ["1", 500],
  ["", 7],
  ["49", 0],
]);

test.each<{ limits: readonly CountryLimit[]; spent?: Record<string, number>; want: string | undefined }>([
  { limits: [], want: undefined },
  { limits: [all(6_000)], want: undefined },
  { limits: [all(5_999)], want: "44" },
  { limits: [all(6_000)], spent: { 44: 1 }, want: "44" },
  { limits: [all(6_000)], spent: { 1: 5_000 }, want: undefined },
  { limits: [all(6_000)], spent: { 1: 5_001 }, want: "1" },
  { limits: [all(6_000), of("1", undefined)], spent: { 1: 9_000_000 }, want: undefined },
  { limits: [all(100_000), of("44", 5_999)], want: "44" },
  { limits: [of("44", 6_000)], spent: { 1: 9_000_000 }, want: undefined },
  { limits: [of("1", 999)], want: "1" },
  { limits: [of("1", 1_000)], want: undefined },
  { limits: [all(13), of("44", 6_000), of("1", 1_000)], want: "" },
  { limits: [all(14), of("44", 6_000), of("1", 1_000)], want: undefined },
  { limits: [of("49", 0)], want: undefined },
  { limits: [all(0), of("44", undefined), of("1", undefined)], want: "" },
])("two parts, limits $limits after $spent: $want", ({ limits, spent = {}, want }) => {
  const spending = spendingOf(limits, prices, 2, 0);
  expect(spending && exceeded(spending, (country) => spent[country] ?? 0)).toBe(want);
});

test.each([
  ["UTC", "2030-01-15T23:59:59Z", "2030-01-15"],
  ["UTC", "2030-01-16T00:00:00Z", "2030-01-16"],
  ["Europe/Paris", "2030-01-15T22:59:59Z", "2030-01-15"],
  ["Europe/Paris", "2030-01-15T23:00:00Z", "2030-01-16"],
  ["Europe/Paris", "2030-07-15T21:59:59Z", "2030-07-15"],
  ["Europe/Paris", "2030-07-15T22:00:00Z", "2030-07-16"],
  ["Asia/Kathmandu", "2030-01-15T18:14:59Z", "2030-01-15"],
  ["Asia/Kathmandu", "2030-01-15T18:15:00Z", "2030-01-16"],
  ["America/New_York", "2030-01-16T04:59:59Z", "2030-01-15"],
  ["Pacific/Kiritimati", "2030-01-15T10:00:00Z", "2030-01-16"],
])("the day in %s at %s is %s", (zone, at, want) => {
  expect(new Date(spendingDay(Date.parse(at), zone) * 86_400_000).toISOString().slice(0, 10)).toBe(want);
});
