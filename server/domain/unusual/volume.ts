import { minute } from "../usage/traffic.js";
import { secondLargest } from "./unusual.js";

/** A customer that sends far more than it usually does at an hour, judged by its own past. */

const week = 168;

export const volumeRule = {
  /** Milliseconds over which messages are counted. */
  window: 10 * minute,
  /** Fewer messages within a window are never unusual. */
  least: 200,
  /** More than as many times the usual number is unusual. */
  times: 3.2,
  /** Hours of a past that is long enough to judge by. */
  known: 2 * week,
  /** Hours of a past from which on the largest burst does not count: in a shorter one, it may be one of many. */
  many: 3 * week,
  /** Hours that are looked at. */
  past: 4 * week,
} as const;

/** Most messages of a customer within a window that ended in an hour. */
export interface HourPeak {
  /** UTC, in hours since the epoch. */
  readonly hour: number;
  readonly peak: number;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Largest peak of each day with traffic; days begin at the hour that is judged. */
function dailyPeaks(past: readonly HourPeak[], hour: number): readonly number[] {
  const days = new Map<number, number>();
  for (const each of past) {
    const day = Math.floor((hour - 1 - each.hour) / 24);
    days.set(day, Math.max(days.get(day) ?? 0, each.peak));
  }
  return [...days.values()];
}

/** Largest peak around the same hour of each past week that the customer was there; 0 of a week without traffic at that time. */
function weeklyPeaks(past: readonly HourPeak[], hour: number, first: number): readonly number[] {
  const peaks = new Map(past.map((each) => [each.hour, each.peak]));
  const peakAt = (at: number): number => peaks.get(at) ?? 0;
  const around = (at: number): number => Math.max(peakAt(at - 1), peakAt(at), peakAt(at + 1));
  return [1, 2, 3, 4]
    .map((weeks) => hour - weeks * week)
    .filter((at) => at >= first)
    .map(around);
}

/**
 * The usual peak of a customer at an hour. A customer with traffic at this hour of most weeks is compared with that hour; one whose traffic
 * comes at any time, or in bursts of which the largest are not daily, with its largest bursts. Undefined in the first two weeks of a customer.
 */
export function usualPeak(all: readonly HourPeak[], hour: number): number | undefined {
  const past = all.filter((each) => each.hour < hour && each.hour >= hour - volumeRule.past - 1);
  const first = Math.min(...past.map((each) => each.hour));
  if (past.length === 0 || hour - first < volumeRule.known) return undefined;
  const daily = dailyPeaks(past, hour);
  const weekly = weeklyPeaks(past, hour, first);
  const burst = hour - first < volumeRule.many ? Math.max(...daily) : secondLargest(daily);
  const active = weekly.filter((peak) => peak > 0);
  const isRegular = 4 * active.length >= 3 * weekly.length && burst <= 4 * median(daily);
  if (!isRegular) return burst;
  return weekly.length < 4 ? Math.max(...weekly) : secondLargest(weekly);
}

/** The usual peak if this one is unusual. */
export function usualIfExceeded(peak: HourPeak, past: readonly HourPeak[]): number | undefined {
  if (peak.peak < volumeRule.least) return undefined;
  const usual = usualPeak(past, peak.hour);
  return usual !== undefined && peak.peak > volumeRule.times * usual ? usual : undefined;
}
