/** Lets the calls that wait be served. */
export function otherCalls(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Runs work in slices, so that other calls do not wait for its end. */
export async function inSlices<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await otherCalls();
  }
}
