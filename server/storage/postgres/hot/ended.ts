import type { Booking } from "../../../domain/credit/booking.js";
import { refundOf } from "../../../domain/credit/refunds.js";
import { accountFor, type DueRefund, type EndedRow, finalOnes } from "../../../domain/delivery/ended.js";
import type { Ended } from "../../../domain/delivery/transitions.js";
import { UsageTally } from "../../../domain/usage/usage.js";
import {
  chargedTransactions,
  type ChargedRow,
  endedColumns,
  endedJoins,
} from "../../tables/delivery/ended.js";
import { book } from "./ledger.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { addUsage } from "./usage.js";

const find = sql<EndedRow>(
  `SELECT ${endedColumns("(SELECT at FROM usage_since)")}
   FROM unnest($1::bigint[]) AS n (id) JOIN recipient r ON r.id = n.id ${endedJoins}`,
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

/**
 * Counts new final states of recipients and refunds messages, after the states and the counts of their transactions are written;
 * returns the refunds in thousandths of a credit.
 */
export async function recordEnded(session: Session, transitions: readonly Ended[]): Promise<number> {
  const ended = finalOnes(transitions);
  if (ended.length === 0) return 0;
  const ids = ended.map(({ id }) => id);
  const found = await session.all(find, ids);
  const rows = new Map(found.map((row) => [row.id, row]));
  const tally = new UsageTally();
  const due = accountFor(ended, (id) => rows.get(id), tally);
  const refunded = await refundAll(session, due);
  await addUsage(session, tally);
  return refunded;
}
