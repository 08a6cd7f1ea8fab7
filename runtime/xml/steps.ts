/** Work in steps of bounded length. The runner can do other work at each yield. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs work to its end at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
