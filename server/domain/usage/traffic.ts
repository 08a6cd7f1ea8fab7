import { isFinal, RecipientState } from "../recipient-state.js";
import { acceptedState } from "./usage.js";

/** The link of traffic of the whole service. */
export const wholeService = "";

/** Traffic of the service or of one link, in one minute or in a longer step. */
export interface Traffic {
  /** Start, in milliseconds since the epoch. */
  readonly at: number;
  /** Name of the link, or `wholeService`. */
  readonly link: string;
  /** Messages accepted from customers; of a link: parts that its network accepted. */
  readonly accepted: number;
  /** Messages that were delivered; of a link: receipts that changed a status. */
  readonly delivered: number;
  /** Accepted messages that ended otherwise; of a link: parts that its network refused. */
  readonly failed: number;
  /** Messages that waited, at most. */
  readonly waiting: number;
  /** Seconds for which the oldest due message waited, at most; 0 of a link. */
  readonly oldest: number;
}

/** How a network answered over a link, in one minute or in a longer step. */
export interface LinkTraffic {
  /** Start, in milliseconds since the epoch. */
  readonly at: number;
  /** Name of the link. */
  readonly link: string;
  /** Parts in flight, at most, and how many may be. */
  readonly used: number;
  readonly window: number;
  /** Responses by their time: `responseLimits`. */
  readonly responses: readonly number[];
}

export const minute = 60_000;

/** Milliseconds for which traffic is kept. */
export const trafficKeptFor = 8 * 86_400_000;

/** Messages by outcome. */
export interface Outcomes {
  readonly accepted: number;
  readonly delivered: number;
  readonly failed: number;
}

/** Sums the counters of usage by outcome. Messages that were refused before they were accepted are not counted. */
export function outcomesOf(
  counts: readonly { readonly state: RecipientState; readonly messages: number }[],
): Outcomes {
  const sums = { accepted: 0, delivered: 0, failed: 0 };
  for (const { state, messages } of counts) {
    if (state === acceptedState) sums.accepted += messages;
    else if (state === RecipientState.Delivered) sums.delivered += messages;
    else if (isFinal(state) && state < RecipientState.InvalidNumber) sums.failed += messages;
  }
  return sums;
}
