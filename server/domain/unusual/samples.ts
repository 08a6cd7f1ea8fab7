import { RecipientState } from "../recipient-state.js";
import { minute, type Outcomes } from "../usage/traffic.js";
import { acceptedState } from "../usage/usage.js";

/** Counters of messages as they are read from time to time, and what they grew by in between. */

/** A counter of the messages that a customer sent to a country on a day. */
export interface UsageCounter {
  readonly customerId: number;
  readonly day?: number | undefined;
  /** Country calling code. */
  readonly prefix?: string | undefined;
  readonly state: RecipientState;
  readonly messages: number;
}

interface DayOutcomes extends Outcomes {
  readonly customerId: number;
}

/** Counters at a time. */
export interface UsageSample {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** By customer and day. */
  readonly days: ReadonlyMap<string, DayOutcomes>;
}

const none: Outcomes = { accepted: 0, delivered: 0, failed: 0 };

const failedStates: ReadonlySet<RecipientState> = new Set([
  RecipientState.Undeliverable,
  RecipientState.Expired,
  RecipientState.Unknown,
  RecipientState.Rejected,
  RecipientState.Failed,
]);

/** Adds a counter to the outcomes. Messages that the customer cancelled have not failed. */
export function withCounter(sums: Outcomes, { state, messages }: UsageCounter): Outcomes {
  const { accepted, delivered, failed } = sums;
  if (state === acceptedState) return { accepted: accepted + messages, delivered, failed };
  if (state === RecipientState.Delivered) return { accepted, delivered: delivered + messages, failed };
  return failedStates.has(state) ? { accepted, delivered, failed: failed + messages } : sums;
}

/** Outcomes by a key of the counters. */
export function outcomesBy<K>(
  counters: readonly UsageCounter[],
  keyOf: (counter: UsageCounter) => K,
): ReadonlyMap<K, Outcomes> {
  const sums = new Map<K, Outcomes>();
  for (const counter of counters) {
    const key = keyOf(counter);
    sums.set(key, withCounter(sums.get(key) ?? none, counter));
  }
  return sums;
}

export function sampleOf(at: number, counters: readonly UsageCounter[]): UsageSample {
  const days = new Map<string, DayOutcomes>();
  for (const counter of counters) {
    const { customerId, day = 0 } = counter;
    const key = `${customerId} ${day}`;
    days.set(key, { customerId, ...withCounter(days.get(key) ?? none, counter) });
  }
  return { at, days };
}

/** What the counters of each customer grew by between two samples. A counter that is new began at 0 with its day. */
export function growthBetween(first: UsageSample, last: UsageSample): ReadonlyMap<number, Outcomes> {
  const grown = new Map<number, Outcomes>();
  for (const [key, { customerId, ...now }] of last.days) {
    const earlier = first.days.get(key) ?? none;
    const sums = grown.get(customerId) ?? none;
    const growth = (name: keyof Outcomes): number => sums[name] + Math.max(0, now[name] - earlier[name]);
    grown.set(customerId, {
      accepted: growth("accepted"),
      delivered: growth("delivered"),
      failed: growth("failed"),
    });
  }
  return grown;
}

/** A longer time between two samples is not traffic of one minute. */
export const longestGap = 2 * minute;

/** Milliseconds over which every sample is kept, and over which one of each ten minutes is. */
export const keptSamples = { all: 10 * minute, some: 60 * minute };

/** Rounds are late by some milliseconds. */
const late = minute / 2;

/** Samples of the last hour, the newest last; a gap begins again. */
export function keptWith(samples: readonly UsageSample[], next: UsageSample): readonly UsageSample[] {
  const last = samples.at(-1);
  if (last === undefined || next.at <= last.at || next.at - last.at > longestGap) return [next];
  const slotOf = (sample: UsageSample | undefined): number => Math.floor((sample?.at ?? 0) / keptSamples.all);
  const kept = samples.filter((sample, index) => {
    const age = next.at - sample.at - late;
    if (age <= keptSamples.all) return true;
    return age <= keptSamples.some && slotOf(sample) !== slotOf(samples[index - 1]);
  });
  return [...kept, next];
}

/** What the counters of each customer grew by in the last milliseconds, as far as there are samples. */
export function growthWithin(
  samples: readonly UsageSample[],
  milliseconds: number,
): ReadonlyMap<number, Outcomes> {
  const last = samples.at(-1);
  const first = samples.find(({ at }) => at >= (last?.at ?? 0) - milliseconds - late);
  return first === undefined || last === undefined ? new Map() : growthBetween(first, last);
}
