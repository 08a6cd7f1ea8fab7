import { RecipientState } from "../../../domain/recipient-state.js";
import { isExpired, type StateRow } from "../../../domain/delivery/transitions.js";
import type { Database } from "../engine/database.js";
import { isQueued } from "./counts.js";
import { linksOf } from "./candidates.js";

/** Ends of the queues, one for each link and customer queue: the message that is due first. */
const dueBefore = `
WITH RECURSIVE ${linksOf(isQueued)}, lanes (link, lane) AS (
  SELECT id, (SELECT min(lane) FROM recipient WHERE ${isQueued} AND link = links.id) FROM links WHERE id IS NOT NULL
  UNION ALL
  SELECT link, (SELECT min(lane) FROM recipient r WHERE r.state = ${RecipientState.Queued} AND r.link = lanes.link AND r.lane > lanes.lane)
  FROM lanes WHERE lane IS NOT NULL
)
SELECT r.id, r.txn, r.state FROM lanes CROSS JOIN recipient r INDEXED BY recipient_due
  ON r.state = ${RecipientState.Queued} AND r.link = lanes.link AND r.lane = lanes.lane AND r.next_at <= ?
  JOIN txn t ON t.seq = r.txn AND t.due_at <= ?
LIMIT +?`;

/** Messages with an earlier attempt, in the order of acceptance of their transactions. */
const triedBefore = `
SELECT r.id, r.txn, r.state, t.created_at AS createdAt, t.due_at AS dueAt FROM recipient r INDEXED BY recipient_retried JOIN txn t ON t.seq = r.txn
WHERE r.state = ${RecipientState.Queued} AND r.attempts + r.deferrals > 0 AND (r.txn, r.id) > (?, ?) ORDER BY r.txn, r.id LIMIT +?`;

interface Tried extends StateRow {
  readonly createdAt: number;
  readonly dueAt: number;
}

/**
 * Prepares to find queued messages that are expired, at most so many; it reads little more than it finds. One that waits for another attempt is due later than it was first, but no transaction is due before it was accepted.
 */
export function prepareWaitingTooLong(
  database: Database,
): (now: number, validity: number, limit: number) => readonly StateRow[] {
  const due = database.prepare<StateRow>(dueBefore);
  const tried = database.prepare<Tried>(triedBefore);

  const triedTooLong = (now: number, validity: number, limit: number): readonly StateRow[] => {
    const found: StateRow[] = [];
    let last = { txn: 0, id: 0 };
    while (found.length < limit) {
      const rows = tried.all(last.txn, last.id, limit);
      const old = rows.filter(({ createdAt }) => isExpired(createdAt, validity, now));
      found.push(...old.filter(({ dueAt }) => isExpired(dueAt, validity, now)));
      if (rows.length < limit || old.length < rows.length) break;
      last = rows.at(-1) ?? last;
    }
    return found;
  };
  return (now, validity, limit) => {
    const before = now - validity;
    const all = [...due.all(before, before, limit), ...triedTooLong(now, validity, limit)];
    return [...new Map(all.map((row) => [row.id, row])).values()].slice(0, limit);
  };
}
