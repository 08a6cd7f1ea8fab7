import type { UncertainPolicy } from "../route.js";
import type { Decision } from "../routing/route-table.js";
import type { CandidateRow } from "../routing/candidate.js";
import { endOfDelivery } from "../states/transitions.js";
import type { SettlementEnd } from "../outcomes/outcome.js";
import type { ClaimedBody } from "../submitting/submission.js";
import type { OutgoingMessage, Receipt } from "./attempt.js";

/** Free capacity of a link. */
export interface FreeSlots {
  readonly linkId: number;
  /** False: routes of the next rank are used instead. */
  readonly up: boolean;
  /** Parts. */
  readonly free: number;
}

export interface Claim {
  /** Nothing is claimed unless the lease of this name holds. */
  readonly owner: string;
  readonly now: number;
  /** Milliseconds after which a message that is due expires. */
  readonly validity: number;
  readonly links: readonly FreeSlots[];
  /** With it, slots that the claim leaves stay with a store that hands over, for messages that are submitted, until the next statement. */
  readonly grant?: Grant;
  /** Whether queues are read although no message is known to wait. Default: true. */
  readonly looks?: boolean;
}

/** The free slots of a claim as a statement: they were counted after the worker had received so much. */
export interface Grant {
  /** A new one, once nothing is in flight between worker and store, ends what was taken and never received. */
  readonly id: number;
  readonly received: readonly { readonly linkId: number; readonly parts: number }[];
}

/** A message in flight: no other claim returns it until it is settled or the owner has ended. */
export interface ClaimedMessage extends OutgoingMessage {
  readonly linkId: number;
  /** When this attempt was due, in milliseconds since the epoch: its place in the queue if it goes back unsent. */
  readonly nextAt: number;
  /** Policy of its route if the response is lost. */
  readonly policy: UncertainPolicy;
  /** Parts that the network has accepted already. */
  readonly accepted: readonly number[];
  /** True when an earlier attempt ended without a response: sending it again may double it. */
  readonly uncertain: boolean;
}

/** A message that a claim has chosen, and its route. */
export interface Taken {
  readonly row: CandidateRow;
  readonly decision: Decision;
  /** When delivery is given up, if that is later because the message was held. */
  readonly end?: number | undefined;
}

/** Builds the claimed message, with its body and the parts that the network has accepted already. */
export function claimedMessage(
  { row, decision, end }: Taken,
  validity: number,
  body: ClaimedBody | undefined,
  accepted: readonly number[],
): ClaimedMessage {
  return {
    id: row.id,
    transactionId: row.transactionId,
    customerId: row.customerId,
    phone: row.phone,
    originator: row.originator,
    text: row.text,
    body,
    dataCoding: row.dataCoding,
    parts: row.parts,
    deferrals: row.deferrals,
    accepted,
    attempt: row.attempts + 1,
    validUntil: end ?? endOfDelivery(row, validity),
    linkId: decision.linkId,
    policy: decision.policy,
    nextAt: row.nextAt,
    uncertain: row.uncertain === 1,
  };
}

/** Result of a claimed message. */
export interface Settlement {
  readonly owner: string;
  readonly recipientId: number;
  readonly linkId: number;
  readonly at: number;
  /** Parts that the network has accepted since the last settlement. */
  readonly accepted: readonly { readonly part: number; readonly messageId: string }[];
  /** Undefined while other parts are in flight. */
  readonly end: SettlementEnd | undefined;
}

/** Early receipts, which arrived before the response to their submission and apply now, by the link of the response. */
export interface EarlyReceipts {
  readonly linkId: number;
  readonly count: number;
}

/** A receipt that was received over a link; `keys` are the keys of the responses that it may belong to, the likeliest first. */
export interface LinkReceipt extends Receipt {
  readonly linkId: number;
  readonly keys: readonly string[];
}

/** A place in the queue of a link. */
export interface QueuePlace {
  readonly lane: number;
  readonly nextAt: number;
  readonly id: number;
}
