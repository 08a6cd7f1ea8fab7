import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";

/** One line of the result table. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: "x" | "ms" | "MB";
  /** What is to be reached, for example `<= 2.0`; undefined for a row that only informs. */
  readonly goal?: { readonly at: "most" | "least"; readonly value: number };
  /** The figure behind the ratio, for the reader. */
  readonly note?: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/**
 * Runs every contestant once per round, forwards then backwards, so that all meet the same changes of load, and
 * returns the cost of each per round.
 */
export async function interleave(
  contestants: readonly { readonly name: string; cost(): Promise<number> | number }[],
  rounds: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const costs = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contestant of round % 2 === 0 ? contestants : [...contestants].reverse()) {
      costs.get(contestant.name)?.push(await contestant.cost());
    }
  }
  return costs;
}

/** Median over the rounds of cost divided by the baseline's cost in the same round. */
export function ratio(costs: ReadonlyMap<string, readonly number[]>, name: string, baseline: string): number {
  const own = costs.get(name) ?? [];
  const base = costs.get(baseline) ?? [];
  return median(own.map((cost, round) => cost / (base[round] ?? NaN)));
}

export function reached(row: Row): boolean | undefined {
  if (row.goal === undefined) return undefined;
  return row.goal.at === "most" ? row.value <= row.goal.value : row.value >= row.goal.value;
}

/** CPU time of this process in microseconds spent by `work`. */
export function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The most resident memory that a process has had (VmHWM of proc(5)), in MB. */
export function peakMemory({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
}
