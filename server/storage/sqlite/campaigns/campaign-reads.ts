import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import { StoreError } from "../../errors.js";
import type { Database } from "../engine/database.js";
import type { StartOutcome } from "../../../domain/campaigns/campaigns.js";

/** Recipients of a campaign in some states, in SQL. */
export function counted(states: string): string {
  return `(SELECT ifnull(sum(n), 0) FROM recipient_count WHERE recipient_count.txn = c.txn AND ${states})`;
}

/** Recipients that the network has taken over: these are charged. */
export const handed = counted(`state BETWEEN ${RecipientState.Submitted} AND ${RecipientState.Rejected}`);

/** What the caller of a campaign was told, by the transaction of its message. */
export function prepareStarted(
  database: Database,
): (transactionId: string) => Omit<Extract<StartOutcome, { readonly kind: "accepted" }>, "kind"> {
  const find = database.prepare<{
    readonly campaignId: number;
    readonly charge: number;
    readonly parts: number;
    readonly recipientLimit: number;
  }>(
    `SELECT c.id AS campaignId, t.charge, t.parts, c.recipient_limit AS recipientLimit
     FROM campaign c JOIN txn t ON t.seq = c.txn WHERE t.id = ?`,
  );
  return (transactionId) => {
    const row = find.get(transactionId);
    if (row === undefined) throw new StoreError("failed", "a campaign is missing");
    return row;
  };
}
