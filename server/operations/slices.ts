/** Lets the calls that wait be served. */
function otherCalls(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Milliseconds of work after which other calls have their turn. */
const sliceTime = 2;

/**
 * Runs work in slices of about 2 ms, so that other calls do not wait for its end. The result of work without a pause, such as that of
 * a message to one number, is at hand at once.
 */
export function inSlices<T>(steps: Generator<undefined, T, undefined>): T | Promise<T> {
  const begun = performance.now();
  const first = steps.next();
  return first.done === true ? first.value : remaining(steps, begun);
}

async function remaining<T>(steps: Generator<undefined, T, undefined>, since: number): Promise<T> {
  for (let begun = since; ;) {
    if (performance.now() - begun >= sliceTime) {
      await otherCalls();
      begun = performance.now();
    }
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
