import { type BilledRow, refund } from "../../../domain/campaigns/billing.js";
import { type CampaignPosition, ended, openStatuses, settled } from "../../../domain/campaigns/campaign.js";
import { type AudienceRow, taken } from "../../../domain/campaigns/campaigns.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { CampaignWrites } from "../../protocol/campaign-writes.js";
import { audienceColumns, billedColumns, statusIn } from "../../rows/campaign-row.js";
import { book } from "../accounts/ledger.js";
import { type Batches, oneByOne, together } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql, type SqlValue } from "../engine/statement.js";
import { type UsageSource, UsageTally } from "../../../domain/usage/usage.js";
import { countMoves } from "../outbox/counts.js";
import { addUsage } from "../usage/usage.js";
import { insertRecipients } from "../outbox/recipient-inserts.js";
import { startAll } from "./start.js";

/** Guard: of two slices, a stop and a settlement of a campaign each sees what the one before wrote; recipients come in order. */
const lock = sql("SELECT 1 FROM campaign WHERE id = $1 FOR NO KEY UPDATE");

interface TakingRow extends AudienceRow, Omit<UsageSource, "at"> {
  readonly txn: number;
  readonly startedAt: number;
}

/** After the lock, in a statement of its own: this one sees what was committed before the lock was taken. */
const running = sql<TakingRow>(
  `SELECT c.txn, t.customer_id AS "customerId", t.user_name AS "userName", t.originator, t.parts,
     t.created_at AS "startedAt", ${audienceColumns}
   FROM campaign c JOIN txn t ON t.seq = c.txn JOIN campaign_location l ON l.campaign_id = c.id
   WHERE c.id = $1 AND c.${statusIn(["Running"])} AND l.location_id = $2 AND l.position = $3`,
);
const known = sql<{ readonly phone: string }>(
  "SELECT phone FROM campaign_recipient WHERE campaign_id = $1 AND phone = ANY ($2::text[])",
);
const insertPhones = sql(
  "INSERT INTO campaign_recipient (campaign_id, phone) SELECT $1, phone FROM unnest($2::text[]) AS n (phone)",
);
const count = sql("UPDATE campaign SET taken = taken + $2 WHERE id = $1");
const advance = sql(
  "UPDATE campaign_location SET taken = taken + $3, position = $4 WHERE campaign_id = $1 AND location_id = $2",
);

async function storeTaken(
  session: Session,
  id: number,
  campaign: TakingRow,
  recipients: readonly string[],
  at: number,
): Promise<void> {
  if (recipients.length === 0) return;
  const { txn, customerId, userName, startedAt } = campaign;
  await session.run(insertPhones, id, recipients);
  const rest = { refused: [], dueAt: at, at, kind: "bulk" } as const;
  await insertRecipients(session, [{ txn, customerId, userName, recipients, ...rest }]);
  await countMoves(session, [{ txn, from: undefined, to: RecipientState.Queued, n: recipients.length }]);
  await session.run(count, id, recipients.length);
  const tally = new UsageTally();
  tally.arrived({ ...campaign, at: startedAt }, { recipients, refused: [] });
  await addUsage(session, tally);
}

/** As for `running`: a snapshot from before the lock would count recipients from before it. */
const completed = sql<BilledRow>(`${billedColumns} WHERE c.id = $1 AND c.${statusIn(["Completed"])}`);
const close = sql("UPDATE campaign SET status = $2, billed = $3 WHERE id = $1");

/** A change of position carries its condition itself. */
const changePosition = (condition: string) =>
  sql(`UPDATE campaign SET status = $1, completion = $2, completed_at = $3, look_at = $4 WHERE ${condition}`);
const isOpen = statusIn(openStatuses);
const stopAll = changePosition(isOpen);
const stop = changePosition(`id = $5 AND ${isOpen}`);
const move = changePosition("id = $5 AND status = $6");
const positionValues = (position: CampaignPosition, lookAt: number): readonly SqlValue[] => [
  ...[position.status, position.completion, position.completedAt ?? null, lookAt],
];
const exists = sql("SELECT 1 FROM campaign WHERE id = $1 AND ($2::bigint IS NULL OR customer_id = $2)");

/** Stops every open campaign; returns their number. */
export function stopCampaigns(session: Session, at: number): Promise<number> {
  return session.run(stopAll, ...positionValues(ended("StoppedByAdmin", at), at));
}

/** Every change of campaigns. A slice and a settlement are a transaction each: their locks are in the same order everywhere. */
export const campaignWrites: Batches<CampaignWrites> = {
  startCampaign: together(startAll, 50),
  stopCampaign: oneByOne(async (session, { id, customerId, completion, at }) => {
    if ((await session.get(exists, id, customerId ?? null)) === undefined) return false;
    await session.run(stop, ...positionValues(ended(completion, at), at), id);
    return true;
  }),
  takeAudience: oneByOne(async (session, { id, slice: { location, after, upTo, phones }, at }) => {
    await session.all(lock, id);
    const campaign = await session.get(running, id, location, after);
    if (campaign === undefined) return 0;
    const before = (await session.all(known, id, phones)).map(({ phone }) => phone);
    const recipients = taken(campaign, phones, new Set(before));
    await storeTaken(session, id, campaign, recipients, at);
    await session.run(advance, id, location, recipients.length, upTo);
    return recipients.length;
  }, 1),
  moveCampaign: oneByOne(
    async (session, { id, from, to, lookAt }) =>
      (await session.run(move, ...positionValues(to, lookAt), id, from)) > 0,
    1,
  ),
  settleCampaign: oneByOne(async (session, { id, at }) => {
    await session.all(lock, id);
    const row = await session.get(completed, id);
    if (row === undefined) return false;
    await session.run(close, id, settled, row.billed);
    const booking = refund(row, at);
    if (booking !== undefined) await book(session, [booking]);
    return true;
  }, 1),
};
