import { isOver, type RetentionRow } from "../../../domain/delivery/retention.js";
import type { RetentionStore } from "../../../ports/messages.js";
import type { Caller } from "../../script/calls.js";
import type { RetentionWrites } from "../../protocol/retention-writes.js";
import { alone, type Batches, oneByOne } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { isOpen } from "./counts.js";
import { dropPartition, preparePartitions } from "./partitions.js";

/** The oldest transactions behind a place. Guard: what is decided about a transaction holds until it is deleted. */
const candidates = sql<RetentionRow & { readonly hidden: number }>(
  `SELECT t.seq AS txn, t.hidden::int AS hidden, t.created_at AS "createdAt", t.due_at AS "dueAt", c.id AS campaign, c.status,
     c.completed_at AS "completedAt",
     EXISTS (SELECT FROM recipient_count WHERE recipient_count.txn = t.seq AND ${isOpen} AND n > 0)::int AS open,
     EXISTS (SELECT FROM recipient_block WHERE recipient_block.txn = t.seq)::int AS blocks
   FROM txn t LEFT JOIN campaign c ON c.txn = t.seq
   WHERE t.seq > $1 ORDER BY t.seq LIMIT $2 FOR UPDATE OF t`,
);

const findRecipients = sql<{ readonly id: number }>(
  "SELECT id FROM recipient WHERE txn = $1 ORDER BY id LIMIT $2 FOR UPDATE",
);
const ofRecipients = [
  "sent_part WHERE recipient",
  "contradiction WHERE recipient",
  "failed_attempt WHERE recipient",
  "posted_callback WHERE recipient",
  "recipient WHERE id",
].map((place) => sql(`DELETE FROM ${place} = ANY ($1::bigint[])`));
const campaignRecipients = sql(
  `DELETE FROM campaign_recipient WHERE campaign_id = $1 AND phone IN
     (SELECT phone FROM campaign_recipient WHERE campaign_id = $1 LIMIT $2)`,
);
const ofCampaign = ["campaign_location WHERE campaign_id", "campaign WHERE id"].map((place) =>
  sql(`DELETE FROM ${place} = $1`),
);
const counts = sql("DELETE FROM recipient_count WHERE txn = $1");
const ofTransaction = [
  "binary_body WHERE txn",
  "mms_part WHERE txn",
  "mms_wishes WHERE txn",
  "txn WHERE seq",
].map((place) => sql(`DELETE FROM ${place} = $1`));

async function purgeRecipients(session: Session, txn: number, limit: number): Promise<number> {
  const ids = (await session.all(findRecipients, txn, limit)).map(({ id }) => id);
  if (ids.length > 0) for (const deletion of ofRecipients) await session.run(deletion, ids);
  return ids.length;
}

async function purgeCampaign(session: Session, campaign: number, limit: number): Promise<number> {
  const taken = await session.run(campaignRecipients, campaign, limit);
  if (taken < limit) for (const deletion of ofCampaign) await session.run(deletion, campaign);
  return taken;
}

/** Deletes one transaction as far as `limit` goes; returns how many rows it took, `limit` when there may be more. */
async function purge(session: Session, { txn, campaign }: RetentionRow, limit: number): Promise<number> {
  // Without counts a transaction is unknown to everybody.
  await session.run(counts, txn);
  let taken = await purgeRecipients(session, txn, limit);
  if (campaign !== null && taken < limit) taken += await purgeCampaign(session, campaign, limit - taken);
  if (taken < limit) for (const deletion of ofTransaction) await session.run(deletion, txn);
  return taken;
}

const erasures = [
  "UPDATE txn SET text = '', hidden = true WHERE seq = ANY ($1::bigint[])",
  "UPDATE binary_body SET header = '', body = '' WHERE txn = ANY ($1::bigint[])",
  "UPDATE mms_part SET body = '' WHERE txn = ANY ($1::bigint[])",
].map((text) => sql(text));
/** Work on partitions, which other stores do not have. */
export interface PartitionWrites {
  preparePartitions(now: number): null;
  dropPartition(input: { readonly before: number; readonly limit: number }): boolean;
}

/** The part of the port that is about days. */
export function partitionCalls(
  writer: Caller<PartitionWrites>,
): Pick<RetentionStore, "prepare" | "dropDays"> {
  return {
    prepare: async (now) => {
      await writer.call("preparePartitions", now);
    },
    dropDays: (before, limit) => writer.call("dropPartition", { before, limit }),
  };
}

/** Deletions of messages. */
export const retentionWrites: Batches<RetentionWrites & PartitionWrites> = {
  preparePartitions: oneByOne(async (session, now) => {
    await preparePartitions(session, now);
    return null;
  }),
  dropPartition: alone("purge transactions", false, dropPartition),
  purgeTransactions: alone("purge transactions", null, async (session, { after, before, limit }) => {
    let [place, room] = [after, limit];
    for (const candidate of await session.all(candidates, after, limit)) {
      // Later ones have higher numbers: whatever follows is too young as well.
      if (candidate.createdAt >= before) break;
      if (isOver(candidate, before)) room -= await purge(session, candidate, room);
      if (room <= 0) return place;
      room -= 1;
      place = candidate.txn;
    }
    return place === after ? null : place;
  }),
  eraseTexts: alone("purge transactions", null, async (session, { after, before, limit }) => {
    const old = (await session.all(candidates, after, limit)).filter(({ createdAt }) => createdAt < before);
    const erasable = old.filter((row) => row.hidden === 0 && isOver(row, before)).map(({ txn }) => txn);
    if (erasable.length > 0) for (const erasure of erasures) await session.run(erasure, erasable);
    return old.at(-1)?.txn ?? null;
  }),
};
