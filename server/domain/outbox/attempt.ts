import type { PartState } from "./receipt-state.js";
import type { ClaimedBody } from "./submission.js";

/** A message to one number, as a gateway hands it to its network. */
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
  /** SMPP data_coding of the parts: 0 GSM 03.38, 8 UCS-2; with class 0 for flash 0x10 and 0x18. */
  readonly dataCoding: number;
  /** Short messages it is sent in; 1 for an MMS. */
  readonly parts: number;
  /** Milliseconds since the epoch after which nobody wants it any more. */
  readonly validUntil: number;
  /** From 1. */
  readonly attempt: number;
  /** How often it was put back because of a link, without an attempt being counted. */
  readonly deferrals: number;
}

/** What a network reports about a part it took over. */
export interface Receipt {
  /** As received. */
  readonly messageId: string;
  /** Number of the recipient as the network writes it; undefined when it does not say. */
  readonly phone: string | undefined;
  readonly state: PartState;
  /** Milliseconds since the epoch: when the network says it happened, or when the receipt came. */
  readonly at: number;
  /** The network's own error code. */
  readonly code?: string | undefined;
}
