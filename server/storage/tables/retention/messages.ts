import { isOver, type RetentionRow } from "../../../domain/delivery/retention.js";
import type { PurgePlace } from "../../../ports/messages.js";
import { flag, optional, text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { isOpen, uncountedState } from "../outbox/conditions.js";
import { alone, overwriting } from "../primitives.js";

const countsOpen = `EXISTS (SELECT 1 FROM recipient_count WHERE recipient_count.txn = t.seq AND ${isOpen} AND n > 0)`;
/** A recipient that is alone in a transaction may have no count. */
const aloneOpen = `EXISTS (SELECT 1 FROM (${uncountedState("t.seq")}) AS single WHERE ${isOpen})`;

/** The oldest transactions behind a place. Guard: what is decided about a transaction holds until it is deleted. */
const candidates = sql(
  `SELECT t.seq AS txn, t.hidden, t.created_at, t.due_at, c.id AS campaign, c.status, c.completed_at,
     CASE WHEN ${countsOpen} OR ${aloneOpen} THEN 1 ELSE 0 END AS open,
     CASE WHEN EXISTS (SELECT 1 FROM recipient_block WHERE recipient_block.txn = t.seq) THEN 1 ELSE 0 END AS blocks
   FROM txn t LEFT JOIN campaign c ON c.txn = t.seq WHERE t.seq > $after ORDER BY t.seq LIMIT $limit`,
  {
    txn: integer(),
    hidden: flag(),
    createdAt: integer(),
    dueAt: integer(),
    campaign: optional(integer()),
    status: optional(text<NonNullable<RetentionRow["status"]>>()),
    completedAt: optional(integer()),
    open: integer(),
    blocks: integer(),
  },
  { lock: "FOR UPDATE OF t" },
);

const recipients = sql(
  "SELECT id FROM recipient WHERE txn = $txn ORDER BY id LIMIT $limit",
  { id: integer() },
  { lock: "FOR UPDATE" },
);
const deletion = (place: string) => sql(`DELETE FROM ${place} = ANY ($ids::bigint[])`);
const ofRecipients = [
  "sent_part WHERE recipient",
  "contradiction WHERE recipient",
  "failed_attempt WHERE recipient",
  "refunded_message WHERE recipient",
  // Its id may be given to another message.
  "posted_callback WHERE recipient",
  "recipient WHERE id",
].map(deletion);
const campaignRecipients = sql(
  `DELETE FROM campaign_recipient WHERE campaign_id = $campaign AND phone IN
     (SELECT phone FROM campaign_recipient WHERE campaign_id = $campaign LIMIT $limit)`,
);
const ofCampaign = ["campaign_location WHERE campaign_id", "campaign WHERE id"].map(deletion);
const counts = deletion("recipient_count WHERE txn");
const ofTransaction = [
  "binary_body WHERE txn",
  "mms_part WHERE txn",
  "mms_wishes WHERE txn",
  "smpp_wish WHERE txn",
  "txn WHERE seq",
].map(deletion);

const erasure = (change: string, column: string, empty: string) => {
  const changed = change.replaceAll("empty", "''");
  return sql(`${changed} WHERE ${column} = ANY ($ids::bigint[])`, undefined, {
    sqlite: `${change.replaceAll("empty", empty)} WHERE ${column} IN (SELECT value FROM json_each($ids))`,
  });
};
const erasures = [
  erasure("UPDATE txn SET text = empty, hidden = true", "seq", "''"),
  erasure("UPDATE binary_body SET header = empty, body = empty", "txn", "x''"),
  erasure("UPDATE mms_part SET body = empty", "txn", "x''"),
];

/** Runs statements about the same rows. */
function* runAll(statements: readonly (typeof counts)[], ids: readonly number[]): Steps<void> {
  if (ids.length > 0) for (const each of statements) yield* run(each, { ids });
}

/** Deletes one transaction as far as `limit` goes; returns how many rows it took, `limit` when there may be more. */
function* purge({ txn, campaign }: RetentionRow, limit: number): Steps<number> {
  // Without counts a transaction is unknown to everybody.
  yield* run(counts, { ids: [txn] });
  const ids = (yield* all(recipients, { txn, limit })).map(({ id }) => id);
  yield* runAll(ofRecipients, ids);
  let taken = ids.length;
  if (campaign !== undefined && taken < limit) {
    const room = limit - taken;
    const some = yield* run(campaignRecipients, { campaign, limit: room });
    if (some < room) yield* runAll(ofCampaign, [campaign]);
    taken += some;
  }
  if (taken < limit) yield* runAll(ofTransaction, [txn]);
  return taken;
}

/** As `RetentionStore.purgeTransactions`. */
export function* purgeTransactions(
  after: PurgePlace,
  before: number,
  limit: number,
): Steps<PurgePlace | undefined> {
  if (!(yield* alone("purge transactions"))) return undefined;
  let [place, room] = [after, limit];
  for (const candidate of yield* all(candidates, { after, limit })) {
    // Later ones have higher numbers: whatever follows is too young as well.
    if (candidate.createdAt >= before) break;
    if (isOver(candidate, before)) room -= yield* purge(candidate, room);
    if (room <= 0) return place;
    room -= 1;
    place = candidate.txn;
  }
  return place === after ? undefined : place;
}

/** As `RetentionStore.eraseTexts`; freed pages are overwritten. */
export function* eraseTexts(after: PurgePlace, before: number, limit: number): Steps<PurgePlace | undefined> {
  if (!(yield* alone("purge transactions"))) return undefined;
  const old = (yield* all(candidates, { after, limit })).filter(({ createdAt }) => createdAt < before);
  const ids = old.filter((row) => !row.hidden && isOver(row, before)).map(({ txn }) => txn);
  if (ids.length > 0) {
    yield* overwriting(true);
    yield* runAll(erasures, ids);
    yield* overwriting(false);
  }
  return old.at(-1)?.txn;
}
