import type { RetentionStore } from "../../../ports/messages.js";
import type { Caller } from "../../script/calls.js";
import { alone, type Batches, oneByOne } from "../engine/batch.js";
import { isOver, type RetentionRow } from "../../../domain/delivery/retention.js";
import type { Session } from "../engine/session.js";
import { sql } from "../engine/statement.js";
import { numbersAt, weekMilliseconds, weekOf } from "../../schema/numbers.js";
import { partitioned } from "../../schema/tables.js";
import { inPostgres, isLate, isOpen } from "../../tables/outbox/conditions.js";

const addMissing = sql("SELECT add_partitions(at) FROM unnest($1::bigint[]) AS n (at)");

/** Adds the partitions of transactions that are accepted at some times, where they are missing. */
export async function addPartitions(session: Session, times: readonly number[]): Promise<void> {
  const weeks = times.map((at) => weekOf(numbersAt(at).first));
  await session.all(addMissing, [...new Set(weeks)]);
}

/** Weeks whose partitions this process has seen: most calls need not look. */
export class KnownWeeks {
  readonly #first = new Set<number>();

  /** As `addPartitions`. */
  async add(session: Session, times: readonly number[]): Promise<void> {
    const missing = times.filter((at) => !this.#first.has(numbersAt(at).first));
    if (missing.length === 0) return;
    await addPartitions(session, missing);
    for (const at of missing) {
      const { first } = numbersAt(at);
      this.#first.add(first);
      session.undo(() => this.#first.delete(first));
    }
  }

  /** A week has been dropped. Other processes keep it: they accept no messages of a time that is over. */
  forget(): void {
    this.#first.clear();
  }
}

/** Adds the partitions of now and of the time after: then no call waits for that. */
async function preparePartitions(session: Session, now: number): Promise<void> {
  await addPartitions(session, [now, now + weekMilliseconds, now + 2 * weekMilliseconds]);
}

/** The partitions of a week: its tables have the first day in their names. */
interface Partition {
  readonly suffix: string;
  /** Numbers of its rows: from the first, before the second. */
  readonly first: number;
  readonly end: number;
}

const oldest = sql<Partition>(
  `SELECT suffix, first::bigint, "end"::bigint FROM (
     SELECT substr(c.relname, 5) AS suffix,
       substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \\(''?(\\d+)''?\\)') AS first,
       substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''?(\\d+)''?\\)') AS "end"
     FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'txn'::regclass AND c.relname ~ '^txn_\\d{8}$') p
   WHERE "end"::bigint <= $1 ORDER BY first::bigint LIMIT 16`,
);

interface Facts extends Pick<RetentionRow, "dueAt" | "open" | "blocks"> {
  readonly campaign: number | null;
}

/** Each condition is that of an index. */
const hasRecipient = (condition: string): string =>
  `EXISTS (SELECT FROM recipient WHERE id >= $1 AND id < $2 AND ${condition})`;

/** Facts that keep a partition from being dropped: those of a transaction, combined over the partition. */
const facts = sql<Facts>(
  `SELECT coalesce((SELECT max(due_at) FROM txn WHERE seq >= $1 AND seq < $2), 0) AS "dueAt",
     (${[inPostgres.isQueued, inPostgres.isHeld, isLate].map(hasRecipient).join(" OR ")} OR EXISTS (
       SELECT FROM recipient r ${inPostgres.joinDispatched} WHERE d.id >= $1 AND d.id < $2 AND r.${isOpen}))::int AS open,
     EXISTS (SELECT FROM recipient_block WHERE txn >= $1 AND txn < $2)::int AS blocks,
     (SELECT id FROM campaign WHERE txn >= $1 AND txn < $2 LIMIT 1) AS campaign`,
);
/** Rows about messages that are not in partitions: many after an outage of a network. */
const besidePartitions = [
  ["failed_attempt", "recipient, slot"],
  ["contradiction", "id"],
  ["refunded_message", "recipient"],
].map(([table, key]) =>
  sql(
    `DELETE FROM ${table} WHERE (${key}) IN
       (SELECT ${key} FROM ${table} WHERE recipient >= $1 AND recipient < $2 LIMIT $3)`,
  ),
);
const lateContradictions = sql("DELETE FROM contradiction WHERE recipient >= $1 AND recipient < $2");

/** Campaigns have rows beside the partitions: their transactions are deleted one by one, and the partition after them. */
function mayDrop(row: Facts, before: number): boolean {
  const none = { campaign: undefined, status: undefined, completedAt: undefined };
  return row.campaign === null && isOver({ ...row, ...none, txn: 0, createdAt: 0 }, before);
}

/** Deletes rows beside a partition; returns whether there may be more. */
async function emptyBeside(session: Session, { first, end }: Partition, limit: number): Promise<boolean> {
  const counts: number[] = [];
  for (const deletion of besidePartitions) counts.push(await session.run(deletion, first, end, limit));
  return counts.includes(limit);
}

/**
 * Drops the oldest partition whose messages are all over, or deletes `limit` rows beside it: a drop that does not get its locks repeats
 * less than that. The facts are read under a lock of this partition that allows reads. Only the drop itself waits for queries in
 * progress, and others wait for it, so its time is limited. Returns whether something was deleted.
 */
async function dropPartition(
  session: Session,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<boolean> {
  for (const partition of await session.all(oldest, numbersAt(before).first)) {
    const { suffix, first, end } = partition;
    const row = await session.get(facts, first, end);
    if (row === undefined || !mayDrop(row, before)) continue;
    if (await emptyBeside(session, partition, limit)) return true;
    const tables = partitioned.map((table) => `${table}_${suffix}`).join(", ");
    await session.exec("SET LOCAL lock_timeout = 300");
    // Guard: the lock prevents changes to the partition; the facts are read again under it.
    await session.exec(`LOCK TABLE ${tables} IN SHARE MODE`);
    const locked = await session.get(facts, first, end);
    if (locked === undefined || !mayDrop(locked, before)) continue;
    await session.exec(`LOCK TABLE ONLY ${partitioned.join(", ONLY ")} IN ACCESS EXCLUSIVE MODE`);
    // Guard: until this lock, a receipt that only reads the partition may contradict a final state.
    await session.run(lateContradictions, first, end);
    await session.exec(`DROP TABLE ${tables}`);
    return true;
  }
  return false;
}

/** Work on partitions, which other stores do not have. */
export interface PartitionWrites {
  preparePartitions(now: number): null;
  dropPartition(input: { readonly before: number; readonly limit: number }): boolean;
}

/** The part of the port that is about days. */
export function partitionCalls(
  writer: Caller<PartitionWrites>,
): Pick<RetentionStore, "prepare" | "dropDays"> {
  return {
    prepare: async (now) => {
      await writer.call("preparePartitions", now);
    },
    dropDays: (before, limit) => writer.call("dropPartition", { before, limit }),
  };
}

/** Work on partitions. */
export function partitionWrites(weeks: KnownWeeks): Batches<PartitionWrites> {
  return {
    preparePartitions: oneByOne(async (session, now) => {
      await preparePartitions(session, now);
      return null;
    }),
    dropPartition: alone("purge transactions", false, async (session, input) => {
      weeks.forget();
      return dropPartition(session, input);
    }),
  };
}
