import { type Move, netChanges } from "../../../domain/delivery/counts.js";
import type { Session } from "../engine/database.js";
import { arraysOf, sql } from "../engine/statement.js";

/** Guard: counts are locked in one order, whatever order they change in. */
const lock = sql(
  `SELECT 1 FROM recipient_count WHERE txn = ANY ($1::bigint[]) ORDER BY txn, state FOR UPDATE`,
);
const leave = sql(
  `UPDATE recipient_count c SET n = c.n + m.n FROM unnest($1::bigint[], $2::smallint[], $3::bigint[]) AS m (txn, state, n)
   WHERE c.txn = m.txn AND c.state = m.state`,
);
const enter = sql(
  `INSERT INTO recipient_count AS c (txn, state, n) SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::bigint[])
   ON CONFLICT (txn, state) DO UPDATE SET n = c.n + excluded.n`,
);

/** Keeps the number of recipients per transaction and state. */
export async function countMoves(session: Session, moves: readonly Move[]): Promise<void> {
  const changes = netChanges(moves);
  const old = moves.filter(({ from }) => from !== undefined).map(({ txn }) => txn);
  if (old.length > 0) await session.all(lock, [...new Set(old)]);
  for (const [statement, part] of [
    [leave, changes.filter(({ n }) => n < 0)],
    [enter, changes.filter(({ n }) => n > 0)],
  ] as const) {
    if (part.length === 0) continue;
    await session.run(statement, ...arraysOf(part, "txn", "state", "n"));
  }
}
