import type { Outcomes } from "../usage/traffic.js";
import { minute } from "../usage/traffic.js";
import { secondLargest } from "./unusual.js";

/** A customer more of whose messages fail than usually, judged by the shares of its past days. */

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
} as const;

export type Ended = Pick<Outcomes, "delivered" | "failed">;

function shareOf({ delivered, failed }: Ended): number {
  return failed / (delivered + failed);
}

/** The usual share of failures of a customer; undefined without enough days. */
export function usualShare(days: readonly Ended[]): number | undefined {
  const shares = days.filter((day) => day.delivered + day.failed >= failureRule.day).map(shareOf);
  if (shares.length < failureRule.known) return undefined;
  return shares.length < failureRule.many ? Math.max(...shares) : secondLargest(shares);
}

/** The largest share that is not unusual: with twice the usual failures, or half of the messages that usually arrive. */
function largestShare(usual: number): number {
  return Math.max(usual + failureRule.above, Math.min(2 * usual, (1 + usual) / 2));
}

/** Whether so many failed that the share may be unusual, whatever the past. */
export function mayBeFailing(ended: Ended): boolean {
  return ended.delivered + ended.failed >= failureRule.least && shareOf(ended) > failureRule.above;
}

/** The usual share if this one is unusual. */
export function usualIfFailing(ended: Ended, days: readonly Ended[]): number | undefined {
  const usual = mayBeFailing(ended) ? usualShare(days) : undefined;
  return usual !== undefined && shareOf(ended) > largestShare(usual) ? usual : undefined;
}
