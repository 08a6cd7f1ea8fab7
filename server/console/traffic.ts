/** Counters at a time, by name. */
interface Sample {
  readonly at: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Milliseconds: rates are those of this period. */
const period = 20_000;

/** Counters start at 0 again with their process. */
function growth(before: number, after: number): number {
  return after >= before ? after - before : after;
}

/** Computes rates from counters that are read now and then. */
export class Traffic {
  #samples: readonly Sample[] = [];

  /** Adds the counters of a time. */
  add(counts: ReadonlyMap<string, number>, at: number): void {
    const recent = this.#samples.filter((sample) => at - sample.at <= period);
    // One older sample, so that there is a rate at once after a pause.
    const older = this.#samples.filter((sample) => at - sample.at > period).slice(-1);
    this.#samples = [...(recent.length > 1 ? [] : older), ...recent, { at, counts }];
  }

  /** Growth of a counter per second; undefined until two samples have it. */
  rateOf(name: string): number | undefined {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    const [before, after] = [first?.counts.get(name), last?.counts.get(name)];
    if (first === undefined || last === undefined || before === undefined || after === undefined)
      return undefined;
    return last.at === first.at ? undefined : (growth(before, after) * 1000) / (last.at - first.at);
  }
}
