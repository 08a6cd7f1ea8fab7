import type { CreditKind } from "../../../domain/credit/balance.js";
import {
  firstPage,
  nextPage,
  type PagePlace,
  type PageRead,
  type PageRows,
  pagesFrom,
  type StatusRow,
} from "../../../domain/delivery/recipient-paging.js";
import type { RecipientStatus, StatusCount, TransactionCounts } from "../../../domain/status.js";
import type { OutboxStore } from "../../../ports/messages.js";
import type { outboxCalls } from "../../protocol/outbox-writes.js";
import { type Block, parseBlock } from "../../rows/block-row.js";
import { numbersBeside } from "../../schema/numbers.js";
import type { Database, Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { answered } from "./client-transactions.js";
import { isOnTheWay } from "./counts.js";
import { mmsParts } from "./message-bodies.js";
import { rangesOf } from "./numbers.js";

/** Recipients of a page. */
const pageSize = 2000;

interface TxnRow {
  readonly seq: number;
  readonly due_at: number;
  readonly created_at: number;
  readonly charge_kind: CreditKind;
  readonly total: number;
}

const submitted = sql<{ readonly id: number }>(
  `SELECT id FROM recipient WHERE ${isOnTheWay} AND link = $1 AND next_at < $2 ORDER BY next_at, id LIMIT $3`,
);
const find = sql<TxnRow>(
  `SELECT seq, due_at, created_at, charge_kind,
     (SELECT coalesce(sum(n), 0) FROM recipient_count WHERE recipient_count.txn = seq) AS total
   FROM txn WHERE id = $1 AND customer_id = $2 AND seq BETWEEN $3 AND $4`,
);
const counts = sql<StatusCount>(
  "SELECT state, n AS count FROM recipient_count WHERE txn = $1 AND n > 0 ORDER BY state",
);
/** The numbers of the week besides that of the transaction: the other partitions are not looked at. */
const rows = sql<StatusRow>(
  `SELECT id, phone, state, at FROM recipient
   WHERE txn = $1 AND id > $2 AND id BETWEEN $3 AND $4 ORDER BY id LIMIT ${pageSize}`,
);
const passed = sql<{ readonly n: number; readonly last: number | null }>(
  `SELECT count(*) AS n, max(id) AS last FROM (
     SELECT id FROM recipient WHERE txn = $1 AND id > $2 AND id BETWEEN $3 AND $4 ORDER BY id LIMIT $5) AS few`,
);
const block = sql<Block & { readonly id: number }>(
  "SELECT id, rows, phones FROM recipient_block WHERE txn = $1 AND id > $2 ORDER BY id LIMIT 1",
);

async function pageRows(queries: Queries, txn: number, read: PageRead): Promise<PageRows> {
  const { kind, after } = read;
  const { first, last } = numbersBeside(txn);
  if (kind === "rows") return { kind, rows: await queries.all(rows, txn, after, first, last) };
  if (kind === "passed") {
    const found = await queries.get(passed, txn, after, first, last, read.count);
    return { kind, ...(found ?? { n: 0, last: null }) };
  }
  const found = await queries.get(block, txn, after);
  return { kind, block: found && { id: found.id, rows: parseBlock(found) } };
}

/** The page at a position, in one snapshot. */
async function pageAt(
  queries: Queries,
  { seq, created_at: createdAt }: TxnRow,
  place: PagePlace,
): Promise<readonly RecipientStatus[]> {
  const steps = nextPage(place, createdAt);
  let step = steps.next();
  while (step.done !== true) step = steps.next(await pageRows(queries, seq, step.value));
  return step.value;
}

/** Without counts it is being deleted. */
async function transaction(
  queries: Queries,
  customerId: number,
  transactionId: string,
): Promise<TxnRow | undefined> {
  for (const { first, last } of rangesOf(transactionId)) {
    const row = await queries.get(find, transactionId, customerId, first, last);
    if (row !== undefined) return row.total === 0 ? undefined : row;
  }
  return undefined;
}

async function countsOf(queries: Queries, row: TxnRow): Promise<TransactionCounts> {
  const { seq, due_at: dueAt, charge_kind: chargedAs } = row;
  return { dueAt, chargedAs, counts: await queries.all(counts, seq) };
}

/** Every read of the outbox. */
export function outboxReads(
  database: Database,
): Omit<OutboxStore, keyof ReturnType<typeof outboxCalls> | "handsOver"> {
  return {
    answered: (customerId, clientTransaction, at) => answered(database, customerId, clientTransaction, at),
    submittedBefore: (linkId, before, limit) => database.all(submitted, linkId, before, limit),
    mmsParts: (transactionId) => mmsParts(database, transactionId),
    statistics: async (customerId, transactionId) => {
      const row = await transaction(database, customerId, transactionId);
      return row && countsOf(database, row);
    },
    details: (customerId, transactionId) =>
      database.snapshot(async (queries) => {
        const row = await transaction(queries, customerId, transactionId);
        if (row === undefined) return undefined;
        const place = firstPage();
        const next = () => database.snapshot((later) => pageAt(later, row, place));
        return {
          ...(await countsOf(queries, row)),
          pages: pagesFrom(await pageAt(queries, row, place), next),
        };
      }),
  };
}
