import { isBilled, isFinal, RecipientState } from "../recipient-state.js";

/** Kinds of messages that may be refunded. */
export const refundReasons = ["refused", "expired", "failed"] as const;

export type RefundReason = (typeof refundReasons)[number];

const { Queued, Undeliverable, Expired, Deleted, Unknown, Rejected, Failed } = RecipientState;
const { OptedOut, InvalidNumber, Blacklisted } = RecipientState;

/** The final states that may be refunded; `docs/reference/accounts.md` holds the same table. */
export const refundedStates: Readonly<Partial<Record<RecipientState, RefundReason>>> = {
  [Failed]: "refused",
  [Rejected]: "refused",
  [Expired]: "expired",
  [Undeliverable]: "failed",
  [Deleted]: "failed",
};

/**
 * Returns whether a message is refunded whose state changes, under the policy of its customer. Only its first final state other than
 * Unknown counts, so that it is refunded at most once, whatever receipts arrive and however the policy changes. A cancelled message
 * has a refund of its own.
 */
export function isRefunded(
  policy: readonly RefundReason[],
  from: RecipientState,
  to: RecipientState,
): boolean {
  const reason = refundedStates[to];
  if (reason === undefined || !policy.includes(reason)) return false;
  const isCancelled = from === Queued && to === Deleted;
  return !isCancelled && (!isFinal(from) || from === Unknown);
}

/** The charge of a transaction, and what was refunded of it. */
export interface Charged {
  /** Thousandths of a credit, as `refunded`. */
  readonly charge: number;
  readonly refunded: number;
  /** Recipients that were refunded, as they were counted; fewer for a transaction that an older version refunded. */
  readonly done: number;
  /** Recipients that were charged. */
  readonly recipients: number;
}

/**
 * Refund for further recipients, in thousandths of a credit: each recipient has an equal share of the charge. Rounded
 * so that the refunds of a transaction add up to its charge once all recipients are refunded, and never exceed it.
 */
export function refundShare({ charge, refunded, done, recipients }: Charged, further: number): number {
  if (charge === 0 || recipients === 0 || further === 0) return 0;
  const [total, count] = [BigInt(charge), BigInt(recipients)];
  // An older version did not count them: then the fewest whose shares make up the amount.
  const least = (BigInt(refunded) * count + total - 1n) / total;
  const before = BigInt(done) > least ? BigInt(done) : least;
  const after = before + BigInt(further);
  const due = (total * (after > count ? count : after)) / count;
  return Math.max(0, Number(due) - refunded);
}

/** A transaction of which messages are refunded. */
export interface RefundedRow extends Charged {
  /** 1 for the transaction of a campaign; its `recipients` are those that the campaign may take. */
  readonly campaign: 0 | 1;
}

/** A refund: thousandths of a credit, and the refunded recipients of the transaction with those before. */
export interface Refund {
  readonly amount: number;
  readonly done: number;
}

/** A message that an operator wants to refund. */
export interface RefundableRow {
  readonly state: RecipientState;
  /** 1 if it was refunded before. */
  readonly refunded: number;
}

/** Reasons why a message is not refunded: it has no final state yet, it was not charged, or it was refunded before. */
export type RefundRefusal = "open" | "free" | "done";

/**
 * Why a message may not be refunded. One that was rejected before sending is not charged, nor is a copy; the settlement of a campaign
 * returns the charge of messages that the network did not accept.
 */
export function refundRefusal(
  { state, refunded }: RefundableRow,
  { charge, campaign }: Pick<RefundedRow, "charge" | "campaign">,
): RefundRefusal | undefined {
  if (charge === 0 || state === InvalidNumber || state === Blacklisted) return "free";
  if (!isFinal(state)) return "open";
  if (campaign === 1 && !isBilled(state) && state !== OptedOut) return "free";
  return refunded === 1 ? "done" : undefined;
}

/** Milliseconds in which the refunds of an operator are limited. */
export const refundPeriod = 24 * 3_600_000;

/**
 * Refund for messages that have ended in these states. The settlement of a campaign returns the charge of messages that the network
 * did not accept, but for those whose recipients opted out.
 */
export function refundOf(row: RefundedRow, ends: readonly RecipientState[]): Refund {
  const isDue = (end: RecipientState): boolean => isBilled(end) || end === OptedOut;
  const further = row.campaign === 1 ? ends.filter(isDue).length : ends.length;
  return { amount: refundShare(row, further), done: row.done + further };
}
