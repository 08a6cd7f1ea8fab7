import type { CreditKind } from "../../../domain/credit/balance.js";
import type { RefundedRow } from "../../../domain/credit/refunds.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { ofCampaign, uncounted } from "../outbox/conditions.js";

/** Columns of an `EndedRow`, `since`: when the counters began, in SQL. */
export const endedColumns = (
  since: string,
): string => `r.id, r.txn, r.phone, r.link AS "linkId", r.next_at AS since, c.refunds,
  CASE WHEN c.refunds <> '' AND EXISTS (SELECT 1 FROM refunded_message f WHERE f.recipient = r.id) THEN 1 ELSE 0 END AS refunded,
  t.customer_id AS "customerId", t.user_name AS "userName", t.originator, t.parts,
  t.created_at AS at, CASE WHEN t.created_at >= ${since} THEN 1 ELSE 0 END AS counted`;

/** Tables of `endedColumns`, behind recipients `r`; `txn`: the table, or a partition. */
export const endedJoins = (txn = "txn"): string =>
  `JOIN ${txn} t ON t.seq = r.txn JOIN customer c ON c.id = t.customer_id`;

/** The transaction of messages to refund, as `chargedTransactions` reads it. */
export interface ChargedRow extends RefundedRow {
  readonly txn: number;
  readonly id: string;
  readonly customerId: number;
  readonly kind: CreditKind;
}

/** Reads transactions `t`. Recipients that were refused before sending were not charged. */
export const chargedTransactions = `SELECT t.seq AS txn, t.id, t.customer_id AS "customerId", t.charge_kind AS kind, t.charge,
  (SELECT coalesce(sum(delta), 0) FROM ledger WHERE transaction_id = t.id AND reason = 'refund') AS refunded,
  t.refunded AS done,
  coalesce((SELECT recipient_limit FROM campaign WHERE campaign.txn = t.seq),
    (SELECT coalesce(sum(n), 0) FROM recipient_count WHERE recipient_count.txn = t.seq
       AND state < ${RecipientState.InvalidNumber}) + ${uncounted("t.seq")}) AS recipients,
  ${ofCampaign}
FROM txn t`;
