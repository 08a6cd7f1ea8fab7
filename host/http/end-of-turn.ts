/**
 * Runs steps together at the end of a turn of the event loop, in the order in which they were added. Responses that are
 * written one after the other cost less than responses between other work, because the kernel wakes the callers in the
 * time of the server.
 */
export class EndOfTurn {
  #steps: (() => void)[] = [];

  /** @param step catches its own errors */
  add(step: () => void): void {
    if (this.#steps.push(step) === 1) setImmediate(this.#run);
  }

  readonly #run = (): void => {
    const steps = this.#steps;
    this.#steps = [];
    for (const step of steps) step();
  };
}
