import { type Move, netChanges } from "../../../domain/outbox/counts.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { Database } from "../engine/database.js";

/** Recipients that wait for an attempt, in SQL. */
export const isQueued = `state = ${RecipientState.Queued}`;

/** Recipients that wait for a final receipt, in SQL; index `recipient_on_the_way` holds them. */
export const isOnTheWay = `state BETWEEN ${RecipientState.Submitted} AND ${RecipientState.Accepted}`;

/** The states that are not final, in SQL. */
export const isOpen = `state <= ${RecipientState.Accepted}`;

/** Keeps the number of recipients per transaction and state. */
export type CountMoves = (moves: readonly Move[]) => void;

export function prepareCountMoves(database: Database): CountMoves {
  const leave = database.prepare("UPDATE recipient_count SET n = n + ? WHERE txn = ? AND state = ?");
  const enter = database.prepare(
    `INSERT INTO recipient_count (n, txn, state) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
  return (moves) => {
    for (const { n, txn, state } of netChanges(moves)) (n < 0 ? leave : enter).run(n, txn, state);
  };
}
