import { type Move, netChanges } from "../../../domain/delivery/counts.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { Database } from "../engine/database.js";

/** Recipients that wait for an attempt, in SQL. */
export const isQueued = `state = ${RecipientState.Queued}`;

/** Recipients that wait for a final receipt, in SQL; index `recipient_on_the_way` holds them. */
export const isOnTheWay = `state BETWEEN ${RecipientState.Submitted} AND ${RecipientState.Accepted}`;

/** The states that are not final, in SQL. */
export const isOpen = `state <= ${RecipientState.Accepted}`;

/** The state of the recipient that is alone in a transaction, if it is not counted, in SQL; `txn` is an expression. */
export function uncountedState(txn: string): string {
  return `SELECT state FROM recipient WHERE id = (SELECT min(id) FROM recipient WHERE txn = ${txn}) AND counted = 0`;
}

/** Keeps the number of recipients per transaction and state. */
export type CountMoves = (moves: readonly Move[]) => void;

export function prepareCountMoves(database: Database): CountMoves {
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
