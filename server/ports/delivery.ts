import type { ReceiptEffect } from "../domain/delivery/receipt-state.js";
import type { UncertainPolicy } from "../domain/delivery/routing.js";
import type { SettlementEnd } from "../domain/delivery/settlement.js";
import type { OutgoingMessage, Receipt } from "./gateway.js";
import type { LinkReport } from "./links.js";

/** What a link can take. */
export interface LinkRoom {
  readonly linkId: number;
  /** False: routes of the next rank are used in its place. */
  readonly up: boolean;
  /** Parts. */
  readonly room: number;
}

export interface Claim {
  /** Nothing is claimed unless this worker owns delivery. */
  readonly owner: string;
  readonly now: number;
  /** Milliseconds after which a message that is due expires. */
  readonly validity: number;
  readonly links: readonly LinkRoom[];
}

/** A message on its way: nobody else gets it until it is settled, or until the owner is gone. */
export interface ClaimedMessage extends OutgoingMessage {
  readonly linkId: number;
  /** When it was due: where it goes back to when nothing has happened. */
  readonly dueAt: number;
  /** What its route says about a loss. */
  readonly policy: UncertainPolicy;
  /** Parts that the network has already. */
  readonly accepted: readonly number[];
  /** True when an earlier attempt ended without an answer: sending it again may double it. */
  readonly uncertain: boolean;
}

/** What happened to a claimed message. */
export interface Settlement {
  readonly owner: string;
  readonly recipientId: number;
  readonly linkId: number;
  readonly at: number;
  /** Parts that the network has taken over since the last settlement. */
  readonly accepted: readonly { readonly part: number; readonly messageId: string }[];
  /** Undefined while other parts are on their way. */
  readonly end: SettlementEnd | undefined;
}

/** Receipts that had come before the answer to their submission and count now, by the link of the answer. */
export interface EarlyReceipts {
  readonly linkId: number;
  readonly count: number;
}

/** A receipt that came over a link; `keys` are the keys of the answers that it may belong to, the likeliest first. */
export interface LinkReceipt extends Receipt {
  readonly linkId: number;
  readonly keys: readonly string[];
}

/** A place in the queue of a link. */
export interface QueuePlace {
  readonly lane: number;
  readonly dueAt: number;
  readonly id: number;
}

/** The part of the store that one process at a time works with: the owner of delivery. */
export interface DeliveryStore {
  /**
   * Takes or keeps delivery for a worker until a time, and writes what its links do. False while another worker has it.
   * A new owner settles what the one before it left behind as its routes say: it is uncertain.
   */
  own(input: {
    readonly owner: string;
    readonly now: number;
    readonly until: number;
    readonly reports: readonly LinkReport[];
  }): Promise<boolean>;
  /** Lets the next worker take over at once. */
  disown(owner: string): Promise<void>;
  /** Earliest time at which something waits for one of these links or for any; undefined when there is nothing. */
  nextDue(linkIds: readonly number[]): Promise<number | undefined>;
  /** Links that something waits for; 0 stands for any, -1 for none that fits. */
  waitingLinks(): Promise<readonly number[]>;
  /**
   * Takes due messages for links with room, earliest first, each customer within its rate, and writes down that they may
   * reach the network from now on. What is too old expires. With room on no link it only routes messages to their links.
   */
  claim(claim: Claim): Promise<readonly ClaimedMessage[]>;
  /** Puts back into the queue what a worker has claimed and does not know of: none of it has left. */
  takeBack(owner: string, known: readonly number[]): Promise<void>;
  /** Writes what has happened; returns the receipts that were waiting for it. */
  settle(settlements: readonly Settlement[]): Promise<readonly EarlyReceipts[]>;
  /**
   * Reroutes messages queued for a link that has changed or is down; call again with the place returned. Changes nothing
   * unless the worker owns delivery.
   */
  reroute(input: {
    readonly owner: string;
    readonly linkId: number;
    readonly up: readonly number[];
    readonly after: QueuePlace | undefined;
  }): Promise<QueuePlace | undefined>;
  /** Records receipts; those that fit no message are kept until the answer to its submission comes. */
  receipts(receipts: readonly LinkReceipt[]): Promise<readonly (ReceiptEffect | "unmatched")[]>;
  /** Expires what has waited longer than `validity`; returns how many, at most `limit` each time. */
  expire(now: number, validity: number, limit: number): Promise<number>;
  /** Ends as Unknown what the network took over before a time and has not reported on, and what is uncertain since then. */
  giveUp(before: number, now: number, limit: number): Promise<number>;
  /** Forgets receipts that fit no message and came before a time or before the last `most` of them. */
  forgetUnmatched(before: number, most: number, limit: number): Promise<number>;
}
