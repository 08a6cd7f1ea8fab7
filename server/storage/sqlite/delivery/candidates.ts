import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import {
  customerOfQueue,
  queueOfNumber,
  queuePriority,
  type CustomerPriorities,
} from "../../../domain/outbox/customer-queue.js";
import type { ReadyQueue } from "../../../domain/outbox/fair-share.js";
import type { CandidateRow } from "../../../domain/outbox/candidate.js";
import type { Database } from "../engine/database.js";

/** Columns of a `CandidateRow`, from `recipient r` and `txn t`. */
export const candidateColumns = `r.id, r.txn, r.phone, r.attempts, r.deferrals, r.uncertain, r.link, r.next_at AS nextAt,
  t.due_at AS dueAt, t.id AS transactionId, t.customer_id AS customerId, t.originator, t.text, t.data_coding AS dataCoding,
  t.parts, t.kind`;

export const candidateTables = "recipient r JOIN txn t ON t.seq = r.txn";

/** Messages of one queue of a link that are due and lie behind a place. */
export const dueSql = `
SELECT ${candidateColumns} FROM ${candidateTables}
WHERE r.state = ${RecipientState.Queued} AND r.link = ? AND r.lane = ? AND r.next_at <= ? AND (r.next_at, r.id) > (?, ?)
ORDER BY r.next_at, r.id LIMIT ?`;

/** Queues of a link, deferred messages included; one step for each, however long it is. */
const queuesOfLink = `
WITH RECURSIVE queues (number) AS (
  SELECT min(lane) FROM recipient WHERE state = ${RecipientState.Queued} AND link = ?
  UNION ALL
  SELECT (SELECT min(lane) FROM recipient WHERE state = ${RecipientState.Queued} AND link = ? AND lane > queues.number)
  FROM queues WHERE number IS NOT NULL
)`;

/** The same with the earliest time at which each has a message due, and what decides about its turn. */
export const queuesSql = `${queuesOfLink}
SELECT q.number, (SELECT min(next_at) FROM recipient WHERE state = ${RecipientState.Queued} AND link = ? AND lane = q.number) AS due_at,
  c.weight, c.rate, c.priority, c.single_priority, c.bulk_priority, l.free_at
FROM queues q JOIN customer c ON c.id = ${customerOfQueue("q.number")} LEFT JOIN lane l ON l.customer_id = c.id
WHERE q.number IS NOT NULL`;

interface QueueRow {
  readonly number: number;
  readonly due_at: number;
  readonly weight: number;
  readonly rate: number | null;
  readonly priority: number;
  readonly single_priority: number;
  readonly bulk_priority: number;
  /** When the rate of the customer allows its next part, in microseconds; null for at once. */
  readonly free_at: number | null;
}

/** A queue of a link and what is stored of its customer's rate. */
export interface StoredQueue extends ReadyQueue {
  readonly dueAt: number;
  /** Parts a second; null without a limit. */
  readonly rate: number | null;
  readonly freeAt: number | null;
}

function queueOf(row: QueueRow): StoredQueue {
  const queue = queueOfNumber(row.number);
  const { priority, single_priority: singlePriority, bulk_priority: bulkPriority } = row;
  const priorities: CustomerPriorities = { priority, singlePriority, bulkPriority };
  return {
    ...{ queue: row.number, customerId: queue.customerId, priority: queuePriority(queue, priorities) },
    ...{ weight: row.weight, dueAt: row.due_at, rate: row.rate, freeAt: row.free_at },
  };
}

export interface CandidateReads {
  queues(link: number): readonly StoredQueue[];
  /** Behind `after` when it is given. */
  due(
    place: { readonly link: number; readonly queue: number; readonly after: CandidateRow | undefined },
    now: number,
    limit: number,
  ): readonly CandidateRow[];
}

export function prepareCandidateReads(database: Database): CandidateReads {
  const queues = database.prepare<QueueRow>(queuesSql);
  const due = database.prepare<CandidateRow>(dueSql);
  return {
    queues: (link) => queues.all(link, link, link).map(queueOf),
    due: ({ link, queue, after }, now, limit) =>
      due.all(link, queue, now, after?.nextAt ?? -1, after?.id ?? 0, limit),
  };
}

/** Earliest time at which something that waits for a link can be claimed. */
export const nextDueSql = `${queuesOfLink}
SELECT min(max(
  (SELECT min(next_at) FROM recipient WHERE state = ${RecipientState.Queued} AND link = ? AND lane = q.number),
  ifnull((SELECT (l.free_at + 999) / 1000 FROM lane l JOIN customer c ON c.id = l.customer_id
          WHERE l.customer_id = ${customerOfQueue("q.number")} AND c.rate IS NOT NULL), 0)
)) AS at FROM queues q WHERE number IS NOT NULL`;

/** Links that something waits for, deferred messages included; 0 and -1 among them. */
export const waitingLinksSql = `
WITH RECURSIVE links (id) AS (
  SELECT min(link) FROM recipient WHERE state = ${RecipientState.Queued}
  UNION ALL
  SELECT (SELECT min(link) FROM recipient WHERE state = ${RecipientState.Queued} AND link > links.id) FROM links WHERE id IS NOT NULL
)
SELECT id FROM links WHERE id IS NOT NULL`;
