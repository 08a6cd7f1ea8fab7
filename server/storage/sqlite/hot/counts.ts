import { type Move, netChanges } from "../../../domain/delivery/states/counts.js";
import type { Database } from "../engine/database.js";

/** Prepares the counting of recipients per transaction and state. */
export function prepareCountMoves(database: Database): (moves: readonly Move[]) => void {
  const leave = database.prepare("UPDATE recipient_count SET n = n + ? WHERE txn = ? AND state = ?");
  const enter = database.prepare(
    `INSERT INTO recipient_count (n, txn, state) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
  return (moves) => {
    const changes = netChanges(moves);
    const uncounted = new Set<number>();
    for (const { n, txn, state } of changes)
      if (n < 0 && leave.run(n, txn, state).changes === 0) uncounted.add(txn);
    for (const { n, txn, state } of changes) if (n > 0 && !uncounted.has(txn)) enter.run(n, txn, state);
  };
}
