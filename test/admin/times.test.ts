import { describe, expect, test } from "@jest/globals";
import { expiryOf, timeOf } from "#server/admin/values.js";

const now = Date.UTC(2030, 0, 15, 12);

describe("a time that is typed", () => {
  test.each([
    ["2030-01-16", "2030-01-16T00:00:00.000Z"],
    ["2030-01-16T08:30Z", "2030-01-16T08:30:00.000Z"],
    ["2030-01-16T08:30:15Z", "2030-01-16T08:30:15.000Z"],
    ["2030-01-16T08:30:15.5Z", "2030-01-16T08:30:15.500Z"],
    ["2030-01-16T08:30:15.123+05:45", "2030-01-16T02:45:15.123Z"],
    ["2030-01-16T00:30-09:30", "2030-01-16T10:00:00.000Z"],
    ["2032-02-29", "2032-02-29T00:00:00.000Z"],
    ["36h", "2030-01-14T00:00:00.000Z"],
    ["7d", "2030-01-08T12:00:00.000Z"],
    ["2030-02-29", undefined],
    ["2030-02-30", undefined],
    ["2030-02-31T12:00:00Z", undefined],
    ["2030-04-31T12:00:00+02:00", undefined],
    ["2030-06-31", undefined],
    ["2030-11-31T00:00Z", undefined],
    ["2030-01-00", undefined],
    ["2030-00-10", undefined],
    ["2030-13-01", undefined],
    ["2030-01-15T24:00Z", undefined],
    ["2030-01-15T23:60Z", undefined],
    ["2030-01-15T12:00:60Z", undefined],
    ["2030-01-15T12:00:00+99:59", undefined],
    ["2030-01-15T12:00:00", undefined],
    ["2030-1-15", undefined],
    ["15.01.2030", undefined],
    ["", undefined],
  ])("%s is %s", (text, want) => {
    const read = (): string => new Date(timeOf(text, now)).toISOString();
    if (want === undefined) expect(read).toThrow("invalid time");
    else expect(read()).toBe(want);
  });
});

describe("an end that is typed", () => {
  test.each([
    ["36h", "2030-01-17T00:00:00.000Z"],
    ["90d", "2030-04-15T12:00:00.000Z"],
    ["2030-01-15T12:00:00.001Z", "2030-01-15T12:00:00.001Z"],
    ["2030-01-15T12:00:00Z", undefined],
    ["2030-01-15", undefined],
    ["0h", undefined],
    ["2030-02-30", undefined],
  ])("%s is %s", (text, want) => {
    const read = (): string => new Date(expiryOf(text, now)).toISOString();
    if (want === undefined) expect(read).toThrow("invalid");
    else expect(read()).toBe(want);
  });
});
