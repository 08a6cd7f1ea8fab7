import { type Move, netChanges } from "../../../domain/delivery/states/counts.js";
import type { Session } from "../engine/session.js";
import { arraysOf, sql } from "../engine/statement.js";

/** Guard: counts are locked in one order, whatever order they change in. */
const lock = sql<{ readonly txn: number }>(
  `SELECT c.txn FROM unnest($1::bigint[]) AS n (txn) JOIN recipient_count c ON c.txn = n.txn
   ORDER BY c.txn, c.state FOR UPDATE OF c`,
);
const leave = sql(
  `UPDATE recipient_count c SET n = c.n + m.n FROM unnest($1::bigint[], $2::smallint[], $3::bigint[]) AS m (txn, state, n)
   WHERE c.txn = m.txn AND c.state = m.state`,
);
const enter = sql(
  `INSERT INTO recipient_count AS c (txn, state, n) SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::bigint[])
   ON CONFLICT (txn, state) DO UPDATE SET n = c.n + excluded.n`,
);

/** The moves of recipients that are counted: new ones, and those whose transactions have counts. */
async function countedMoves(session: Session, moves: readonly Move[]): Promise<readonly Move[]> {
  const old = moves.filter(({ from }) => from !== undefined).map(({ txn }) => txn);
  if (old.length === 0) return moves;
  const rows = await session.all(lock, [...new Set(old)]);
  const counted = new Set(rows.map(({ txn }) => txn));
  return moves.filter(({ from, txn }) => from === undefined || counted.has(txn));
}

/** Keeps the number of recipients per transaction and state. */
export async function countMoves(session: Session, moves: readonly Move[]): Promise<void> {
  const changes = netChanges(await countedMoves(session, moves));
  const [less, more] = [changes.filter(({ n }) => n < 0), changes.filter(({ n }) => n > 0)];
  if (less.length > 0) session.post(leave, ...arraysOf(less, "txn", "state", "n"));
  if (more.length > 0) session.post(enter, ...arraysOf(more, "txn", "state", "n"));
}
