import { describe, expect, test } from "@jest/globals";
import { responseLimits, noResponses, placeAmong, quantileAmong } from "#server/domain/usage/quantiles.js";

const bounds = [10, 20, 50];

describe("the place of a value", () => {
  test.each([
    [0, 0],
    [10, 0],
    [10.1, 1],
    [20, 1],
    [50, 2],
    [50.01, 3],
    [Infinity, 3],
  ])("%d is at %d", (value, want) => {
    expect(placeAmong(bounds, value)).toBe(want);
  });
});

describe("the quantile", () => {
  test.each<{ counts: readonly number[]; share: number; want: number | undefined }>([
    { counts: [], share: 0.95, want: undefined },
    { counts: [0, 0, 0, 0], share: 0.95, want: undefined },
    { counts: [10, 0, 0, 0], share: 0.5, want: 5 },
    { counts: [10, 0, 0, 0], share: 1, want: 10 },
    { counts: [0, 10, 0, 0], share: 0.5, want: 15 },
    { counts: [90, 10, 0, 0], share: 0.9, want: 10 },
    { counts: [90, 10, 0, 0], share: 0.95, want: 15 },
    { counts: [90, 0, 10, 0], share: 0.95, want: 35 },
    { counts: [90, 0, 0, 10], share: 0.95, want: Infinity },
    { counts: [90, 0, 0, 10], share: 0.9, want: 10 },
  ])("$share of $counts: $want", ({ counts, share, want }) => {
    expect(quantileAmong(bounds, counts, share)).toBe(want);
  });
});

test("responses have a place for each bound and one behind them", () => {
  expect(noResponses()).toHaveLength(responseLimits.length + 1);
  expect([...responseLimits]).toEqual([...responseLimits].sort((one, other) => one - other));
});
