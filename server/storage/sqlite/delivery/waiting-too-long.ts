import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { Database } from "../engine/database.js";

interface Waiting {
  readonly id: number;
  readonly txn: number;
}

/** Ends of the queues, one for each link and lane: what is due first stands there. */
const dueBefore = `
WITH RECURSIVE links (id) AS (
  SELECT min(link) FROM recipient WHERE state = ${RecipientState.Queued}
  UNION ALL
  SELECT (SELECT min(link) FROM recipient WHERE state = ${RecipientState.Queued} AND link > links.id) FROM links WHERE id IS NOT NULL
), lanes (link, lane) AS (
  SELECT id, (SELECT min(lane) FROM recipient WHERE state = ${RecipientState.Queued} AND link = links.id) FROM links WHERE id IS NOT NULL
  UNION ALL
  SELECT link, (SELECT min(lane) FROM recipient r WHERE r.state = ${RecipientState.Queued} AND r.link = lanes.link AND r.lane > lanes.lane)
  FROM lanes WHERE lane IS NOT NULL
)
SELECT r.id, r.txn FROM lanes CROSS JOIN recipient r INDEXED BY recipient_due
  ON r.state = ${RecipientState.Queued} AND r.link = lanes.link AND r.lane = lanes.lane AND r.next_at <= ?
  JOIN txn t ON t.seq = r.txn AND t.due_at <= ?
LIMIT ?`;

/** Messages that were tried before, in the order in which their transactions were accepted. */
const triedBefore = `
SELECT r.id, r.txn, t.created_at AS at, t.due_at FROM recipient r INDEXED BY recipient_retried JOIN txn t ON t.seq = r.txn
WHERE r.state = ${RecipientState.Queued} AND r.attempts + r.deferrals > 0 AND (r.txn, r.id) > (?, ?) ORDER BY r.txn, r.id LIMIT ?`;

interface Tried extends Waiting {
  readonly at: number;
  readonly due_at: number;
}

/**
 * Prepares to find messages that wait and were due before a time, at most so many; it reads little more than it finds. One
 * that waits for another attempt is due later than it was first, but no transaction is due before it was accepted.
 */
export function prepareWaitingTooLong(
  database: Database,
): (before: number, limit: number) => readonly Waiting[] {
  const due = database.prepare<Waiting>(dueBefore);
  const tried = database.prepare<Tried>(triedBefore);

  const triedTooLong = (before: number, limit: number): readonly Waiting[] => {
    const found: Waiting[] = [];
    let last = { txn: 0, id: 0 };
    while (found.length < limit) {
      const rows = tried.all(last.txn, last.id, limit);
      const old = rows.filter(({ at }) => at <= before);
      found.push(...old.filter(({ due_at }) => due_at <= before));
      if (rows.length < limit || old.length < rows.length) break;
      last = rows.at(-1) ?? last;
    }
    return found;
  };
  return (before, limit) => {
    const all = [...due.all(before, before, limit), ...triedTooLong(before, limit)];
    return [...new Map(all.map(({ id, txn }) => [id, { id, txn }])).values()].slice(0, limit);
  };
}
