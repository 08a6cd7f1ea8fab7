import type { BulkCounts, BulkKind, BulkRun, BulkState, LastTransaction } from "../../../domain/desk/bulk.js";
import type { MessageFilter, SearchPlace } from "../../../domain/desk/search.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import { flag, integer, json, namesOf, optional, type RowOf, text } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { ofCampaign } from "../outbox/conditions.js";

const columns = {
  id: integer(),
  kind: text<BulkKind>(),
  state: text<BulkState>(),
  search: json<BulkRun["search"]>(),
  filter: json<MessageFilter>(),
  reference: optional(text()),
  refundLimit: optional(integer()),
  who: text(),
  at: integer(),
  startedAt: optional(integer()),
  changedAt: integer(),
  place: optional(json<SearchPlace>()),
  last: optional(json<LastTransaction>()),
  counted: json<BulkCounts>(),
  done: json<BulkCounts>(),
  note: optional(text()),
  entry: optional(integer()),
};

export type StoredRun = RowOf<typeof columns>;

const select = `SELECT ${namesOf(columns)} FROM bulk_run` as const;

export const bulkRun = sql(`${select} WHERE id = $id`, columns);
/** Guard: of two processes that work on a run, one waits for the other, and sees where that came to. */
export const lockedRun = sql(`${select} WHERE id = $id`, columns, { lock: "FOR UPDATE" });
export const latestRuns = sql(`${select} WHERE id < $before ORDER BY id DESC LIMIT $limit`, columns);
export const openRuns = sql(`${select} WHERE state IN ('counting', 'running') ORDER BY id`, columns);

/** A message that was sent again has a later copy. */
export const messagesOf = sql(
  `SELECT r.id, r.txn, t.customer_id, r.phone, r.state, CASE WHEN r.worker IS NULL THEN 0 ELSE 1 END AS claimed, r.uncertain,
     (SELECT count(*) FROM sent_part WHERE sent_part.recipient = r.id) AS sent_parts,
     CASE WHEN EXISTS (SELECT 1 FROM refunded_message f WHERE f.recipient = r.id) THEN 1 ELSE 0 END AS refunded,
     t.hidden, ${ofCampaign}, coalesce(t.copy_of, t.id) AS original,
     CASE WHEN $copies::bigint = 1 AND EXISTS (SELECT 1 FROM txn c JOIN recipient o ON o.txn = c.seq
       WHERE c.copy_of = coalesce(t.copy_of, t.id) AND c.seq > t.seq AND o.phone = r.phone) THEN 1 ELSE 0 END AS sent_again,
     t.user_name, t.originator, t.parts
   FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = ANY ($ids::bigint[]) ORDER BY r.id`,
  {
    id: integer(),
    txn: integer(),
    customerId: integer(),
    phone: text(),
    state: integer<RecipientState>(),
    claimed: integer(),
    uncertain: integer(),
    sentParts: integer(),
    refunded: integer(),
    hidden: flag(),
    campaign: integer<0 | 1>(),
    original: text(),
    sentAgain: integer(),
    userName: text(),
    originator: text(),
    parts: integer(),
  },
);
