import { isBilled } from "../../domain/campaigns/billing.js";
import type { CampaignCompletion, CampaignStatus } from "../../domain/campaigns/campaign.js";
import type { Campaign } from "../../domain/campaigns/campaigns.js";
import { RecipientState } from "../../domain/outbox/recipient-state.js";

/** A campaign as `campaignColumns` reads it. */
export interface CampaignRow {
  readonly id: number;
  readonly customer_id: number;
  readonly originator: string;
  readonly text: string;
  readonly parts: number;
  readonly start_at: number | null;
  readonly end_at: number | null;
  readonly days: number;
  readonly hours: number;
  readonly time_zone: string;
  readonly recipient_limit: number;
  readonly taken: number;
  readonly status: CampaignStatus;
  readonly completion: CampaignCompletion;
  readonly completed_at: number | null;
  readonly billed: number | null;
  readonly waiting: number;
  readonly handed: number;
}

/** Statuses of campaigns, in SQL. */
export function statusIn(statuses: readonly CampaignStatus[]): string {
  return `status IN (${statuses.map((status) => `'${status}'`).join()})`;
}

/** Recipients of campaign `c` in some states, in SQL. */
function counted(states: string): string {
  return `(SELECT coalesce(sum(n), 0) FROM recipient_count WHERE recipient_count.txn = c.txn AND ${states})`;
}

/** Recipients that are charged, in SQL. */
const handed = counted(`state IN (${Object.values(RecipientState).filter(isBilled).join()})`);

/** Recipients that the network has not accepted yet, in SQL. */
const waiting = counted(`state < ${RecipientState.Submitted}`);

/** Reads campaigns `c` with their messages `t`. */
export const campaignColumns = `SELECT c.*, t.originator, t.text, t.parts, ${waiting} AS waiting, ${handed} AS handed
FROM campaign c JOIN txn t ON t.seq = c.txn`;

/** Reads a `BilledRow`, as `campaignColumns` does. */
export const billedColumns = `SELECT c.customer_id AS "customerId", t.id AS "transactionId", t.charge_kind AS kind, t.charge,
  c.recipient_limit AS "recipientLimit", ${handed} AS billed
FROM campaign c JOIN txn t ON t.seq = c.txn`;

/** Response to the start of a campaign, as `startedColumns` reads it. */
export interface StartedRow {
  readonly campaignId: number;
  readonly charge: number;
  readonly parts: number;
  readonly recipientLimit: number;
}

/** Reads responses to starts, as `campaignColumns` does. */
export const startedColumns = `SELECT c.id AS "campaignId", t.charge, t.parts, c.recipient_limit AS "recipientLimit"
FROM campaign c JOIN txn t ON t.seq = c.txn`;

/** The columns of an `AudienceRow`, of `campaign c` and `campaign_location l`. */
export const audienceColumns = `c.recipient_limit AS "recipientLimit", c.taken, l.recipient_limit AS "locationLimit",
  l.taken AS "locationTaken"`;

export function campaignOf(row: CampaignRow): Campaign {
  const { id, originator, text, parts, days, hours, status, completion } = row;
  return {
    ...{ id, customerId: row.customer_id, originator, text, parts },
    schedule: {
      startAt: row.start_at ?? undefined,
      endAt: row.end_at ?? undefined,
      ...{ days, hours, timeZone: row.time_zone },
    },
    position: { status, completion, completedAt: row.completed_at ?? undefined },
    rest: { recipients: row.recipient_limit - row.taken, waiting: row.waiting },
    recipientLimit: row.recipient_limit,
    billable: row.billed ?? row.handed,
  };
}
