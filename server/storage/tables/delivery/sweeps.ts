import {
  ended,
  isExpired,
  type StateRow,
  type sweeps as ways,
} from "../../../domain/delivery/states/transitions.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import { optional, integer, text } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, type Steps } from "../../script/steps.js";
import { subject } from "../../script/subject.js";
import { stillHeld } from "../links/uncertain.js";
import { lockRecipients } from "../outbox/recipients.js";
import { inPostgres, inSqlite, isHeld, isLate, isOnTheWay, linksOf } from "../outbox/conditions.js";
import { alone, findLate, writeTransitions } from "../primitives.js";

/** Milliseconds for which the claims alone expire messages with quiet hours, whose validity does not run while they are held. */
const longestHeld = 7 * 86_400_000;

/** A transaction `t` whose messages have expired, in SQL. */
const isOver =
  `(t.valid_until <= $now OR t.valid_until IS NULL AND (t.quiet_hours IS NULL OR t.due_at <= $before - ${longestHeld}))` as const;

const state = { id: integer(), txn: integer(), state: integer<RecipientState>() };

/** The queues, one for each link and customer queue (`lane`). */
const lanesOf = (queued: string) => `WITH RECURSIVE ${linksOf(queued)}, lanes (link, lane) AS (
  SELECT id, (SELECT min(lane) FROM recipient WHERE ${queued} AND link = links.id) FROM links WHERE id IS NOT NULL
  UNION ALL
  SELECT link, (SELECT min(lane) FROM recipient r WHERE r.${queued} AND r.link = lanes.link AND r.lane > lanes.lane)
  FROM lanes WHERE lane IS NOT NULL)`;

/** The messages of each queue that are due, first the ones due earliest. */
const dueBefore = sql(
  `${lanesOf(inPostgres.isQueued)}
   SELECT r.id, r.txn, r.state FROM lanes CROSS JOIN LATERAL (
     SELECT r.id, r.txn, r.state FROM recipient r JOIN txn t ON t.seq = r.txn
     WHERE r.${inPostgres.isQueued} AND r.link = lanes.link AND r.lane = lanes.lane AND r.queued_at <= $before AND t.due_at <= $before
       AND ${isOver}
     ORDER BY r.queued_at LIMIT $limit) r
   LIMIT $limit`,
  state,
  {
    sqlite: `${lanesOf(inSqlite.isQueued)}
      SELECT r.id, r.txn, r.state FROM lanes CROSS JOIN recipient r INDEXED BY recipient_due
        ON r.${inSqlite.isQueued} AND r.link = lanes.link AND r.lane = lanes.lane AND r.next_at <= $before
        JOIN txn t ON t.seq = r.txn AND t.due_at <= $before AND ${isOver}
      LIMIT +$limit`,
  },
);

/** Messages that were tried before, in the order in which their transactions were accepted; `index`: the one that SQLite has to use. */
const triedText = (index: string, queued: string) =>
  `SELECT r.id, r.txn, r.state, t.created_at, t.due_at, t.valid_until, t.quiet_hours FROM recipient r ${index} JOIN txn t ON t.seq = r.txn
   WHERE r.${queued} AND r.attempts + r.deferrals > 0 AND (r.txn, r.id) > ($txn, $id) ORDER BY r.txn, r.id LIMIT ` as const;
const triedBefore = sql(
  `${triedText("", inPostgres.isQueued)}$limit`,
  {
    ...state,
    createdAt: integer(),
    dueAt: integer(),
    validUntil: optional(integer()),
    quietHours: optional(text()),
  },
  { sqlite: `${triedText("INDEXED BY recipient_retried", inSqlite.isQueued)}+$limit` },
);

/** Messages of `listed` that the network accepted before a time: `since` holds the time of acceptance. */
const acceptedText = (listed: string, since: string) =>
  `WITH RECURSIVE ${linksOf(listed)}
   SELECT r.id, r.txn, r.state FROM links JOIN recipient r ON r.${isOnTheWay} AND r.link = links.id AND r.${since} < $before LIMIT ` as const;
export const onTheWayBefore = sql(`${acceptedText(isLate, "late_since")}$limit`, state, {
  sqlite: `${acceptedText(isOnTheWay, "next_at")}+$limit`,
});
const heldBefore = sql(
  `SELECT id, txn, state FROM recipient WHERE ${isHeld} AND at < $before ORDER BY id LIMIT $limit`,
  state,
);

/** One that waits for another attempt is due later than it was first, but no transaction is due before it was accepted. */
function* triedTooLong(now: number, validity: number, limit: number): Steps<readonly StateRow[]> {
  const found: StateRow[] = [];
  let last = { txn: 0, id: 0 };
  while (found.length < limit) {
    const rows = yield* all(triedBefore, { txn: last.txn, id: last.id, limit });
    const old = rows.filter(({ createdAt }) => isExpired({ dueAt: createdAt }, validity, now));
    found.push(
      ...old.filter(
        (row) =>
          isExpired(row, validity, now) && (row.quietHours === undefined || row.validUntil !== undefined),
      ),
    );
    if (rows.length < limit || old.length < rows.length) break;
    last = rows.at(-1) ?? last;
  }
  return found;
}

/** Ends messages, whose states are locked; returns how many. */
function* end(rows: readonly StateRow[], way: keyof typeof ways, now: number): Steps<number> {
  const changes = ended(rows, way, now);
  yield* writeTransitions(changes);
  return changes.transitions.length;
}

/** Ends of messages by time. One process at a time looks for them. */
export const sweeps = subject("sweeps", {
  *expire(now: number, validity: number, limit: number): Steps<number> {
    if (!(yield* alone("expire"))) return 0;
    const due = yield* all(dueBefore, { before: now - validity, now, limit });
    const ids = [...due, ...(yield* triedTooLong(now, validity, limit))].map(({ id }) => id);
    return yield* end(yield* lockRecipients([...new Set(ids)].slice(0, limit)), "expired", now);
  },
  *giveUp(before: number, now: number, limit: number): Steps<number> {
    if (!(yield* alone("give up"))) return 0;
    yield* findLate({ before, now });
    const unreported = yield* all(onTheWayBefore, { before, limit });
    const unanswered = yield* all(heldBefore, { before, limit });
    const locked = yield* lockRecipients(unreported.map(({ id }) => id));
    const held = yield* all(stillHeld, { ids: unanswered.map(({ id }) => id) });
    return (yield* end(locked, "unreported", now)) + (yield* end(held, "unanswered", now));
  },
});
