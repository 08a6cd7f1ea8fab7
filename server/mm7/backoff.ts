/** Milliseconds after the first failure, and at most. */
const first = 1_000;
const longest = 60_000;

/** How long to leave a network alone after it could not be reached so often in a row: 1 s, 2 s, 4 s, up to a minute. */
export function backoff(failures: number): number {
  return Math.min(longest, first * 2 ** Math.min(failures - 1, 10));
}
