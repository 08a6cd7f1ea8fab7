import type { ClaimRead, ClaimRows } from "../../../domain/delivery/claiming/reads.js";
import { optional, rowReader, integer } from "../../script/columns.js";
import { claimable, claimRows, selectClaimable } from "../../tables/delivery/candidates.js";
import { inPostgres } from "../../tables/outbox/conditions.js";
import type { Session } from "../engine/session.js";
import { runScript } from "../engine/scripts.js";
import { arraysOf, sql } from "../engine/statement.js";

type DueRead = Extract<ClaimRead, { readonly kind: "due" }>;
type DueRows = Extract<ClaimRows, { readonly kind: "due" }>;

const readDue = rowReader({ ...claimable, place: integer() });
/** Due messages of queues of a link, as `dueOfQueue` of one. */
const dueOfQueues = sql(
  `SELECT q.place, c.* FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) WITH ORDINALITY
       AS q (queue, next_at, id, most, place)
     CROSS JOIN LATERAL (
       ${selectClaimable}
       WHERE r.${inPostgres.isQueued} AND r.link = $1 AND r.lane = q.queue AND r.queued_at <= $2 AND (r.queued_at, r.id) > (q.next_at, q.id)
       ORDER BY r.queued_at, r.id LIMIT q.most FOR UPDATE OF r SKIP LOCKED) c
   ORDER BY q.place, c.next_at, c.id`,
);
const readLater = rowReader({ queue: integer(), at: optional(integer()) });
const laterOfQueues = sql(
  `SELECT q.queue, (SELECT min(queued_at) FROM recipient
     WHERE ${inPostgres.isQueued} AND link = $1 AND lane = q.queue AND queued_at > $2) AS at FROM unnest($3::bigint[]) AS q (queue)`,
);

/** Answers to reads of one link at one time. */
async function dueRows(session: Session, reads: readonly DueRead[]): Promise<readonly DueRows[]> {
  const [first] = reads;
  if (first === undefined) return [];
  const { link, now } = first;
  const asked = reads.map(({ queue, after, limit }) => ({
    queue,
    limit,
    nextAt: after?.nextAt ?? -1,
    id: after?.id ?? 0,
  }));
  // Both in one round trip; the second one matters for queues that are read to their end, which most are.
  const [due, deferred] = await Promise.all([
    session.all(dueOfQueues, link, now, ...arraysOf(asked, "queue", "nextAt", "id", "limit")),
    session.all(laterOfQueues, link, now, ...arraysOf(asked, "queue")),
  ]);
  const found = reads.map((): DueRows["rows"][number][] => []);
  for (const row of due) {
    const { place, ...message } = readDue(row);
    found[place - 1]?.push(message);
  }
  const later = new Map(deferred.map((row) => readLater(row)).map(({ queue, at }) => [queue, at]));
  return reads.map(({ queue }, index) => ({
    kind: "due",
    rows: found[index] ?? [],
    laterAt: later.get(queue),
  }));
}

/** Answers the reads of a claim in their order: those of due messages of one link together. */
export async function responsesTo(
  session: Session,
  reads: readonly ClaimRead[],
): Promise<readonly ClaimRows[]> {
  const due = new Map<number, DueRead[]>();
  for (const read of reads)
    if (read.kind === "due") due.set(read.link, [...(due.get(read.link) ?? []), read]);
  const answers = await Promise.all([
    ...reads.map(async (read) =>
      read.kind === "queues" ? [[read, await runScript(session, claimRows(read))] as const] : [],
    ),
    ...[...due.values()].map(async (ofLink) => {
      const rows = await dueRows(session, ofLink);
      return ofLink.flatMap((read, index) =>
        rows[index] === undefined ? [] : [[read, rows[index]] as const],
      );
    }),
  ]);
  const rowsOf = new Map<ClaimRead, ClaimRows>(answers.flat());
  return reads.flatMap((read) => rowsOf.get(read) ?? []);
}
