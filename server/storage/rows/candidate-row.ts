import type { QueuesOfLink, StoredQueue } from "../../domain/delivery/claim-reads.js";
import {
  type CustomerPriorities,
  queueOfNumber,
  queuePriority,
} from "../../domain/delivery/customer-queue.js";

/** Columns of a `CandidateRow`, from a recipient `r` and its transaction `t`. */
export const candidateColumns = `r.id, r.txn, r.phone, r.attempts, r.deferrals, r.uncertain, r.link, r.next_at AS "nextAt",
  t.due_at AS "dueAt", t.id AS "transactionId", t.customer_id AS "customerId", t.originator, t.text,
  t.data_coding AS "dataCoding", t.parts, t.kind`;

export const candidateTables = "recipient r JOIN txn t ON t.seq = r.txn";

/** A queue of a link without due messages. */
interface LaterQueueRow {
  readonly number: number;
  readonly due_at: number;
  readonly weight: null;
}

/** A queue of a link with due messages. */
interface DueQueueRow {
  readonly number: number;
  readonly due_at: number;
  readonly weight: number;
  readonly rate: number | null;
  readonly priority: number;
  readonly single_priority: number;
  readonly bulk_priority: number;
  readonly free_at: number | null;
}

function queueOf(row: DueQueueRow): StoredQueue {
  const queue = queueOfNumber(row.number);
  const { priority, single_priority: singlePriority, bulk_priority: bulkPriority } = row;
  const priorities: CustomerPriorities = { priority, singlePriority, bulkPriority };
  return {
    queue: row.number,
    customerId: queue.customerId,
    priority: queuePriority(queue, priorities),
    weight: row.weight,
    rate: row.rate,
    freeAt: row.free_at,
  };
}

export type QueueRow = LaterQueueRow | DueQueueRow;

/** The queues of a link. */
export function storedQueues(rows: readonly QueueRow[]): QueuesOfLink {
  const due: StoredQueue[] = [];
  let later = 0;
  let laterAt: number | undefined;
  for (const row of rows) {
    if (row.weight !== null) due.push(queueOf(row));
    else {
      later += 1;
      laterAt = Math.min(laterAt ?? Infinity, row.due_at);
    }
  }
  return { due, later, laterAt };
}
