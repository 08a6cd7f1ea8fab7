import type { Actor, AuditAction, AuditEntry, NewAuditEntry } from "../domain/audit.js";
import type { ResendRefusal } from "../domain/desk/resend.js";
import type { Anchor, FoundMessage, SearchPlace } from "../domain/desk/search.js";
import type { DeskMessage } from "../domain/desk/timeline.js";

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
  /** Transaction of a client transaction that is still stored. */
  transactionOf(customerId: number, clientTransactionId: string): Promise<string | undefined>;
  message(id: number): Promise<DeskMessage | undefined>;
  /** Cancels waiting messages, at most `limit`, and refunds those of which no network has anything. */
  cancel(target: CancelTarget, limit: number, by: Actor, at: number): Promise<CancelOutcome>;
  /** Sends a message that ended without delivery again, as a new transaction with this id, due now and without a charge. */
  resend(id: number, transactionId: string, by: Actor, at: number): Promise<ResendOutcome>;
}

/** The audit log. */
export interface AuditStore {
  add(entry: NewAuditEntry): Promise<void>;
  /** Whether the change of a form of the console is recorded. */
  hasForm(form: string): Promise<boolean>;
  /** Latest first; behind the entry `before` if given. */
  entries(limit: number, before?: number): Promise<readonly AuditEntry[]>;
  /** Entries of one action, latest first. */
  latest(action: AuditAction, limit: number): Promise<readonly AuditEntry[]>;
}
