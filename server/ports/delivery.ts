import type { ReceiptEffect } from "../domain/outbox/receipt-state.js";
import type { LinkReport } from "../domain/links/links.js";
import type {
  Claim,
  ClaimedMessage,
  Settlement,
  EarlyReceipts,
  LinkReceipt,
  QueuePlace,
} from "../domain/outbox/claims.js";

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
