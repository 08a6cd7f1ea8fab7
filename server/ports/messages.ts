import type { LedgerPlace } from "../domain/credit/carrying.js";
import type { MmsPart } from "../domain/message/mms-message.js";
import type {
  Submission,
  ClientTransaction,
  EarlierOutcome,
  SubmitOutcome,
} from "../domain/delivery/submitting/submission.js";
import type { TransactionDetails } from "../domain/delivery/submitting/recipient-paging.js";
import type { StateChange, TransactionCounts } from "../domain/status.js";
import type { WriteLimit } from "./service.js";
import type { Actor, AuditEntry, AuditFilter, NewAuditEntry } from "../domain/audit.js";
import type { RefundRefusal } from "../domain/credit/refunds.js";
import type { ResendRefusal } from "../domain/desk/resend.js";
import type {
  Anchor,
  FoundMessage,
  Looked,
  SearchIn,
  SearchPlace,
  SearchSpan,
} from "../domain/desk/search.js";
import type { DeskMessage } from "../domain/desk/timeline.js";

export interface OutboxStore {
  /**
   * Result of a client transaction at a time; undefined if it is new. Checked first: later changes do not affect the
   * response.
   */
  answered(
    customerId: number,
    clientTransaction: ClientTransaction,
    at: number,
  ): Promise<EarlierOutcome | undefined>;
  /**
   * Accepts one call. A known client transaction gets its first response; otherwise credit is checked. The recipients
   * of a long list become claimable one block after another; they count as queued from the start.
   */
  submit(submission: Submission, limit?: WriteLimit): Promise<SubmitOutcome>;
  /** Whether `submit` stores messages as claimed that may leave at once. */
  readonly handsOver: boolean;
  /**
   * Records new states, all in one commit. States only move forward (Queued, Submitting, Submitted, then one
   * final state, which stays); a change that would move back is ignored. A hidden text is erased with the last final
   * state of its transaction.
   */
  advance(changes: readonly StateChange[]): Promise<void>;
  /** Recipients that a link accepted before a time, earliest first, for the loopback gateway to confirm. */
  submittedBefore(linkId: number, before: number, limit: number): Promise<readonly { readonly id: number }[]>;
  /** The parts of an MMS, in order; none for any other transaction. */
  mmsParts(transactionId: string): Promise<readonly MmsPart[]>;
  /** Counts per state; undefined when the customer has no such transaction. */
  statistics(customerId: number, transactionId: string): Promise<TransactionCounts | undefined>;
  /**
   * Counts, and one row per recipient, accepted before refused, each in the order given; undefined when the customer has no such
   * transaction. No lock or snapshot is held between pages.
   */
  details(customerId: number, transactionId: string): Promise<TransactionDetails | undefined>;
}

/** Position of the purge: it continues after this transaction. 0 to begin. */
export type PurgePlace = number;

/** Deletion of expired data. Each call is one short commit of at most `limit` rows. */
export interface RetentionStore {
  /** Creates storage for the messages of the next days in advance, if the store needs it. */
  prepare(now: number): Promise<void>;
  /**
   * Deletes the transactions of some days together, if all of them were over before a time and the store can do that faster than
   * `purgeTransactions`. Rows about them that the store keeps apart are deleted first, by calls of their own. True if it has deleted
   * something; then there may be more.
   */
  dropDays(before: number, limit: number): Promise<boolean>;
  /**
   * Deletes transactions that were due before a time and of which every recipient has a final state, with campaigns
   * that are settled. A transaction that is deleted in several steps is unknown from the first step on. Returns the
   * next position; undefined if nothing older is left.
   */
  purgeTransactions(after: PurgePlace, before: number, limit: number): Promise<PurgePlace | undefined>;
  /**
   * Erases texts, octets and pictures of transactions that `purgeTransactions` would delete with the same time, and marks them
   * as hidden. Returns the next position; undefined if nothing older is left.
   */
  eraseTexts(after: PurgePlace, before: number, limit: number): Promise<PurgePlace | undefined>;
  /** Deletes entries of the audit log before a time; false if none is left. */
  purgeAudit(before: number, limit: number): Promise<boolean>;
  /** Deletes callbacks that were given up or accepted before a time; false if none is left. */
  purgeCallbacks(before: number, limit: number): Promise<boolean>;
  /**
   * Removes entries of the ledger from before a time, and carries the sum of each account forward. Those of an account are removed in
   * their order, up to the first refund of a message that is still stored; the last entry of all stays. Resolves with the place where it
   * continues; undefined if none is left.
   */
  purgeLedger(place: LedgerPlace, before: number, limit: number): Promise<LedgerPlace | undefined>;
  /** Deletes messages of inboxes, read or not, that were received before a time; false if none is left. */
  purgeInbox(before: number, limit: number): Promise<boolean>;
  /** Adds changes of `deliverability` to its counters, those of at most `limit` commits; true if there may be more. */
  gatherDeliverability(limit: number): Promise<boolean>;
  /**
   * Adds new counters of final states, those of one hour before `now` (in hours since the epoch), to the counters of longer times, and
   * deletes those that are no longer read; false if there was no such hour.
   */
  foldDeliverability(now: number): Promise<boolean>;
  /** Deletes client transactions that expired before a time; false if none is left. */
  purgeClientTransactions(now: number, limit: number): Promise<boolean>;
}

/** Messages to cancel: one of them, or those of a transaction. */
export type CancelTarget =
  { readonly kind: "message"; readonly id: number } | { readonly kind: "transaction"; readonly id: string };

export type CancelOutcome =
  | {
      readonly kind: "done";
      /** Cancelled messages. */
      readonly cancelled: number;
      /** Thousandths of a credit. */
      readonly refunded: number;
      /** True while other messages of the transaction may be cancelled: call again. */
      readonly more: boolean;
    }
  | { readonly kind: "unknown" }
  /** The messages belong to a campaign, which is stopped as a whole. */
  | { readonly kind: "campaign" };

/** Refunds that an operator makes. */
export interface RefundRequest {
  readonly messages: readonly number[];
  /** For the ledger; undefined for the number of the message. */
  readonly reference: string | undefined;
  /** Thousandths of a credit that this operator may refund in 24 hours; undefined for any number. */
  readonly limit: number | undefined;
}

export type RefundOutcome =
  | {
      readonly kind: "done";
      /** Refunded messages. */
      readonly refunded: readonly number[];
      /** Thousandths of a credit. */
      readonly amount: number;
      /** Why the others were not refunded. */
      readonly refusals: readonly { readonly message: number; readonly reason: RefundRefusal }[];
    }
  /** Nothing was refunded: `left` is what the operator may still refund today. */
  | { readonly kind: "overLimit"; readonly amount: number; readonly left: number };

export type ResendOutcome =
  /** `id` of the new message. */
  | { readonly kind: "done"; readonly id: number }
  | { readonly kind: "unknown" }
  | { readonly kind: "refused"; readonly reason: ResendRefusal };

/** The message desk: single messages, for operators. */
export interface DeskStore {
  /**
   * The next messages that meet a condition, newest transaction first; for a number, newest message first. At most `limit`, all
   * from one short read. Messages of a long list appear when they have rows of their own, a moment after they were accepted.
   */
  candidates(anchor: Anchor, after: SearchPlace | undefined, limit: number): Promise<readonly FoundMessage[]>;
  /** Looks through the next messages of the order of `candidates` for those that meet a filter, in one short read. */
  search(wanted: SearchIn, after: SearchPlace | undefined, span: SearchSpan): Promise<Looked>;
  /** Transaction of a client transaction that is still stored. */
  transactionOf(customerId: number, clientTransactionId: string): Promise<string | undefined>;
  message(id: number): Promise<DeskMessage | undefined>;
  /** Cancels waiting messages, at most `limit`, and refunds those of which no network has anything. */
  cancel(target: CancelTarget, limit: number, by: Actor, at: number): Promise<CancelOutcome>;
  /** Refunds messages with a final state that were charged and not refunded before, in one commit. Recorded. Unknown ones are left out. */
  refund(request: RefundRequest, by: Actor, at: number): Promise<RefundOutcome>;
  /** Sends a message that ended without delivery again, as a new transaction with this id, due now and without a charge. */
  resend(id: number, transactionId: string, by: Actor, at: number): Promise<ResendOutcome>;
}

/** The audit log. */
export interface AuditStore {
  /** Resolves with the id of the entry. */
  add(entry: NewAuditEntry): Promise<number>;
  /** Whether the change of a form is recorded. */
  hasForm(form: string): Promise<boolean>;
  /** Those that fit, latest first; behind the entry `before` if given. */
  entries(limit: number, before?: number, filter?: AuditFilter): Promise<readonly AuditEntry[]>;
}
