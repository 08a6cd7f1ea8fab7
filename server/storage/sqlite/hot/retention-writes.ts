import type { RetentionWrites } from "../../protocol/retention-writes.js";
import { isOver, type RetentionRow } from "../../../domain/delivery/retention.js";
import { hasOpen } from "./counts.js";
import type { Database } from "../engine/database.js";

/** The oldest transactions behind a place. */
const candidatesSql = `
SELECT t.seq AS txn, t.hidden, t.created_at AS createdAt, t.due_at AS dueAt, c.id AS campaign, c.status, c.completed_at AS completedAt,
  ${hasOpen("t.seq")} AS open,
  EXISTS (SELECT 1 FROM recipient_block WHERE recipient_block.txn = t.seq) AS blocks
FROM txn t LEFT JOIN campaign c ON c.txn = t.seq
WHERE t.seq > ? ORDER BY t.seq LIMIT +?`;

/** Deletes at most `limit` rows of one thing; returns how many. */
type Deletion = (id: number, limit: number) => number;

function prepareRecipients(database: Database): Deletion {
  const find = database.prepare<{ readonly id: number }>("SELECT id FROM recipient WHERE txn = ? LIMIT +?");
  const deletions = [
    "DELETE FROM sent_part WHERE recipient = ?",
    "DELETE FROM contradiction WHERE recipient = ?",
    "DELETE FROM failed_attempt WHERE recipient = ?",
    // Its id may be given to another message.
    "DELETE FROM posted_callback WHERE recipient = ?",
    "DELETE FROM recipient WHERE id = ?",
  ].map((sql) => database.prepare(sql));
  return (txn, limit) => {
    const rows = find.all(txn, limit);
    for (const { id } of rows) for (const deletion of deletions) deletion.run(id);
    return rows.length;
  };
}

function prepareCampaign(database: Database): Deletion {
  const recipients = database.prepare(
    `DELETE FROM campaign_recipient WHERE campaign_id = ? AND phone IN
       (SELECT phone FROM campaign_recipient WHERE campaign_id = ? LIMIT +?)`,
  );
  const rest = ["campaign_location WHERE campaign_id", "campaign WHERE id"].map((place) =>
    database.prepare(`DELETE FROM ${place} = ?`),
  );
  return (campaign, limit) => {
    const { changes } = recipients.run(campaign, campaign, limit);
    if (changes < limit) for (const deletion of rest) deletion.run(campaign);
    return changes;
  };
}

/** Deletes one transaction as far as `limit` goes; returns how many rows it took, `limit` when there may be more. */
function prepareTransaction(database: Database): (candidate: RetentionRow, limit: number) => number {
  const counts = database.prepare("DELETE FROM recipient_count WHERE txn = ?");
  const recipients = prepareRecipients(database);
  const campaign = prepareCampaign(database);
  const rest = ["binary_body WHERE txn", "mms_part WHERE txn", "mms_wishes WHERE txn", "txn WHERE seq"].map(
    (place) => database.prepare(`DELETE FROM ${place} = ?`),
  );
  return ({ txn, campaign: id }, limit) => {
    // Without counts a transaction is unknown to everybody.
    counts.run(txn);
    let taken = recipients(txn, limit);
    if (id !== null && taken < limit) taken += campaign(id, limit - taken);
    if (taken < limit) for (const deletion of rest) deletion.run(txn);
    return taken;
  };
}

/** Erases the content of a message; freed pages are overwritten. */
function prepareErasure(database: Database): (txn: number) => void {
  const erasures = [
    "UPDATE txn SET text = '', hidden = 1 WHERE seq = ?",
    "UPDATE binary_body SET header = x'', body = x'' WHERE txn = ?",
    "UPDATE mms_part SET body = x'' WHERE txn = ?",
  ].map((sql) => database.prepare(sql));
  return (txn) => {
    for (const erasure of erasures) erasure.run(txn);
  };
}

/** Prepares deletions of messages on one connection. */
export function retentionWrites(database: Database): RetentionWrites {
  const candidates = database.prepare<RetentionRow & { readonly hidden: number }>(candidatesSql);
  const erase = prepareErasure(database);
  const purge = prepareTransaction(database);
  return {
    purgeTransactions: ({ after, before, limit }) => {
      let [place, room] = [after, limit];
      for (const candidate of candidates.all(after, limit)) {
        // Later ones have higher numbers: whatever follows is too young as well.
        if (candidate.createdAt >= before) break;
        if (isOver(candidate, before)) room -= purge(candidate, room);
        if (room <= 0) return place;
        room -= 1;
        place = candidate.txn;
      }
      return place === after ? null : place;
    },
    eraseTexts: ({ after, before, limit }) => {
      const old = candidates.all(after, limit).filter(({ createdAt }) => createdAt < before);
      const erasable = old.filter((row) => row.hidden === 0 && isOver(row, before));
      if (erasable.length > 0) database.exec("PRAGMA secure_delete = ON");
      for (const { txn } of erasable) erase(txn);
      if (erasable.length > 0) database.exec("PRAGMA secure_delete = FAST");
      return old.at(-1)?.txn ?? null;
    },
  };
}
