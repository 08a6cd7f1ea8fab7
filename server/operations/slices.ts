/** Lets the calls that wait be served. */
function otherCalls(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Milliseconds of work after which other calls have their turn. */
const sliceTime = 2;

/** Runs work in slices of about 2 ms, so that other calls do not wait for its end. */
export async function inSlices<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begun < sliceTime) continue;
    await otherCalls();
    begun = performance.now();
  }
}
