import { RecipientState } from "../outbox/recipient-state.js";
import type { StateRow, Transitions } from "../outbox/transitions.js";

/** A message that the operator wants to cancel. */
export interface CancelRow extends StateRow {
  readonly attempts: number;
  /** 1 when an attempt ended without a response: the network may have it. */
  readonly uncertain: number;
  /** Parts that a network has accepted. */
  readonly sentParts: number;
}

export interface Cancellation extends Transitions {
  /** Cancelled messages of which no network has anything: they are refunded. */
  readonly unsent: number;
}

/** Reason that is stored with a cancelled message. */
export const cancelled = "cancelled by the operator";

/** Cancels the messages that wait; others stay as they are. A cancelled message has the status `SMSC_DELETED`. */
export function cancel(rows: readonly CancelRow[], at: number): Cancellation {
  const waiting = rows.filter(({ state }) => state === RecipientState.Queued);
  const [from, to] = [RecipientState.Queued, RecipientState.Deleted];
  return {
    transitions: waiting.map(({ id }) => ({ id, from, to, at, error: cancelled })),
    moves: waiting.map(({ txn }) => ({ txn, from, to, n: 1 })),
    unsent: waiting.filter(({ uncertain, sentParts }) => uncertain === 0 && sentParts === 0).length,
  };
}

/** The charge of a transaction, and what was refunded of it. */
export interface Charged {
  /** Thousandths of a credit, as `refunded`. */
  readonly charge: number;
  readonly refunded: number;
  /** Recipients that were charged. */
  readonly recipients: number;
}

/**
 * Refund for `unsent` cancelled recipients, in thousandths of a credit: each recipient has an equal share of the charge. Rounded
 * so that the refunds of a transaction add up to its charge once all recipients are refunded, and never exceed it.
 */
export function cancelRefund({ charge, refunded, recipients }: Charged, unsent: number): number {
  if (charge === 0 || recipients === 0 || unsent === 0) return 0;
  const [total, count] = [BigInt(charge), BigInt(recipients)];
  // Recipients refunded before: the fewest whose shares make up the amount.
  const before = (BigInt(refunded) * count + total - 1n) / total;
  const after = before + BigInt(unsent);
  const due = (total * (after > count ? count : after)) / count;
  return Math.max(0, Number(due) - refunded);
}
