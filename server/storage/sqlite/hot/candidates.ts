import type { DeliveryStore } from "../../../ports/delivery.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { customerOfQueue } from "../../../domain/delivery/customer-queue.js";
import type { ClaimRead, ClaimRows } from "../../../domain/delivery/claim-reads.js";
import type { CandidateRow } from "../../../domain/delivery/candidate.js";
import { candidateColumns, candidateTables, type QueueRow, storedQueues } from "../../rows/candidate-row.js";
import type { Database } from "../engine/database.js";
import { isQueued } from "./counts.js";

/** Due messages of one queue of a link, after a position. */
export const dueSql = `
SELECT ${candidateColumns} FROM ${candidateTables}
WHERE r.state = ${RecipientState.Queued} AND r.link = ? AND r.lane = ? AND r.next_at <= ? AND (r.next_at, r.id) > (?, ?)
ORDER BY r.next_at, r.id LIMIT +?`;

/** Due time of the next deferred message of a queue of a link. */
export const laterSql = `
SELECT min(next_at) AS at FROM recipient WHERE ${isQueued} AND link = ? AND lane = ? AND next_at > ?`;

/** Queues of a link, including those with deferred messages only; one index step per queue. */
const queuesOfLink = `
WITH RECURSIVE queues (number) AS (
  SELECT min(lane) FROM recipient WHERE ${isQueued} AND link = ?
  UNION ALL
  SELECT (SELECT min(lane) FROM recipient WHERE ${isQueued} AND link = ? AND lane > queues.number)
  FROM queues WHERE number IS NOT NULL
)`;

/** The same with the earliest due time of each queue and, for due ones, the settings that decide about turns. */
export const queuesSql = `${queuesOfLink}, dated AS MATERIALIZED (
  SELECT number, (SELECT min(next_at) FROM recipient WHERE ${isQueued} AND link = ? AND lane = number) AS due_at
  FROM queues WHERE number IS NOT NULL
)
SELECT q.number, q.due_at, c.weight, c.rate, c.priority, c.single_priority, c.bulk_priority, l.free_at
FROM dated q LEFT JOIN customer c ON c.id = ${customerOfQueue("q.number")} AND q.due_at <= ? LEFT JOIN lane l ON l.customer_id = c.id`;

/** Prepares the reads of a claim, inside the transaction that is open. */
export function prepareClaimReads(database: Database): (read: ClaimRead) => ClaimRows {
  const queues = database.prepare<QueueRow>(queuesSql);
  const due = database.prepare<CandidateRow>(dueSql);
  const later = database.prepare<{ readonly at: number | null }>(laterSql);
  return (read) => {
    const { kind, link, now } = read;
    if (kind === "queues") return { kind, queues: storedQueues(queues.all(link, link, link, now)) };
    const { queue, after, limit } = read;
    const rows = due.all(link, queue, now, after?.nextAt ?? -1, after?.id ?? 0, limit);
    const laterAt = rows.length < limit ? later.get(link, queue, now)?.at : undefined;
    return { kind, rows, laterAt: laterAt ?? undefined };
  };
}

/** Earliest time at which a message for a link can be claimed. */
export const nextDueSql = `${queuesOfLink}
SELECT min(max(
  (SELECT min(next_at) FROM recipient WHERE ${isQueued} AND link = ? AND lane = q.number),
  ifnull((SELECT (l.free_at + 999) / 1000 FROM lane l JOIN customer c ON c.id = l.customer_id
          WHERE l.customer_id = ${customerOfQueue("q.number")} AND c.rate IS NOT NULL), 0)
)) AS at FROM queues q WHERE number IS NOT NULL`;

/**
 * The table `links (id)` of a WITH RECURSIVE clause: links with recipients that fulfil a condition, 0 and -1 among them. Its last
 * id is null. Reads one row of the index for each link, however many recipients it has.
 */
export function linksOf(condition: string): string {
  const first = `SELECT min(link) FROM recipient WHERE ${condition}`;
  return `links (id) AS (
  ${first}
  UNION ALL
  SELECT (${first} AND link > links.id) FROM links WHERE id IS NOT NULL
)`;
}

/** Links with queued recipients, deferred ones included; 0 and -1 among them. */
const waitingLinksSql = `WITH RECURSIVE ${linksOf(isQueued)} SELECT id FROM links WHERE id IS NOT NULL`;

export function deliveryReads(database: Database): Pick<DeliveryStore, "nextDue" | "waitingLinks"> {
  const due = database.prepare<{ readonly at: number | null }>(nextDueSql);
  const waiting = database.prepare<{ readonly id: number }>(waitingLinksSql);
  return {
    nextDue: async (linkIds) => {
      const times = [0, ...linkIds].flatMap((id) => due.get(id, id, id)?.at ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    waitingLinks: async () => waiting.all().map(({ id }) => id),
  };
}
