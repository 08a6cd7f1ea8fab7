import { isBilled } from "../../../domain/campaigns/billing.js";
import type { CampaignStatus } from "../../../domain/campaigns/campaign.js";
import type { StartOutcome } from "../../../domain/campaigns/campaigns.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import { StoreError } from "../../errors.js";
import type { Database } from "../engine/database.js";

/** Statuses of campaigns, in SQL. */
export function statusIn(statuses: readonly CampaignStatus[]): string {
  return `status IN (${statuses.map((status) => `'${status}'`).join()})`;
}

/** Recipients of a campaign in some states, in SQL. */
export function counted(states: string): string {
  return `(SELECT ifnull(sum(n), 0) FROM recipient_count WHERE recipient_count.txn = c.txn AND ${states})`;
}

/** Recipients that are charged, in SQL. */
export const handed = counted(`state IN (${Object.values(RecipientState).filter(isBilled).join()})`);

/** Response to the start of a campaign, by the transaction of its message. */
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
