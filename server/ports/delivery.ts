import type { ReceiptEffect } from "../domain/delivery/receipt-state.js";
import type { LinkReport } from "../domain/delivery/links.js";
import type { Holding, LinkSlots } from "../domain/delivery/shares.js";
import type {
  Claim,
  ClaimedMessage,
  Settlement,
  EarlyReceipts,
  LinkReceipt,
  QueuePlace,
} from "../domain/delivery/claims.js";

/** Request to begin or renew a lease of delivery. */
export interface LeaseRequest {
  /** Name of the lease, and its fencing token: a lease that has ended does not begin again under this name. */
  readonly owner: string;
  readonly now: number;
  /** A store that serves several machines counts from its own time instead of `now`. */
  readonly until: number;
  readonly reports: readonly LinkReport[];
  /** Links that it delivers to, and those of which it still uses slots. */
  readonly wanted: readonly LinkSlots[];
}

/** The part of the store that processes use which deliver. */
export interface DeliveryStore {
  /**
   * Acquires or renews a lease, and stores the states of the links. Undefined while another worker has all of delivery, and when the
   * lease has ended. The messages that an ended lease left in flight are settled as uncertain, by the policies of their routes.
   */
  own(request: LeaseRequest): Promise<Holding | undefined>;
  /** Ends a lease, so that another worker can take over at once. */
  disown(owner: string): Promise<void>;
  /** Earliest due time of a message for one of these links or for any; undefined if there is none. */
  nextDue(linkIds: readonly number[]): Promise<number | undefined>;
  /** Links with queued messages; 0 for messages without a link, -1 for messages that match no route. */
  waitingLinks(): Promise<readonly number[]>;
  /**
   * Claims due messages for links of which the worker has slots, earliest first, each customer within its rate, and stores that they may
   * reach the network from now on. Overdue messages expire. Without room it only routes messages to their links.
   */
  claim(claim: Claim): Promise<readonly ClaimedMessage[]>;
  /** Returns claimed messages that are not in `known` to the queue: none of them was sent. */
  takeBack(owner: string, known: readonly number[]): Promise<void>;
  /** Stores settlements; returns the early receipts that they match. */
  settle(settlements: readonly Settlement[]): Promise<readonly EarlyReceipts[]>;
  /**
   * Reroutes messages queued for a link that has changed or is down; call again with the place returned. Changes nothing
   * unless the lease of the worker holds.
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
