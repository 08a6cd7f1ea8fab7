import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { Database } from "../engine/database.js";

/** The recipients that wait for a final receipt, in SQL; index `recipient_on_the_way` holds them. */
export const isOnTheWay = `state BETWEEN ${RecipientState.Submitted} AND ${RecipientState.Accepted}`;

/** The states that are not final, in SQL. */
export const isOpen = `state <= ${RecipientState.Accepted}`;

/** Recipients of a transaction that go from one state to another; `from` undefined for new ones. */
export interface Move {
  readonly txn: number;
  readonly from: RecipientState | undefined;
  readonly to: RecipientState;
  readonly n: number;
}

/** Keeps the number of recipients per transaction and state. */
export type CountMoves = (moves: readonly Move[]) => void;

/** Net change per transaction and state: many moves of one batch become few statements. */
function netChanges(moves: readonly Move[]): Map<number, Map<RecipientState, number>> {
  const changes = new Map<number, Map<RecipientState, number>>();
  for (const { txn, from, to, n } of moves) {
    const states = changes.get(txn) ?? new Map<RecipientState, number>();
    changes.set(txn, states);
    if (from !== undefined) states.set(from, (states.get(from) ?? 0) - n);
    states.set(to, (states.get(to) ?? 0) + n);
  }
  return changes;
}

export function prepareCountMoves(database: Database): CountMoves {
  const leave = database.prepare("UPDATE recipient_count SET n = n + ? WHERE txn = ? AND state = ?");
  const enter = database.prepare(
    `INSERT INTO recipient_count (n, txn, state) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
  return (moves) => {
    for (const [txn, states] of netChanges(moves)) {
      for (const [state, n] of states) if (n !== 0) (n < 0 ? leave : enter).run(n, txn, state);
    }
  };
}
