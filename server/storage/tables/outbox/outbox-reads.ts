import type { CreditKind } from "../../../domain/credit/balance.js";
import {
  firstPlace,
  nextPage,
  type PagePlace,
  type PageRead,
  type PageRows,
  pagesFrom,
  type RecipientPage,
} from "../../../domain/delivery/submitting/recipient-paging.js";
import { answeredBefore } from "../../../domain/delivery/submitting/submission-rows.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import type { TransactionCounts } from "../../../domain/status.js";
import type { OutboxStore } from "../../../ports/messages.js";
import { hasId, numbersBeside, rangesOf } from "../../schema/numbers.js";
import { optional, type RowOf, text, integer } from "../../script/columns.js";
import type { Reads, Snapshots } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { storedResponse } from "./responses.js";
import { block, parseBlock } from "./blocks.js";
import { mmsParts } from "./bodies.js";
import { isOnTheWay, uncounted, uncountedState } from "./conditions.js";

/** Of a link that is polled. */
const submittedText = (since: string) =>
  `SELECT id FROM recipient WHERE ${isOnTheWay} AND link = $linkId AND ${since} < $before ORDER BY ${since}, id LIMIT ` as const;
const submitted = sql(
  `${submittedText("late_since")}$limit`,
  { id: integer() },
  { sqlite: `${submittedText("next_at")}+$limit` },
);

const transaction = {
  seq: integer(),
  dueAt: integer(),
  createdAt: integer(),
  chargeKind: text<CreditKind>(),
  total: integer(),
};
const find = sql(
  `SELECT seq, due_at, created_at, charge_kind,
     (SELECT coalesce(sum(n), 0) FROM recipient_count WHERE recipient_count.txn = txn.seq) + ${uncounted("txn.seq")} AS total
   FROM txn WHERE ${hasId("id", "$transactionId")} AND customer_id = $customerId AND seq BETWEEN $first AND $last`,
  transaction,
);

const countsOf = sql(
  `SELECT state, n AS count FROM recipient_count WHERE txn = $txn AND n > 0
   UNION ALL SELECT state, 1 FROM (${uncountedState("$txn")}) AS single ORDER BY state`,
  { state: integer<RecipientState>(), count: integer() },
);

const rows = sql(
  `SELECT id, phone, state, at FROM recipient WHERE txn = $txn AND id > $after AND id <= $last ORDER BY id LIMIT $limit`,
  { id: integer(), phone: text(), state: integer<RecipientState>(), at: integer() },
);
const passed = sql(
  `SELECT count(*) AS n, max(id) AS last FROM (
     SELECT id FROM recipient WHERE txn = $txn AND id > $after AND id <= $last ORDER BY id LIMIT $limit) AS few`,
  { n: integer(), last: optional(integer()) },
);
const nextBlock = sql(
  "SELECT id, rows, phones FROM recipient_block WHERE txn = $txn AND id > $after ORDER BY id LIMIT 1",
  { id: integer(), ...block },
);

type Transaction = RowOf<typeof transaction>;

async function pageRows(reads: Reads, txn: number, read: PageRead, slice: number): Promise<PageRows> {
  const { kind } = read;
  if (kind === "block") {
    const found = await reads.get(nextBlock, { txn, after: read.after });
    return { kind, block: found && { id: found.id, rows: parseBlock(found) } };
  }
  // The numbers of the week besides that of the transaction: PostgreSQL does not look at the other partitions.
  const { first, last } = numbersBeside(txn);
  const range = { txn, after: Math.max(read.after, first - 1), last };
  if (kind === "rows") return { kind, rows: await reads.all(rows, { ...range, limit: slice }) };
  const found = await reads.get(passed, { ...range, limit: read.count });
  return { kind, n: found?.n ?? 0, last: found?.last ?? null };
}

/** The page at a position, in one snapshot. */
async function pageAt(
  reads: Reads,
  { seq, createdAt }: Transaction,
  place: PagePlace,
  slice: number,
): Promise<RecipientPage> {
  const steps = nextPage(place, createdAt);
  let step = steps.next();
  while (step.done !== true) step = steps.next(await pageRows(reads, seq, step.value, slice));
  return step.value;
}

async function transactionOf(
  reads: Reads,
  customerId: number,
  transactionId: string,
): Promise<Transaction | undefined> {
  for (const range of rangesOf(transactionId)) {
    const row = await reads.get(find, { customerId, transactionId, ...range });
    // Without counts it is being deleted.
    if (row !== undefined) return row.total === 0 ? undefined : row;
  }
  return undefined;
}

async function transactionCounts(
  reads: Reads,
  { seq: txn, dueAt, chargeKind: chargedAs }: Transaction,
): Promise<TransactionCounts> {
  return { dueAt, chargedAs, counts: await reads.all(countsOf, { txn }) };
}

/** Every read of the outbox. */
export function outboxReads(
  reads: Reads,
  snapshots: Snapshots,
): Omit<OutboxStore, "submit" | "advance" | "handsOver"> {
  return {
    answered: async (customerId, { id, contentHash }, at) =>
      answeredBefore(await reads.get(storedResponse, { customerId, id }), contentHash, at),
    submittedBefore: (linkId, before, limit) => reads.all(submitted, { linkId, before, limit }),
    mmsParts: async (transactionId) => {
      for (const range of rangesOf(transactionId)) {
        const parts = await reads.all(mmsParts, { transactionId, ...range });
        if (parts.length > 0) return parts;
      }
      return [];
    },
    statistics: async (customerId, transactionId) => {
      const row = await transactionOf(reads, customerId, transactionId);
      return row && transactionCounts(reads, row);
    },
    details: (customerId, transactionId) =>
      snapshots.brief(async (first) => {
        const row = await transactionOf(first, customerId, transactionId);
        if (row === undefined) return undefined;
        const page = (place: PagePlace) => (from: Reads) => pageAt(from, row, place, snapshots.slice);
        const next = (place: PagePlace) => snapshots.brief(page(place));
        const begin = await page(firstPlace)(first);
        return {
          ...(await transactionCounts(first, row)),
          pages: pagesFrom(async () => begin, next),
          pagesAfter: (place: PagePlace) => pagesFrom(() => next(place), next),
        };
      }),
  };
}
