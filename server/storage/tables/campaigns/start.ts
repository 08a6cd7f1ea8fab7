import { accepted, type CampaignStatus } from "../../../domain/campaigns/campaign.js";
import type { CampaignStart, StartOutcome } from "../../../domain/campaigns/campaigns.js";
import { isBilled, RecipientState } from "../../../domain/recipient-state.js";
import { StoreError } from "../../errors.js";
import { integer } from "../../script/columns.js";
import { hasId } from "../../schema/numbers.js";
import { rowsText, sql } from "../../script/statement.js";
import { get, run, type Steps } from "../../script/steps.js";
import { submit } from "../primitives.js";

/** Statuses of campaigns, in SQL. */
export function statusIn(statuses: readonly CampaignStatus[]): string {
  return `status IN (${statuses.map((status) => `'${status}'`).join()})`;
}

/** Recipients of campaign `c` in some states, in SQL. */
export function recipientsIn(states: string): string {
  return `(SELECT coalesce(sum(n), 0) FROM recipient_count WHERE recipient_count.txn = c.txn AND ${states})`;
}

/** Recipients that are charged, in SQL. */
export const billedRecipients = recipientsIn(
  `state IN (${Object.values(RecipientState).filter(isBilled).join()})`,
);

/** Recipients that opted out before the message left, in SQL. */
export const optedOutRecipients = recipientsIn(`state = ${RecipientState.OptedOut}`);

/** The response to a start. */
export const startOf = sql(
  `SELECT c.id AS campaign_id, t.charge, t.parts, c.recipient_limit
   FROM campaign c JOIN txn t ON t.seq = c.txn WHERE ${hasId("t.id", "$transactionId")}`,
  { campaignId: integer(), charge: integer(), parts: integer(), recipientLimit: integer() },
);

export function missing(): StoreError {
  return new StoreError("failed", "a campaign is missing");
}

const insert = sql(
  `INSERT INTO campaign (txn, customer_id, start_at, end_at, days, hours, time_zone, recipient_limit, status, completion,
     look_at)
   SELECT seq, customer_id, $startAt, $endAt, $days, $hours, $timeZone, $recipientLimit, $status, $completion, created_at
   FROM txn WHERE ${hasId("id", "$transactionId")} RETURNING id`,
  { id: integer() },
);
const insertLocations = sql(
  `INSERT INTO campaign_location (campaign_id, number, location_id, recipient_limit)
   SELECT $id, n.number, n.location, n.most
   FROM json_to_recordset($rows::json) AS n (number bigint, location bigint, most bigint)`,
);

function* store(transactionId: string, start: CampaignStart): Steps<void> {
  const { schedule, locations, recipientLimit } = start;
  const { startAt, endAt, days, hours, timeZone } = schedule;
  const { status, completion } = accepted;
  const row = { startAt, endAt, days, hours, timeZone, recipientLimit, status, completion };
  const campaign = yield* get(insert, { ...row, transactionId });
  if (campaign === undefined) throw missing();
  const rows = locations.map(({ location, limit = null }, number) => ({ number, location, most: limit }));
  yield* run(insertLocations, { id: campaign.id, rows: rowsText(rows) });
}

/** Charges and stores a campaign with its message. */
export function* startCampaign(start: CampaignStart): Steps<StartOutcome> {
  const outcome = yield* submit(start.submission);
  if (outcome.kind !== "accepted" && outcome.kind !== "repeated") return outcome;
  const { kind, transactionId } = outcome;
  if (kind === "accepted") yield* store(transactionId, start);
  const started = yield* get(startOf, { transactionId });
  if (started === undefined) throw missing();
  return { kind, ...started };
}
