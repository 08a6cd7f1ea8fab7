const shortest = 1_000;
const longest = 60_000;

/**
 * Milliseconds before the next connection after some failures in a row, the first being 0: 1 s, doubled with each, at
 * most 60 s; shorter by up to half of it, so that links do not all come back at once. `random` is 0 to 1.
 */
export function reconnectDelay(failures: number, random: number): number {
  const delay = Math.min(longest, shortest * 2 ** Math.min(failures, 10));
  return delay * (1 - random / 2);
}
