import type { CreditKind } from "../../domain/credit/balance.js";
import type { RefundedRow } from "../../domain/credit/refunds.js";
import { RecipientState } from "../../domain/recipient-state.js";

/** A condition on callbacks `b`: their message is stored. A deleted one may have had the id of another message. */
export const isOfStoredMessage =
  "EXISTS (SELECT 1 FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = b.recipient AND t.id = b.transaction_id)";

/** 1 for a transaction `t` of a campaign. */
export const ofCampaign =
  "CASE WHEN EXISTS (SELECT 1 FROM campaign WHERE campaign.txn = t.seq) THEN 1 ELSE 0 END AS campaign";

/** The transaction of messages to refund, as `chargedColumns` reads it. */
export interface ChargedRow extends RefundedRow {
  readonly txn: number;
  readonly id: string;
  readonly customerId: number;
  readonly kind: CreditKind;
}

/** Reads transactions `t`. Recipients that were refused before sending were not charged; `uncounted`: how many have no count, in SQL. */
export const chargedColumns = (
  uncounted: string,
): string => `SELECT t.seq AS txn, t.id, t.customer_id AS "customerId", t.charge_kind AS kind, t.charge,
  (SELECT coalesce(sum(delta), 0) FROM ledger WHERE transaction_id = t.id AND reason = 'refund') AS refunded,
  t.refunded AS done,
  coalesce((SELECT recipient_limit FROM campaign WHERE campaign.txn = t.seq),
    (SELECT coalesce(sum(n), 0) FROM recipient_count WHERE recipient_count.txn = t.seq
       AND state < ${RecipientState.InvalidNumber}) + ${uncounted}) AS recipients,
  ${ofCampaign}
FROM txn t`;
