/** Targets of a measurement: `must` before a release, then the goal, then the moonshot. */
export interface Targets {
  readonly at: "most" | "least";
  readonly must: number;
  readonly goal: number;
  readonly moonshot: number;
}

/** One line of a result table. */
export interface Row {
  readonly name: string;
  /** Of medians. */
  readonly value: number;
  /** The same of the means of the lowest thirds: what the work costs while nothing else runs. */
  readonly best?: number | undefined;
  readonly unit: "x" | "us" | "ms" | "MB" | "a second";
  /** Undefined for a row that only informs. */
  readonly targets?: Targets | undefined;
  /** Half the distance between the quartiles of the rounds, as a part of their median. */
  readonly spread?: number | undefined;
  /** The absolute values of the ratio. */
  readonly note?: string | undefined;
}

/** The value below which a share of the values lies, interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below = NaN, above = below] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Mean of the lowest third. */
export function lowestThird(values: readonly number[]): number {
  const lowest = [...values].sort((a, b) => a - b).slice(0, Math.max(1, Math.floor(values.length / 3)));
  return lowest.reduce((sum, value) => sum + value, 0) / lowest.length;
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Half the distance between the quartiles, as a part of the median. */
export function spreadOf(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values);
}

/** Cost of each contestant per round. */
export type Costs = ReadonlyMap<string, readonly number[]>;

/**
 * Runs every contestant once per round, forwards then backwards, so that all meet the same changes of load, and
 * returns the cost of each per round.
 */
export async function interleave(
  contestants: readonly { readonly name: string; cost(): Promise<number> | number }[],
  rounds: number,
): Promise<Costs> {
  const costs = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contestant of round % 2 === 0 ? contestants : [...contestants].reverse()) {
      costs.get(contestant.name)?.push(await contestant.cost());
    }
  }
  return costs;
}

/** The typical cost of a contestant over its rounds. */
export function costOf(costs: Costs, name: string): number {
  return median(costs.get(name) ?? []);
}

function bestOf(costs: Costs, name: string): number {
  return lowestThird(costs.get(name) ?? []);
}

export type Compared = Readonly<Record<"value" | "best" | "spread", number>>;

/** Geometric mean of comparisons; the spread is the largest. */
export function meanOf(all: readonly Compared[]): Compared {
  return {
    value: geometricMean(all.map(({ value }) => value)),
    best: geometricMean(all.map(({ best }) => best)),
    spread: Math.max(...all.map(({ spread }) => spread)),
  };
}

/** Values of rounds, as a row shows them; `at`: whether the best ones are the lowest or the highest. */
export function ofRounds(values: readonly number[], at: "most" | "least" = "most"): Compared {
  const best = at === "most" ? lowestThird(values) : -lowestThird(values.map((value) => -value));
  return { value: median(values), best, spread: spreadOf(values) };
}

/** Cost of `name` in units of `baseline`, and how much the rounds differ in it. */
export function compared(costs: Costs, name: string, baseline: string): Compared {
  const base = costs.get(baseline) ?? [];
  const perRound = (costs.get(name) ?? []).map((cost, round) => cost / (base[round] ?? NaN));
  return {
    value: costOf(costs, name) / costOf(costs, baseline),
    best: bestOf(costs, name) / bestOf(costs, baseline),
    spread: spreadOf(perRound),
  };
}

/** The highest target that a row reaches; undefined when it has none, `missed` below `must`. */
export function verdict({ targets, value }: Row): "moonshot" | "goal" | "must" | "missed" | undefined {
  if (targets === undefined) return undefined;
  const reaches = (wanted: number): boolean => (targets.at === "most" ? value <= wanted : value >= wanted);
  if (reaches(targets.moonshot)) return "moonshot";
  if (reaches(targets.goal)) return "goal";
  return reaches(targets.must) ? "must" : "missed";
}

/** CPU time of this process in microseconds spent by `work`. */
export function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
