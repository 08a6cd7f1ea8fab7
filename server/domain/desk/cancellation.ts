import { RecipientState } from "../recipient-state.js";
import type { DeskMessage } from "./timeline.js";
import type { StateRow, Transitions } from "../delivery/states/transitions.js";

/** A message that the operator wants to cancel. */
export interface CancelRow extends StateRow {
  readonly attempts: number;
  /** 1 when an attempt ended without a response: the network may have it. */
  readonly uncertain: number;
  /** Parts that a network has accepted. */
  readonly sentParts: number;
}

/** Reason that is stored with a cancelled message. */
export const cancelled = "cancelled by the operator";

/** Whether a message may be cancelled alone: it waits, and belongs to no campaign, which is stopped as a whole. */
export const isCancellable = ({ state, campaign }: Pick<DeskMessage, "state" | "campaign">): boolean =>
  isWaiting({ state }) && campaign === 0;

const isWaiting = ({ state }: Pick<CancelRow, "state">): boolean => state === RecipientState.Queued;

/**
 * Cancels the messages that wait; others stay as they are. A cancelled message has the status `SMSC_DELETED`. Those of which no
 * network has anything are refunded.
 */
export function cancel(rows: readonly CancelRow[], at: number): Transitions {
  const waiting = rows.filter(isWaiting);
  const [from, to] = [RecipientState.Queued, RecipientState.Deleted];
  return {
    transitions: waiting.map(({ id, uncertain, sentParts }) => {
      return { id, from, to, at, error: cancelled, refund: uncertain === 0 && sentParts === 0 };
    }),
    moves: waiting.map(({ txn }) => ({ txn, from, to, n: 1 })),
  };
}
