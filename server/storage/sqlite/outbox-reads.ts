import { setImmediate } from "node:timers/promises";
import type { OutboxStore, RecipientStatus, StatusCount } from "../../ports/store.js";
import { type Block, parseBlock } from "./blocks.js";
import { prepareAnswered } from "./client-transactions.js";
import type { Database } from "./database.js";
import { prepareMmsParts } from "./message-bodies.js";
import { withSnapshot } from "./snapshot.js";

type OutboxReads = Pick<OutboxStore, "answered" | "submittedBefore" | "mmsParts" | "statistics" | "details">;

/** Recipients that are read without a pause: about two milliseconds. */
const sliceSize = 1000;

interface TxnRow {
  readonly seq: number;
  readonly due_at: number;
  readonly created_at: number;
  readonly total: number;
}

interface DetailReads {
  /** One slice of the rows of a transaction, after a row. */
  slice(txn: number, after: number): readonly (RecipientStatus & { readonly id: number })[];
  /** The next block of recipients without rows, after a block. */
  block(txn: number, after: number): (Block & { readonly id: number }) | undefined;
}

function prepareDetails(database: Database): DetailReads {
  const slice = database.prepare<RecipientStatus & { readonly id: number }>(
    "SELECT id, phone, state, at FROM recipient WHERE txn = ? AND id > ? ORDER BY id LIMIT ?",
  );
  const block = database.prepare<Block & { readonly id: number }>(
    "SELECT id, rows, phones FROM recipient_block WHERE txn = ? AND id > ? ORDER BY id LIMIT 1",
  );
  return {
    slice: (txn, after) => slice.all(txn, after, sliceSize),
    block: (txn, after) => block.get(txn, after),
  };
}

/** Reads the rows, then those still in blocks; pauses between slices so that other calls are answered meanwhile. */
async function readDetails(reads: DetailReads, txn: TxnRow): Promise<readonly RecipientStatus[]> {
  const found: RecipientStatus[] = [];
  let slice = reads.slice(txn.seq, 0);
  while (slice.length > 0) {
    for (const { phone, state, at } of slice) found.push({ phone, state, at });
    if (found.length >= txn.total) return found;
    await setImmediate();
    slice = reads.slice(txn.seq, slice.at(-1)?.id ?? 0);
  }
  let block = reads.block(txn.seq, 0);
  while (block !== undefined) {
    for (const [phone, state] of parseBlock(block)) found.push({ phone, state, at: txn.created_at });
    await setImmediate();
    block = reads.block(txn.seq, block.id);
  }
  return found;
}

/** Prepares every read of the outbox on one connection; `open` gives another one for long reads. */
export function outboxReads(database: Database, open: () => Database): OutboxReads {
  const submitted = database.prepare<{ readonly id: number }>(
    "SELECT id FROM recipient WHERE state = 3 AND link = ? AND at < ? ORDER BY at, id LIMIT ?",
  );
  const find = database.prepare<TxnRow>(
    `SELECT seq, due_at, created_at, (SELECT total(n) FROM recipient_count WHERE txn = seq) AS total
     FROM txn WHERE id = ? AND customer_id = ?`,
  );
  const counts = database.prepare<StatusCount>(
    "SELECT state, n AS count FROM recipient_count WHERE txn = ? AND n > 0 ORDER BY state",
  );
  const answered = prepareAnswered(database);
  const details = prepareDetails(database);
  const mmsParts = prepareMmsParts(database);
  return {
    answered: async (customerId, clientTransaction, at) => answered(customerId, clientTransaction, at),
    submittedBefore: async (linkId, before, limit) =>
      submitted.all(linkId, before, limit).map(({ id }) => ({ id })),
    mmsParts: async (transactionId) => mmsParts(transactionId),
    statistics: async (customerId, transactionId) => {
      const txn = find.get(transactionId, customerId);
      // Without counts it is being deleted.
      if (txn === undefined || txn.total === 0) return undefined;
      return {
        dueAt: txn.due_at,
        counts: counts.all(txn.seq).map(({ state, count }) => ({ state, count })),
      };
    },
    details: async (customerId, transactionId) => {
      const txn = find.get(transactionId, customerId);
      if (txn === undefined || txn.total === 0) return [];
      if (txn.total < sliceSize) return readDetails(details, txn);
      return withSnapshot(open, async (own) => readDetails(prepareDetails(own), txn));
    },
  };
}
