import type { CreditKind } from "../../domain/credit/balance.js";
import type { RefundedRow } from "../../domain/credit/refunds.js";
import { RecipientState } from "../../domain/recipient-state.js";

/** Columns of `FoundMessage`, of `recipient r` and `txn t`. */
export const foundColumns = `r.id, r.txn, t.id AS "transactionId", t.customer_id AS "customerId", t.user_name AS "user",
  t.operation, t.originator, r.phone, r.state, r.at, t.created_at AS "createdAt", t.due_at AS "dueAt", r.link, r.uncertain,
  r.attempts, r.deferrals, r.error`;

/** A condition on callbacks `b`: their message is stored. A deleted one may have had the id of another message. */
export const isOfStoredMessage =
  "EXISTS (SELECT 1 FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = b.recipient AND t.id = b.transaction_id)";

/** Reads the callbacks of message `$1`, each condition by an index of its own. */
export const deskCallbacksText = `SELECT part, at, attempts, 'accepted' AS outcome, CAST(NULL AS text) AS failure
  FROM posted_callback WHERE recipient = $1
UNION ALL SELECT coalesce(part, 0), coalesce(changed_at, at), attempts, 'given up', failure
  FROM callback b WHERE recipient = $1 AND next_at IS NULL AND ${isOfStoredMessage}
UNION ALL SELECT coalesce(part, 0), coalesce(changed_at, at), attempts, 'waiting', failure
  FROM callback b WHERE recipient = $1 AND next_at IS NOT NULL AND ${isOfStoredMessage} ORDER BY at, part`;

/** Reads the copies of message `$1` and of its original, which may be the message itself, oldest first. */
export const deskCopiesText = `SELECT r.id, r.state FROM recipient o JOIN txn s ON s.seq = o.txn
  JOIN txn t ON t.copy_of = coalesce(s.copy_of, s.id) JOIN recipient r ON r.txn = t.seq AND r.phone = o.phone
  WHERE o.id = $1 AND o.phone <> '' ORDER BY r.id`;

/** 1 for a transaction `t` of a campaign. */
export const ofCampaign =
  "CASE WHEN EXISTS (SELECT 1 FROM campaign WHERE campaign.txn = t.seq) THEN 1 ELSE 0 END AS campaign";

/** The transaction of messages to cancel or to refund, as `chargedColumns` reads it. */
export interface ChargedRow extends RefundedRow {
  readonly txn: number;
  readonly id: string;
  readonly customerId: number;
  readonly kind: CreditKind;
  readonly dueAt: number;
  /** 1 while recipients have no rows of their own. */
  readonly blocks: 0 | 1;
}

/** Reads transactions `t`. Recipients that were refused before sending were not charged; `uncounted`: how many have no count, in SQL. */
export const chargedColumns = (
  uncounted: string,
): string => `SELECT t.seq AS txn, t.id, t.customer_id AS "customerId", t.charge_kind AS kind, t.charge,
  t.due_at AS "dueAt",
  (SELECT coalesce(sum(delta), 0) FROM ledger WHERE transaction_id = t.id AND reason = 'refund') AS refunded,
  t.refunded AS done,
  coalesce((SELECT recipient_limit FROM campaign WHERE campaign.txn = t.seq),
    (SELECT coalesce(sum(n), 0) FROM recipient_count WHERE recipient_count.txn = t.seq
       AND state < ${RecipientState.InvalidNumber}) + ${uncounted}) AS recipients,
  ${ofCampaign},
  CASE WHEN EXISTS (SELECT 1 FROM recipient_block WHERE recipient_block.txn = t.seq) THEN 1 ELSE 0 END AS blocks
FROM txn t`;
