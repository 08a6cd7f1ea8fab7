import type { CandidateRow } from "../../../domain/delivery/routing/candidate.js";
import type {
  ClaimRead,
  ClaimRows,
  QueuesOfLink,
  StoredQueue,
} from "../../../domain/delivery/claiming/reads.js";
import { confirmOperation } from "../../../domain/inbox/opt-outs.js";
import {
  customerOfQueue,
  queueOfNumber,
  queuePriority,
} from "../../../domain/delivery/claiming/customer-queue.js";
import type { DeliveryStore } from "../../../ports/delivery.js";
import { flag, optional, type RowOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { all, get, type Steps } from "../../script/steps.js";
import { hasNationalOptOut } from "../inbox/national-opt-outs.js";
import { isQueued, linksOf, queuedAt } from "../outbox/conditions.js";

/** Columns of a `CandidateRow`, as `selectCandidates` reads them. */
export const candidate = {
  id: integer(),
  txn: integer(),
  phone: text(),
  counted: flag(),
  attempts: integer(),
  deferrals: integer(),
  uncertain: integer(),
  link: integer(),
  nextAt: integer(),
  dueAt: integer(),
  validUntil: optional(integer()),
  quietHours: optional(text()),
  transactionId: text(),
  customerId: integer(),
  userName: text(),
  originator: text(),
  text: text(),
  dataCoding: integer(),
  parts: integer(),
  kind: text<CandidateRow["kind"]>(),
  partsHash: optional(integer()),
};

/** The hash of a part that its customer has split, in SQL. Messages without a body are not looked up. */
const partsHash =
  "CASE WHEN t.kind = 'binary' THEN (SELECT b.parts_hash FROM binary_body b WHERE b.txn = t.seq) END AS parts_hash" as const;

/**
 * 1 for a queued recipient `r` of a transaction `t` that is on the blacklist of its customer or on that of all, in SQL; 0 if a network
 * may have a part of the message. The confirmation of an opt-out goes to a number that its customer may not send to.
 */
const optedOut = `, CASE WHEN (EXISTS (SELECT 1 FROM blacklist b
       WHERE b.customer_id IN (0, CASE WHEN t.operation = '${confirmOperation}' THEN 0 ELSE t.customer_id END)
         AND b.phone = CAST(nullif(r.phone, '') AS bigint))
       OR t.operation <> '${confirmOperation}' AND ${hasNationalOptOut("t.customer_id", "r.phone")})
     AND r.uncertain = 0 AND NOT EXISTS (SELECT 1 FROM sent_part p WHERE p.recipient = r.id) THEN 1 ELSE 0 END AS opted_out`;

/** Columns of a row that may be claimed, as `selectClaimable` reads them. */
export const claimable = { ...candidate, optedOut: integer() };

/** Reads recipients `r` with their transactions `t`; `more`: another column. */
export const selectCandidates = (more = "") =>
  `SELECT r.id, r.txn, r.phone, r.counted, r.attempts, r.deferrals, r.uncertain, r.link, r.next_at, t.due_at, t.valid_until, t.quiet_hours, t.id AS transaction_id,
     t.customer_id, t.user_name, t.originator, t.text, t.data_coding, t.parts, t.kind, ${partsHash}${more}
   FROM recipient r JOIN txn t ON t.seq = r.txn` as const;

/** As `selectCandidates`, for a claim: with what ends a message that is not to be sent any more. */
export const selectClaimable: string = selectCandidates(optedOut);

/**
 * Due messages of one queue of a link, after a position. Guard: a message that another claim holds is passed over, and one that this claim
 * looks at stays as it is until the commit.
 */
export const dueOfQueue = sql(
  `${selectClaimable}
   WHERE r.${isQueued} AND r.link = $link AND r.lane = $queue AND r.${queuedAt} <= $now AND (r.${queuedAt}, r.id) > ($nextAt, $id)
   ORDER BY r.${queuedAt}, r.id LIMIT $limit`,
  claimable,
  { lock: "FOR UPDATE OF r SKIP LOCKED" },
);

/** Due time of the next deferred message of a queue of a link. */
export const laterOfQueue = sql(
  `SELECT min(${queuedAt}) AS at FROM recipient WHERE ${isQueued} AND link = $link AND lane = $queue AND ${queuedAt} > $now`,
  { at: optional(integer()) },
);

/** The table `queues (number)`: those of a link, also with deferred messages only. One index step for each. */
const withQueues = `WITH RECURSIVE queues (number) AS (
  SELECT min(lane) FROM recipient WHERE ${isQueued} AND link = $link
  UNION ALL
  SELECT (SELECT min(lane) FROM recipient WHERE ${isQueued} AND link = $link AND lane > queues.number)
  FROM queues WHERE number IS NOT NULL)` as const;

const queue = {
  number: integer(),
  dueAt: integer(),
  weight: optional(integer()),
  rate: optional(integer()),
  priority: optional(integer()),
  singlePriority: optional(integer()),
  bulkPriority: optional(integer()),
  freeAt: optional(integer()),
};
/** The queues of a link with the earliest due time of each and, for due ones, the settings that decide about turns. */
export const queuesOfLink = sql(
  `${withQueues}, dated AS MATERIALIZED (
     SELECT number, (SELECT min(${queuedAt}) FROM recipient WHERE ${isQueued} AND link = $link AND lane = number) AS due_at
     FROM queues WHERE number IS NOT NULL)
   SELECT q.number, q.due_at, c.weight, c.rate, c.priority, c.single_priority, c.bulk_priority, l.free_at
   FROM dated q LEFT JOIN customer c ON c.id = ${customerOfQueue("q.number")} AND q.due_at <= $now
     LEFT JOIN lane l ON l.customer_id = c.id`,
  queue,
);

function queueOf(row: RowOf<typeof queue>): StoredQueue {
  const named = queueOfNumber(row.number);
  const { priority = 0, singlePriority = 0, bulkPriority = 0 } = row;
  return {
    queue: row.number,
    customerId: named.customerId,
    priority: queuePriority(named, { priority, singlePriority, bulkPriority }),
    weight: row.weight ?? 1,
    rate: row.rate ?? null,
    freeAt: row.freeAt ?? null,
  };
}

/** Those without a weight have no due messages. */
function storedQueues(rows: readonly RowOf<typeof queue>[]): QueuesOfLink {
  const due: StoredQueue[] = [];
  let later = 0;
  let laterAt: number | undefined;
  for (const row of rows) {
    if (row.weight !== undefined) due.push(queueOf(row));
    else {
      later += 1;
      laterAt = Math.min(laterAt ?? Infinity, row.dueAt);
    }
  }
  return { due, later, laterAt };
}

/** Reads for a claim. */
export function* claimRows(read: ClaimRead): Steps<ClaimRows> {
  const { kind, link, now } = read;
  if (kind === "queues") return { kind, queues: storedQueues(yield* all(queuesOfLink, { link, now })) };
  const { queue: number, after, limit } = read;
  const { nextAt, id } = after ?? { nextAt: -1, id: 0 };
  const rows = yield* all(dueOfQueue, { link, queue: number, now, nextAt, id, limit });
  const isLast = rows.length < limit;
  const later = isLast ? yield* get(laterOfQueue, { link, queue: number, now }) : undefined;
  return { kind, rows, laterAt: later?.at };
}

/** Earliest time at which a message for one of some links can be claimed. One index step for each queue. */
export const nextDue = sql(
  `WITH RECURSIVE queues (link, number) AS (
     SELECT l.id, (SELECT min(lane) FROM recipient WHERE ${isQueued} AND link = l.id) FROM unnest($links::bigint[]) AS l (id)
     UNION ALL
     SELECT link, (SELECT min(lane) FROM recipient r WHERE r.${isQueued} AND r.link = queues.link AND r.lane > queues.number)
     FROM queues WHERE number IS NOT NULL)
   SELECT min(greatest(
     (SELECT min(${queuedAt}) FROM recipient r WHERE r.${isQueued} AND r.link = q.link AND r.lane = q.number),
     coalesce((SELECT (l.free_at + 999) / 1000 FROM lane l JOIN customer c ON c.id = l.customer_id
               WHERE l.customer_id = ${customerOfQueue("q.number")} AND c.rate IS NOT NULL), 0))) AS at
   FROM queues q WHERE number IS NOT NULL`,
  { at: optional(integer()) },
);
const waiting = sql(`WITH RECURSIVE ${linksOf(isQueued)} SELECT id FROM links WHERE id IS NOT NULL`, {
  id: integer(),
});

/** Reads of queued messages. */
export function waitingReads(reads: Reads): Pick<DeliveryStore, "dueByLink" | "nextDue" | "waitingLinks"> {
  const nextOf = async (links: readonly number[]): Promise<number | undefined> =>
    (await reads.get(nextDue, { links }))?.at;
  return {
    dueByLink: async (linkIds) => {
      const due = linkIds.map(async (link) => [link, await nextOf([link])] as const);
      const found = await Promise.all(due);
      return new Map(found.flatMap(([link, at]) => (at === undefined ? [] : [[link, at] as const])));
    },
    nextDue: (linkIds) => nextOf([0, ...linkIds]),
    waitingLinks: async () => (await reads.all(waiting)).map(({ id }) => id),
  };
}
