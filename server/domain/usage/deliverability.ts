import type { RecipientState } from "../recipient-state.js";
import { delayLimits } from "./deliverability-counts.js";
import { quantileAmong } from "./quantiles.js";

/** Deliverability: which share of messages was delivered, how long receipts took and why others failed, against the period before. */

/** What the rows of a report are about; each has a key. */
export type DeliverabilityGrouping =
  /** Calling codes. */
  | "country"
  /** Longer prefixes, of all customers. */
  | "prefix"
  | "prefixAndLink"
  /** Numbers of links and of customers. */
  | "link"
  | "customer"
  /** Hours since the epoch. */
  | "hour";

/** Sum of messages with a final status in one of two periods; or, with a reason, of those of the later one that failed for it. */
export interface DeliverabilitySum {
  readonly isEarlier: boolean;
  readonly key: string;
  /** Only if the grouping has it besides its key. */
  readonly linkId: number | undefined;
  readonly reason: Reason | undefined;
  readonly messages: number;
  /** Delivered messages by the delay of the receipt; empty with a reason. */
  readonly delays: readonly number[];
}

/** Why messages ended without delivery. */
interface Reason {
  readonly state: RecipientState;
  /** Of the network, or a text of the service; may be empty. */
  readonly code: string;
}

/** Messages that got a final status in a period. */
export interface Share {
  readonly delivered: number;
  readonly ended: number;
}

/** Messages that ended without delivery for the same reason. */
export interface Failures extends Reason {
  readonly messages: number;
}

/** Deliverability of one key. */
export interface Delivery extends Share {
  readonly key: string;
  readonly linkId: number | undefined;
  /** In the period before. */
  readonly before: Share;
  readonly delays: readonly number[];
  readonly delaysBefore: readonly number[];
  /** The most frequent first. */
  readonly failures: readonly Failures[];
}

interface Sum {
  delivered: number;
  ended: number;
  readonly delays: number[];
}

const noSum = (): Sum => ({ delivered: 0, ended: 0, delays: [0, ...delayLimits].map(() => 0) });

interface KeySums extends Pick<Delivery, "key" | "linkId"> {
  readonly now: Sum;
  readonly before: Sum;
  readonly failures: Failures[];
}

function addTo(sums: KeySums, { isEarlier, reason, messages, delays }: DeliverabilitySum): void {
  if (reason !== undefined) {
    sums.failures.push({ ...reason, messages });
    return;
  }
  const sum = isEarlier ? sums.before : sums.now;
  sum.ended += messages;
  for (const [place, count] of delays.entries()) {
    sum.delivered += count;
    sum.delays[place] = (sum.delays[place] ?? 0) + count;
  }
}

/** Compares two periods by key; those with most messages first. Keys without messages in the later period are left out. */
export function deliveries(sums: readonly DeliverabilitySum[]): readonly Delivery[] {
  const found = new Map<string, KeySums>();
  for (const sum of sums) {
    const { key, linkId } = sum;
    const place = `${key} ${linkId ?? ""}`;
    const known = found.get(place) ?? { key, linkId, now: noSum(), before: noSum(), failures: [] };
    found.set(place, known);
    addTo(known, sum);
  }
  return [...found.values()]
    .filter(({ now }) => now.ended > 0)
    .map(({ key, linkId, now, before, failures }) => ({
      key,
      linkId,
      ...now,
      before,
      delaysBefore: before.delays,
      failures: failures
        .filter(({ messages }) => messages > 0)
        .sort((one, other) => other.messages - one.messages || one.state - other.state),
    }))
    .sort((one, other) => other.ended - one.ended || (one.key < other.key ? -1 : 1));
}

/**
 * The delay in seconds that a share of the receipts, 0 to 1, did not exceed, estimated between its bounds. Infinity if it is longer than
 * all bounds; undefined without receipts.
 */
export const delayAt = (delays: readonly number[], share: number): number | undefined =>
  quantileAmong(delayLimits, delays, share);

/** Standard deviations beyond which chance explains a difference in one of a hundred cases. */
const beyondChance = 2.576;

/** Change of the share delivered, -1 to 1; undefined without messages in one of the periods. */
export function changeOf(now: Share, before: Share): number | undefined {
  if (now.ended === 0 || before.ended === 0) return undefined;
  return now.delivered / now.ended - before.delivered / before.ended;
}

/** Change of the share delivered in standard deviations of two proportions; 0 if it cannot be told. */
function deviationsOf(now: Share, before: Share): number {
  const share = (now.delivered + before.delivered) / (now.ended + before.ended);
  const deviation = Math.sqrt(share * (1 - share) * (1 / now.ended + 1 / before.ended));
  return deviation > 0 ? (changeOf(now, before) ?? 0) / deviation : 0;
}

/** Whether the change of the share delivered is more than chance: two proportions, 99 %. */
export function isChanged(now: Share, before: Share): boolean {
  return Math.abs(deviationsOf(now, before)) > beyondChance;
}

/** Messages that got a final status in an hour, or in a day that begins with it. */
export interface TimedShare extends Share {
  /** Since the epoch. */
  readonly hour: number;
}

const sumOf = (shares: readonly Share[]): Share => ({
  delivered: shares.reduce((sum, { delivered }) => sum + delivered, 0),
  ended: shares.reduce((sum, { ended }) => sum + ended, 0),
});

/**
 * When deliverability got worse: the hour that divides the shares, in the order of time, into a better and a worse part most clearly.
 * Undefined if chance explains each such difference.
 */
export function worseSince(shares: readonly TimedShare[]): number | undefined {
  let [clearest, since]: [number, number | undefined] = [-beyondChance, undefined];
  for (const [index, { hour }] of shares.entries()) {
    const change = deviationsOf(sumOf(shares.slice(index)), sumOf(shares.slice(0, index)));
    if (change < clearest) [clearest, since] = [change, hour];
  }
  return since;
}

/** Messages that would have been delivered with the share of the period before, if the change is more than chance; otherwise 0. */
export function lostMessages({ before, ...now }: Delivery): number {
  const change = changeOf(now, before) ?? 0;
  return change < 0 && isChanged(now, before) ? Math.round(-change * now.ended) : 0;
}

/** Periods that are compared with the one before of the same length; those of days begin at midnight, UTC. */
export const comparedPeriods = ["24h", "7d", "30d"] as const;
export type ComparedPeriod = (typeof comparedPeriods)[number];

/** Hours since the epoch: of the earlier period the first one, of the later one the first one and the one after the last. */
export interface ComparedHours {
  readonly from: number;
  readonly middle: number;
  readonly until: number;
}

/** The hours of a period that contains an hour, and those of the one before. */
export function comparedHours(period: ComparedPeriod, hour: number): ComparedHours {
  const length = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 }[period];
  const until = period === "24h" ? hour + 1 : hour - (hour % 24) + 24;
  return { from: until - 2 * length, middle: until - length, until };
}
