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

/** The part of the store that only the owner of delivery uses, one process at a time. */
export interface DeliveryStore {
  /**
   * Acquires or renews the lease of delivery, and stores the states of the links. False while another worker has it.
   * A new owner settles the messages that the previous one left in flight as uncertain, by the policies of their routes.
   */
  own(input: {
    readonly owner: string;
    readonly now: number;
    readonly until: number;
    readonly reports: readonly LinkReport[];
  }): Promise<boolean>;
  /** Releases the lease, so that another worker can take over at once. */
  disown(owner: string): Promise<void>;
  /** Earliest due time of a message for one of these links or for any; undefined if there is none. */
  nextDue(linkIds: readonly number[]): Promise<number | undefined>;
  /** Links with queued messages; 0 for messages without a link, -1 for messages that match no route. */
  waitingLinks(): Promise<readonly number[]>;
  /**
   * Claims due messages for links with free slots, earliest first, each customer within its rate, and stores that they may
   * reach the network from now on. Overdue messages expire. Without free slots it only routes messages to their links.
   */
  claim(claim: Claim): Promise<readonly ClaimedMessage[]>;
  /** Returns claimed messages that are not in `known` to the queue: none of them was sent. */
  takeBack(owner: string, known: readonly number[]): Promise<void>;
  /** Stores settlements; returns the early receipts that they match. */
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
  /** Stores receipts; unmatched ones are kept until the response to their submission arrives. */
  receipts(receipts: readonly LinkReceipt[]): Promise<readonly (ReceiptEffect | "unmatched")[]>;
  /** Expires messages that have waited longer than `validity`; returns their number, at most `limit`. */
  expire(now: number, validity: number, limit: number): Promise<number>;
  /** Ends as Unknown the messages without a final receipt, and the uncertain ones, since before a time. */
  giveUp(before: number, now: number, limit: number): Promise<number>;
  /** Deletes unmatched receipts from before a time, and all but the latest `most`. */
  forgetUnmatched(before: number, most: number, limit: number): Promise<number>;
}
