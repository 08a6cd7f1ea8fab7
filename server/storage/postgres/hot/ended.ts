import type { Booking } from "../../../domain/credit/booking.js";
import { refundOf } from "../../../domain/credit/refunds.js";
import {
  accountFor,
  type DueRefund,
  type EndedRow,
  finalOnes,
} from "../../../domain/delivery/states/ended.js";
import type { Ended } from "../../../domain/delivery/states/transitions.js";
import { Tally } from "../../../domain/usage/tally.js";
import {
  chargedTransactions,
  type ChargedRow,
  endedColumns,
  endedJoins,
} from "../../tables/delivery/ended.js";
import { isOpen } from "../../tables/outbox/conditions.js";
import { book } from "./ledger.js";
import type { Session } from "../engine/session.js";
import { sql } from "../engine/statement.js";
import { addDeliverability, addUsage } from "./usage.js";

/** An ended message; `hidden`: its text is erased once every recipient has a final state. */
export interface StoredEnd extends EndedRow {
  readonly hidden: boolean;
}

/** Columns of a `StoredEnd`. */
export const endedNames = `${endedColumns("(SELECT at FROM usage_since)")}, t.hidden`;

const find = sql<StoredEnd>(
  `SELECT ${endedNames}
   FROM unnest($1::bigint[]) AS n (id) JOIN recipient r ON r.id = n.id ${endedJoins()}`,
);

/** Guard: the recipients or the counts of the transactions are locked before, so that of two refunds the second one sees the first. */
const charged = sql<ChargedRow>(
  `${chargedTransactions} JOIN unnest($1::bigint[]) AS n (seq) ON n.seq = t.seq ORDER BY t.seq`,
);

const count = sql(
  "UPDATE txn SET refunded = n.done FROM unnest($1::bigint[], $2::bigint[]) AS n (seq, done) WHERE txn.seq = n.seq",
);

const mark = sql(
  "INSERT INTO refunded_message (recipient) SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING",
);

async function refundAll(session: Session, due: readonly DueRefund[]): Promise<number> {
  if (due.length === 0) return 0;
  const ofTxn = new Map(due.map((each) => [each.txn, each]));
  const bookings: Booking[] = [];
  const counts = new Map<number, number>();
  const marked: number[] = [];
  for (const row of await session.all(charged, [...ofTxn.keys()])) {
    const { at = 0, ids = [], ends = [] } = ofTxn.get(row.txn) ?? {};
    const { customerId, kind, id: transactionId } = row;
    if (row.charge === 0) continue;
    const { amount: delta, done } = refundOf(row, ends);
    counts.set(row.txn, done);
    marked.push(...ids);
    if (delta > 0) bookings.push({ customerId, kind, delta, reason: "refund", transactionId, at });
  }
  if (counts.size > 0) await session.run(count, [...counts.keys()], [...counts.values()]);
  if (marked.length > 0) await session.run(mark, marked);
  await book(session, bookings);
  return bookings.reduce((sum, { delta }) => sum + delta, 0);
}

/** Guard: the transaction that ends the last recipient has locked the counts before, and sees those of the others. */
const closed = sql<{ readonly txn: number }>(
  `SELECT n.txn FROM unnest($1::bigint[]) AS n (txn)
   WHERE NOT EXISTS (SELECT FROM recipient_count WHERE recipient_count.txn = n.txn AND ${isOpen} AND n > 0)`,
);
const eraseText = sql("UPDATE txn SET text = '' FROM unnest($1::bigint[]) AS n (txn) WHERE seq = n.txn");
const eraseBody = sql(
  "UPDATE binary_body b SET header = '', body = '' FROM unnest($1::bigint[]) AS n (txn) WHERE b.txn = n.txn",
);

/** Erases what hidden transactions said, once every recipient has a final state. Old versions of rows stay until a vacuum. */
async function erase(session: Session, transactions: ReadonlySet<number>): Promise<void> {
  if (transactions.size === 0) return;
  const done = (await session.all(closed, [...transactions])).map(({ txn }) => txn);
  if (done.length === 0) return;
  await session.run(eraseText, done);
  await session.run(eraseBody, done);
}

async function rowsOf(session: Session, ended: readonly Ended[]): Promise<ReadonlyMap<number, StoredEnd>> {
  const found = await session.all(
    find,
    ended.map(({ id }) => id),
  );
  return new Map(found.map((row) => [row.id, row]));
}

/**
 * Counts new final states of recipients, refunds messages and erases hidden texts, after the states and the counts of their
 * transactions are written; `known`: what is stored of the messages, if it was read before. Returns the refunds in thousandths of a credit.
 */
export async function recordEnded(
  session: Session,
  transitions: readonly Ended[],
  known?: ReadonlyMap<number, StoredEnd>,
): Promise<number> {
  const ended = finalOnes(transitions);
  if (ended.length === 0) return 0;
  const rows = known ?? (await rowsOf(session, ended));
  const hidden = ended.flatMap(({ id }) => (rows.get(id)?.hidden === true ? (rows.get(id)?.txn ?? []) : []));
  await erase(session, new Set(hidden));
  const tally = new Tally();
  const due = accountFor(ended, (id) => rows.get(id), tally);
  const refunded = await refundAll(session, due);
  addUsage(session, tally.usage);
  addDeliverability(session, tally.deliverability);
  return refunded;
}
