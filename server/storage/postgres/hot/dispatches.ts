import { RecipientState } from "../../../domain/recipient-state.js";
import { isOnTheWay } from "../../tables/outbox/conditions.js";
import type { Session } from "../engine/session.js";
import { sql } from "../engine/statement.js";

/** Milliseconds for which all messages of a claim stay dispatched, and for which those without a receipt do. */
const young = 5_000;
const waiting = 30_000;

/** Claims of one statement. */
const most = 1_000;

/**
 * Replaces old claims by one with those of their messages that are in flight or wait for a receipt, and marks those that have waited for
 * it since before `$2`. Guard: whether a message is still on its way is looked at again when it is marked.
 */
const renew = sql<{ readonly n: number }>(
  `WITH old AS (
     DELETE FROM dispatch WHERE id IN (WITH picked AS MATERIALIZED (SELECT id FROM dispatch WHERE at < $1 ORDER BY id LIMIT ${most} FOR UPDATE SKIP LOCKED) SELECT id FROM picked)
     RETURNING recipients),
   open AS MATERIALIZED (
     SELECT r.id, r.${isOnTheWay} AND r.next_at < $2 AS late
     FROM (SELECT DISTINCT unnest(recipients) AS id FROM old) o JOIN recipient r ON r.id = o.id
     WHERE (r.state = ${RecipientState.Submitting} AND r.worker IS NOT NULL OR r.${isOnTheWay}) AND r.late_since IS NULL),
   marked AS (
     UPDATE recipient r SET late_since = r.next_at FROM open WHERE open.late AND r.id = open.id AND r.${isOnTheWay}),
   kept AS (
     INSERT INTO dispatch (at, recipients) SELECT $1, array_agg(id) FROM open WHERE NOT late HAVING count(*) > 0)
   SELECT count(*) AS n FROM old`,
);

/** As the primitive `findLate`. */
export async function findLate(
  session: Session,
  { before, now }: { readonly before: number; readonly now: number },
): Promise<void> {
  const ends = [Math.max(before, now - young), Math.max(before, now - waiting)];
  while (((await session.get(renew, ...ends))?.n ?? 0) === most);
}
