import type { CandidateRow } from "../../../domain/delivery/candidate.js";
import type { ClaimRead, ClaimRows } from "../../../domain/delivery/claim-reads.js";
import { customerOfQueue } from "../../../domain/delivery/customer-queue.js";
import type { DeliveryStore } from "../../../ports/delivery.js";
import { candidateColumns, candidateTables, type QueueRow, storedQueues } from "../../rows/candidate-row.js";
import type { Queries, Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { isQueued } from "./counts.js";

/** Guard: a message that another claim holds is passed over, and one that this claim looks at stays as it is until the commit. */
const due = sql<CandidateRow>(
  `SELECT ${candidateColumns} FROM ${candidateTables}
   WHERE r.${isQueued} AND r.link = $1 AND r.lane = $2 AND r.next_at <= $3 AND (r.next_at, r.id) > ($4, $5)
   ORDER BY r.next_at, r.id LIMIT $6 FOR UPDATE OF r SKIP LOCKED`,
);
const later = sql<{ readonly at: number | null }>(
  `SELECT min(next_at) AS at FROM recipient WHERE ${isQueued} AND link = $1 AND lane = $2 AND next_at > $3`,
);

/** Queues of link `$1`, including those with deferred messages only; one index step per queue. */
const queuesOfLink = `
WITH RECURSIVE queues (number) AS (
  SELECT min(lane) FROM recipient WHERE ${isQueued} AND link = $1
  UNION ALL
  SELECT (SELECT min(lane) FROM recipient WHERE ${isQueued} AND link = $1 AND lane > queues.number)
  FROM queues WHERE number IS NOT NULL
), dated AS (
  SELECT number, (SELECT min(next_at) FROM recipient WHERE ${isQueued} AND link = $1 AND lane = number) AS due_at
  FROM queues WHERE number IS NOT NULL
)`;

const queues = sql<QueueRow>(
  `${queuesOfLink}
   SELECT q.number, q.due_at, c.weight, c.rate, c.priority, c.single_priority, c.bulk_priority, l.free_at
   FROM dated q LEFT JOIN customer c ON c.id = ${customerOfQueue("q.number")} AND q.due_at <= $2
     LEFT JOIN lane l ON l.customer_id = c.id`,
);
const nextDue = sql<{ readonly at: number | null }>(
  `${queuesOfLink}
   SELECT min(greatest(q.due_at, coalesce((
     SELECT (l.free_at + 999) / 1000 FROM lane l JOIN customer c ON c.id = l.customer_id
     WHERE l.customer_id = ${customerOfQueue("q.number")} AND c.rate IS NOT NULL), 0))) AS at
   FROM dated q`,
);

/** The table `links (id)` of a WITH RECURSIVE clause, as the SQLite driver has it: one index step per link. */
export function linksOf(condition: string): string {
  const first = `SELECT min(link) FROM recipient WHERE ${condition}`;
  return `links (id) AS (${first} UNION ALL SELECT (${first} AND link > links.id) FROM links WHERE id IS NOT NULL)`;
}

const waiting = sql<{ readonly id: number }>(
  `WITH RECURSIVE ${linksOf(isQueued)} SELECT id FROM links WHERE id IS NOT NULL`,
);

/** Reads for a claim, inside its transaction. */
export async function claimRows(session: Session, read: ClaimRead): Promise<ClaimRows> {
  const { kind, link, now } = read;
  if (kind === "queues") return { kind, queues: storedQueues(await session.all(queues, link, now)) };
  const { queue, after, limit } = read;
  const rows = await session.all(due, link, queue, now, after?.nextAt ?? -1, after?.id ?? 0, limit);
  const laterAt = rows.length < limit ? (await session.get(later, link, queue, now))?.at : undefined;
  return { kind, rows, laterAt: laterAt ?? undefined };
}

/** Reads of queued messages. */
export function waitingReads(queries: Queries): Pick<DeliveryStore, "nextDue" | "waitingLinks"> {
  return {
    nextDue: async (linkIds) => {
      const rows = await Promise.all([0, ...linkIds].map((id) => queries.get(nextDue, id)));
      const times = rows.flatMap((row) => row?.at ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    waitingLinks: async () => (await queries.all(waiting)).map(({ id }) => id),
  };
}
