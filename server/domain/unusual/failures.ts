import type { Outcomes } from "../usage/traffic.js";
import { minute } from "../usage/traffic.js";
import { secondLargest } from "./unusual.js";

/** A customer more of whose messages fail than usually, judged by how much the shares of its past days differ. */

export const failureRule = {
  /** Milliseconds over which final statuses are counted, the shortest first: the first one with enough of them is judged. */
  windows: [10 * minute, 60 * minute],
  /** Fewer final statuses are never judged. */
  least: 200,
  /** An unusual share is larger than the usual one by more than this. */
  above: 0.2,
  /** Days that are looked at. */
  past: 91,
  /** Final statuses that a day needs to count. */
  day: 50,
  /** Such days that are enough to judge by, and those from which on a single one does not count. */
  known: 5,
  many: 14,
  /** Standard deviations of days, in odds, that an unusual share is above the usual one. */
  deviations: 5,
  /** How much days differ if nothing is known, in odds, and the number of days that this counts as. */
  spread: { deviation: 0.45, days: 28 },
  /** Odds that an unusual share is above those of the worst day. */
  aboveWorst: 0.7,
  /** Standard deviations of chance that an unusual share may be larger than the one that was counted. */
  chance: 2,
} as const;

export type Ended = Pick<Outcomes, "delivered" | "failed">;

const endedOf = ({ delivered, failed }: Ended): number => delivered + failed;

/** Logarithm of failures to delivered messages: days that differ by a factor differ by the same amount at any share. */
const oddsOf = ({ delivered, failed }: Ended): number => Math.log((failed + 0.5) / (delivered + 0.5));

const shareAt = (odds: number): number => 1 / (1 + Math.exp(-odds));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [middle, other] = [sorted[sorted.length >> 1] ?? 0, sorted[(sorted.length - 1) >> 1] ?? 0];
  return (middle + other) / 2;
}

/** Standard deviation that a few exceptions do not change, with what is assumed while there are few values. */
function deviationOf(values: readonly number[], middle: number): number {
  const own = 1.4826 * median(values.map((value) => Math.abs(value - middle)));
  const { deviation, days } = failureRule.spread;
  return Math.sqrt((days * deviation ** 2 + values.length * own ** 2) / (days + values.length));
}

/** What is usual for a customer. */
export interface UsualShare {
  readonly usual: number;
  /** The largest share that is not unusual. */
  readonly largest: number;
}

/** The usual share of failures of a customer; undefined without enough days. */
export function usualShare(days: readonly Ended[]): UsualShare | undefined {
  const judged = days.filter((day) => endedOf(day) >= failureRule.day);
  if (judged.length < failureRule.known) return undefined;
  const odds = judged.map(oddsOf);
  const middle = median(odds);
  // With few days, the middle one may be off by as much as a day.
  const deviation = deviationOf(odds, middle) * Math.sqrt(1 + Math.PI / 2 / odds.length);
  const worst = odds.length < failureRule.many ? Math.max(...odds) : secondLargest(odds);
  const most = Math.max(middle + failureRule.deviations * deviation, worst + failureRule.aboveWorst);
  const usual = median(judged.map((day) => day.failed / endedOf(day)));
  return { usual, largest: Math.max(usual + failureRule.above, shareAt(most)) };
}

/** The least share that explains what was counted (Wilson's interval). */
function leastShare(ended: Ended): number {
  const [count, { chance }] = [endedOf(ended), failureRule];
  const share = ended.failed / count;
  const width = chance * Math.sqrt((share * (1 - share)) / count + (chance / (2 * count)) ** 2);
  return (share + chance ** 2 / (2 * count) - width) / (1 + chance ** 2 / count);
}

/** Whether so many failed that the share may be unusual, whatever the past. */
export function mayBeFailing(ended: Ended): boolean {
  return endedOf(ended) >= failureRule.least && leastShare(ended) > failureRule.above;
}

/** The usual share if this one is unusual. */
export function usualIfFailing(ended: Ended, days: readonly Ended[]): number | undefined {
  const share = mayBeFailing(ended) ? usualShare(days) : undefined;
  return share !== undefined && leastShare(ended) > share.largest ? share.usual : undefined;
}
