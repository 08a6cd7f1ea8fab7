import { accepted } from "../../../domain/campaigns/campaign.js";
import type { CampaignStart, StartOutcome } from "../../../domain/campaigns/campaigns.js";
import type { SubmitOutcome } from "../../../domain/outbox/submission.js";
import { StoreError } from "../../errors.js";
import { startedColumns, type StartedRow } from "../../rows/campaign-row.js";
import type { Queries, Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { submitAll } from "../outbox/submit.js";

const find = sql<StartedRow>(`${startedColumns} WHERE t.id = $1`);

/** Response to the start of a campaign, by the transaction of its message. */
export async function startedBy(queries: Queries, transactionId: string): Promise<StartedRow> {
  const row = await queries.get(find, transactionId);
  if (row === undefined) throw new StoreError("failed", "a campaign is missing");
  return row;
}

const insert = sql<{ readonly id: number }>(
  `INSERT INTO campaign (txn, customer_id, start_at, end_at, days, hours, time_zone, recipient_limit, status, completion,
     look_at)
   SELECT seq, customer_id, $2, $3, $4, $5, $6, $7, $8, $9, created_at FROM txn WHERE id = $1 RETURNING id`,
);
const insertLocations = sql(
  `INSERT INTO campaign_location (campaign_id, number, location_id, recipient_limit)
   SELECT $1, place - 1, location, recipient_limit
   FROM unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY AS n (location, recipient_limit, place)`,
);

async function store(
  session: Session,
  transactionId: string,
  { schedule, locations, recipientLimit }: CampaignStart,
): Promise<void> {
  const { startAt = null, endAt = null, days, hours, timeZone } = schedule;
  const { status, completion } = accepted;
  const values = [startAt, endAt, days, hours, timeZone, recipientLimit, status, completion];
  const campaign = await session.get(insert, transactionId, ...values);
  await session.run(
    insertLocations,
    campaign?.id ?? null,
    locations.map(({ location }) => location),
    locations.map(({ limit }) => limit ?? null),
  );
}

async function outcomeOf(
  session: Session,
  start: CampaignStart,
  outcome: SubmitOutcome | undefined,
): Promise<StartOutcome> {
  if (outcome === undefined) throw new StoreError("failed", "a submission has no outcome");
  if (outcome.kind === "insufficientCredit" || outcome.kind === "conflict") return outcome;
  const { kind, transactionId } = outcome;
  if (kind === "accepted") await store(session, transactionId, start);
  return { kind, ...(await startedBy(session, transactionId)) };
}

/** Starts campaigns: their messages are accepted together, which locks client transactions and accounts in one order. */
export async function startAll(
  session: Session,
  starts: readonly CampaignStart[],
): Promise<readonly StartOutcome[]> {
  const submissions = starts.map(({ submission }) => submission);
  const submitted = await submitAll(session, submissions);
  const outcomes: StartOutcome[] = [];
  for (const [index, start] of starts.entries())
    outcomes.push(await outcomeOf(session, start, submitted[index]));
  return outcomes;
}
