import { setImmediate } from "node:timers/promises";

/** Values that are worked on at once: less than a millisecond. */
const atOnce = 200;

/**
 * Maps any number of values, such as the rows of a long table, in slices, between which the calls that wait are served. A short list is
 * mapped at once.
 */
export async function mapInSlices<From, To>(
  values: readonly From[],
  map: (value: From) => To,
): Promise<readonly To[]> {
  const mapped: To[] = [];
  for (let from = 0; from < values.length; from += atOnce) {
    if (from > 0) await setImmediate();
    for (const value of values.slice(from, from + atOnce)) mapped.push(map(value));
  }
  return mapped;
}
