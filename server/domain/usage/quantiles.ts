/** Values that are counted by bounds, from which quantiles are estimated. */

/** Place of a value among bounds: that of the first one that it does not exceed, or the one behind them. */
export function placeAmong(bounds: readonly number[], value: number): number {
  const place = bounds.findIndex((bound) => value <= bound);
  return place < 0 ? bounds.length : place;
}

/**
 * The value that a share of the counted ones, 0 to 1, did not exceed, estimated between its bounds. Infinity if it is beyond all bounds;
 * undefined without values.
 */
export function quantileAmong(
  bounds: readonly number[],
  counts: readonly number[],
  share: number,
): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return undefined;
  let left = share * total;
  for (const [place, bound] of bounds.entries()) {
    const [count = 0, lower = 0] = [counts[place], bounds[place - 1]];
    if (count > 0 && left <= count) return lower + ((bound - lower) * left) / count;
    left -= count;
  }
  return Infinity;
}

/** Upper bounds of the times from a part that is handed over to the response of the network, in milliseconds. */
export const responseLimits = [
  10, 20, 50, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 30_000,
] as const;

/** Counts of responses of a link by their time: none. */
export const noResponses = (): number[] => [0, ...responseLimits].map(() => 0);
