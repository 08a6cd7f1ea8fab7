/** Milliseconds, of the 180 s that a test has. */
const limit = 60_000;

/**
 * A run of a property that talks to servers and stores. On a machine that is busy the runs behind the first minute do nothing, so that
 * a number of runs is no wall time: the test ends when its last run does, and leaves no request behind.
 */
export function inTime<Given extends unknown[]>(
  run: (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  let end: number | undefined;
  return async (...given) => {
    end ??= performance.now() + limit;
    if (performance.now() < end) await run(...given);
  };
}

/** Runs of a random test: a quarter of `count`, and all of them with `MESSENGER_RUNS=1`. `MESSENGER_RUNS=50` makes fifty times as many. */
export function runsOf(count: number): number {
  return Math.ceil(count * Number(process.env["MESSENGER_RUNS"] ?? 0.25));
}
