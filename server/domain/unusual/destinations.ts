/** A country to which a customer never or hardly sent before. */

export const destinationRule = {
  /** Fewer messages to it in a day are never unusual. */
  least: 200,
  /** It is new if the messages of the day are more than as many times those of the past. */
  times: 10,
  /** Days that are looked at: a campaign that is repeated every quarter goes to a known destination. */
  past: 91,
  /** Days of a past that is long enough to judge by, and those of them on which the customer must have sent. */
  known: 14,
  active: 5,
} as const;

/** Messages of a past to each country calling code. */
export type Destinations = ReadonlyMap<string, number>;

/** Whether a past is long enough to judge by: the days, since the epoch, on which a customer sent before today. */
export function isKnown(days: readonly number[], today: number): boolean {
  return days.length >= destinationRule.active && Math.min(...days) <= today - destinationRule.known;
}

/** The messages of the past to a destination if it is new; `past` is undefined for a customer that is not known long enough. */
export function usualIfNew(
  prefix: string,
  today: number,
  past: Destinations | undefined,
): number | undefined {
  const earlier = past?.get(prefix) ?? 0;
  const isNew = past !== undefined && prefix !== "" && today >= destinationRule.least;
  return isNew && today > destinationRule.times * earlier ? earlier : undefined;
}
