/** Spans of time whose counters of deliverability are summed, so that few of them cover a period. */

/**
 * Lengths in hours. Spans of days begin at midnight, UTC; those of five days every fifth. A period of 30 days and the one before it begin at
 * the same day of five, and ten spans cover each; nine cover 24 hours.
 */
const lengths = [1, 6, 24, 120] as const;

/** The longest span that is a day. */
export const ofDay = 24;

/** The longest span of all. */
export const longestSpan = 120;

/** Span of the counters of an hour that are not yet added to the others. */
export const newSpan = 0;

/** Hours for which the counters of each length are kept: a week by hour in any time zone, and two of the longest periods and a month. */
const keptFor: Readonly<Record<(typeof lengths)[number], number>> = {
  1: 9 * 24,
  6: 78,
  24: 92 * 24,
  120: 92 * 24 + longestSpan,
};

export interface Span {
  /** In hours. */
  readonly span: number;
  /** The first one, in hours since the epoch. */
  readonly hour: number;
}

/** The spans that contain an hour. */
export function spansOf(hour: number): readonly Span[] {
  return lengths.map((span) => ({ span, hour: hour - (hour % span) }));
}

/** The first span of each length that is kept at an hour. */
export function firstKept(hour: number): readonly Span[] {
  return lengths.map((span) => ({ span, hour: hour - keptFor[span] }));
}

/** The fewest spans, none longer than `longest`, that cover the hours from one to before another. */
export function spansBetween(from: number, until: number, longest: number): readonly Span[] {
  const spans: Span[] = [];
  for (let hour = from; hour < until; hour += spans.at(-1)?.span ?? 1) {
    const fits = (span: number): boolean => span <= longest && hour % span === 0 && hour + span <= until;
    spans.push({ span: lengths.findLast(fits) ?? 1, hour });
  }
  return spans;
}
