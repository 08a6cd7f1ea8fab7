/** Work in steps of bounded length. Whoever runs it can do something else wherever it yields. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs work to its end at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
