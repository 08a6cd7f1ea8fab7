/** What is unusual about the traffic of a customer, judged by its own past. */
export const unusualKinds = ["volume", "failures", "destination"] as const;
export type UnusualKind = (typeof unusualKinds)[number];

/** Unusual traffic of a customer. */
export interface Unusual {
  readonly customerId: number;
  readonly kind: UnusualKind;
  /** Country calling code of a new destination; empty for the other kinds. */
  readonly prefix: string;
  /** Messages within ten minutes, messages that failed, or messages of the day to the destination. */
  readonly messages: number;
  /** Messages with a final status, of which `messages` failed; undefined for the other kinds. */
  readonly ended: number | undefined;
  /** Messages within ten minutes, failures of 1,000 messages, or messages to the destination in its past. */
  readonly usual: number;
}

/** Milliseconds without it after which the same unusual traffic is a new finding. */
export const findingPause = 24 * 3_600_000;

/** Milliseconds after which unusual traffic that was not seen again is over. */
export const overAfter = 3_600_000;

/** Unusual traffic as it is stored. */
export interface Finding extends Unusual {
  readonly id: number;
  /** When it was found, and when it was last seen, in milliseconds since the epoch. */
  readonly at: number;
  readonly lastAt: number;
}

/** A customer whose new sends are refused until an operator releases it. */
export interface HeldCustomer {
  readonly customerId: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** The second largest value, so that a single exception is not usual; of one value, that one. */
export function secondLargest(values: readonly number[]): number {
  const [first = 0, second = first] = values.toSorted((one, other) => other - one);
  return second;
}

/** Share of 1,000 as a percentage. */
const percent = (thousandths: number): string => `${thousandths / 10} %`;

/** Unusual traffic, in words, without the customer. */
export function unusualText({ kind, prefix, messages, ended = 0, usual }: Unusual): string {
  switch (kind) {
    case "volume":
      return `${messages} messages within 10 minutes; usual at this hour: ${usual}`;
    case "failures":
      return `${messages} of ${ended} messages failed; usual share: ${percent(usual)}`;
    case "destination":
      return `${messages} messages to +${prefix} in a day; in the 13 weeks before: ${usual}`;
  }
}
