import { RecipientState } from "../../../domain/recipient-state.js";
import { ended, isExpired, type StateRow, type sweeps } from "../../../domain/delivery/transitions.js";
import type { DeliveryWrites } from "../../protocol/link-writes.js";
import { alone, type Batches } from "../engine/batch.js";
import type { Queries, Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { isOnTheWay, isQueued } from "./counts.js";
import { lockRecipients } from "../../tables/outbox/recipients.js";
import { runScript } from "../engine/scripts.js";
import { writeTransitions } from "./transitions.js";
import { linksOf } from "./candidates.js";

/** The messages of each queue that are due, first the ones due earliest; a queue is one link and one customer queue (`lane`). */
const dueBefore = sql<StateRow>(
  `WITH RECURSIVE ${linksOf(isQueued)}, lanes (link, lane) AS (
     SELECT id, (SELECT min(lane) FROM recipient WHERE ${isQueued} AND link = links.id) FROM links WHERE id IS NOT NULL
     UNION ALL
     SELECT link, (SELECT min(lane) FROM recipient r WHERE r.${isQueued} AND r.link = lanes.link AND r.lane > lanes.lane)
     FROM lanes WHERE lane IS NOT NULL)
   SELECT r.id, r.txn, r.state FROM lanes CROSS JOIN LATERAL (
     SELECT r.id, r.txn, r.state FROM recipient r JOIN txn t ON t.seq = r.txn
     WHERE r.${isQueued} AND r.link = lanes.link AND r.lane = lanes.lane AND r.next_at <= $1 AND t.due_at <= $1
     ORDER BY r.next_at LIMIT $2) r
   LIMIT $2`,
);

interface Tried extends StateRow {
  readonly createdAt: number;
  readonly dueAt: number;
}

/** Messages that were tried before, in the order in which their transactions were accepted. */
const triedBefore = sql<Tried>(
  `SELECT r.id, r.txn, r.state, t.created_at AS "createdAt", t.due_at AS "dueAt" FROM recipient r JOIN txn t ON t.seq = r.txn
   WHERE r.${isQueued} AND r.attempts + r.deferrals > 0 AND (r.txn, r.id) > ($1, $2) ORDER BY r.txn, r.id LIMIT $3`,
);

async function triedTooLong(
  queries: Queries,
  now: number,
  validity: number,
  limit: number,
): Promise<readonly StateRow[]> {
  const found: StateRow[] = [];
  let last = { txn: 0, id: 0 };
  while (found.length < limit) {
    const rows = await queries.all(triedBefore, last.txn, last.id, limit);
    const old = rows.filter(({ createdAt }) => isExpired(createdAt, validity, now));
    found.push(...old.filter(({ dueAt }) => isExpired(dueAt, validity, now)));
    if (rows.length < limit || old.length < rows.length) break;
    last = rows.at(-1) ?? last;
  }
  return found;
}

const onTheWayBefore = sql<StateRow>(
  `WITH RECURSIVE ${linksOf(isOnTheWay)}
   SELECT r.id, r.txn, r.state FROM links JOIN recipient r ON r.${isOnTheWay} AND r.link = links.id AND r.next_at < $1 LIMIT $2`,
);
const isHeld = `state = ${RecipientState.Submitting} AND worker IS NULL`;
const heldBefore = sql<StateRow>(
  `SELECT id, txn, state FROM recipient WHERE ${isHeld} AND at < $1 ORDER BY id LIMIT $2`,
);
const stillHeld = sql<StateRow>(
  `SELECT id, txn, state FROM recipient WHERE id = ANY ($1::bigint[]) AND ${isHeld} ORDER BY id FOR UPDATE`,
);
/** Ends messages that a search has found. Guard: as far as they are still in a state that the sweep ends. */
async function end(
  session: Session,
  rows: readonly StateRow[],
  sweep: keyof typeof sweeps,
  now: number,
): Promise<number> {
  const ids = rows.map(({ id }) => id);
  const locked = await runScript(session, lockRecipients(ids));
  const changes = ended(locked, sweep, now);
  await writeTransitions(session, changes);
  return changes.transitions.length;
}

/** Sweeps by time. */
export const sweepWrites: Batches<Pick<DeliveryWrites, "expire" | "giveUp">> = {
  expire: alone("expire", 0, async (session, { now, validity, limit }) => {
    const due = await session.all(dueBefore, now - validity, limit);
    const all = [...due, ...(await triedTooLong(session, now, validity, limit))];
    const rows = [...new Map(all.map((row) => [row.id, row])).values()].slice(0, limit);
    return end(session, rows, "expired", now);
  }),
  giveUp: alone("give up", 0, async (session, { before, now, limit }) => {
    const unreported = await session.all(onTheWayBefore, before, limit);
    const unanswered = await session.all(heldBefore, before, limit);
    const held = await session.all(
      stillHeld,
      unanswered.map(({ id }) => id),
    );
    return (
      (await end(session, unreported, "unreported", now)) + (await end(session, held, "unanswered", now))
    );
  }),
};
