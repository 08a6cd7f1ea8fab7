import { describe, expect, test } from "@jest/globals";
import { preciseTime, shownTime, stepText, zoneText } from "#server/faces/web/times.js";

const now = Date.UTC(2030, 0, 15, 12, 0, 0);
const zone = "America/New_York";

describe("a time on a page", () => {
  test.each([
    [now - 16_000, "16 s ago"],
    [now - 59_999, "59 s ago"],
    [now - 60_000, "1 min ago"],
    [now - 3_599_999, "59 min ago"],
    [now - 3_600_000, "06:00"],
    [now - 12 * 3_600_000, "14 Jan 19:00"],
    [now + 300_000, "in 5 min"],
    [now + 86_400_000, "16 Jan 07:00"],
    [Date.UTC(2029, 5, 1), "31 May 2029"],
  ])("%d: %s", (time, want) => {
    expect(shownTime(time, { now, zone })).toMatchObject({ text: want, iso: new Date(time).toISOString() });
  });

  test("has its exact value with the zone", () => {
    const { title, text } = shownTime(now - 16_000, { now, zone }, true);
    expect([title, text]).toEqual(["15 Jan 2030, 06:59:44 New York", "15 Jan 2030, 06:59:44"]);
    expect(preciseTime(now + 7, "Asia/Kolkata")).toBe("17:30:00.007");
  });
});

test.each([
  ["UTC", "UTC"],
  [zone, "New York, UTC−5"],
  ["Asia/Kolkata", "Kolkata, UTC+5:30"],
  ["Africa/Abidjan", "Abidjan, UTC"],
])("the zone %s: %s", (name, want) => {
  expect(zoneText(name, now)).toBe(want);
});

test.each([
  [0, "+ 0 ms"],
  [165, "+ 165 ms"],
  [3_588, "+ 3.6 s"],
  [120_000, "+ 2 min"],
  [7_200_000, "+ 2 h"],
  [4 * 86_400_000, "+ 4 days"],
])("a step of %d: %s", (milliseconds, want) => {
  expect(stepText(milliseconds)).toBe(want);
});
