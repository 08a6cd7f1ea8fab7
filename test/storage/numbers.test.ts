import { expect, test } from "@jest/globals";
import { assert, integer, property } from "fast-check";
import {
  numbersAt,
  numbersBeside,
  perWeek,
  weekMilliseconds,
  weekOf,
  weeks,
} from "#server/storage/schema/numbers.js";

const week = (n: number) => ({ first: n * 2 ** 31, last: (n + 1) * 2 ** 31 - 1 });

test.each([
  { title: "the first moment", time: Date.UTC(2026, 0, 1), want: week(0) },
  { title: "the last moment of the first week", time: Date.UTC(2026, 0, 8) - 1, want: week(0) },
  { title: "the second week", time: Date.UTC(2026, 0, 8), want: week(1) },
  { title: "a time before all", time: 0, want: week(0) },
  { title: "the last week", time: Date.UTC(2104, 5, 30), want: week(4095) },
  { title: "a time after all", time: Date.UTC(2200, 0, 1), want: week(4095) },
])("$title has numbers from $want.first", ({ time, want }) => {
  expect(numbersAt(time)).toEqual(want);
});

test("a number tells its week, and those beside it", () => {
  const number = integer({ min: 1, max: perWeek - 1 });
  assert(
    property(integer({ min: 0, max: weeks - 1 }), number, (n, within) => {
      const { first, last } = week(n);
      expect(numbersBeside(first + within)).toEqual({ first, last });
      expect(numbersAt(weekOf(first + within))).toEqual({ first, last });
      expect(numbersAt(weekOf(first + within) + weekMilliseconds - 1)).toEqual({ first, last });
    }),
  );
});

test("eight bits above all numbers are free, and all is exact", () => {
  const largest = weeks * perWeek - 1;
  expect(largest).toBe(2 ** 43 - 1);
  expect(2 ** 43 * 255 + largest).toBeLessThan(Number.MAX_SAFE_INTEGER);
});
