import type { PartState } from "../states/receipt-state.js";
import type { ClaimedBody } from "../submitting/submission.js";

/** A message to one number, as a gateway sends it. */
export interface OutgoingMessage {
  /** Of the recipient; the same in every attempt, so that a concatenation reference can be made of it. */
  readonly id: number;
  readonly transactionId: string;
  readonly customerId: number;
  /** International number without prefix. */
  readonly phone: string;
  readonly originator: string;
  /** Text of a text message, subject of an MMS, empty for a binary message. */
  readonly text: string;
  /** Absent for a text message. */
  readonly body?: ClaimedBody | undefined;
  /** SMPP data_coding of the parts: as of a `Submission`. */
  readonly dataCoding: number;
  /** Short messages it is sent in; 1 for an MMS. */
  readonly parts: number;
  /** Expiry in milliseconds since the epoch. */
  readonly validUntil: number;
  /** From 1. */
  readonly attempt: number;
  /** Deferrals: returns to the queue that were not counted as attempts. */
  readonly deferrals: number;
}

/** Receipt of a network for an accepted part. */
export interface Receipt {
  /** As received. */
  readonly messageId: string;
  /** Number of the recipient as the network writes it; undefined if absent. */
  readonly phone: string | undefined;
  readonly state: PartState;
  /** Milliseconds since the epoch: the time in the receipt, or its arrival. */
  readonly at: number;
  /** The network's own error code. */
  readonly code?: string | undefined;
}
