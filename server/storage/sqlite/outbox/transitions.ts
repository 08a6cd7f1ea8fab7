import { type Move, withFinalMoves } from "../../../domain/outbox/counts.js";
import type { Transitions } from "../../../domain/outbox/transitions.js";
import type { Database } from "../engine/database.js";
import { prepareCountMoves } from "./counts.js";
import { prepareErasure } from "./erasure.js";

/** Writes of new states of recipients, inside the transaction that is open. */
export interface TransitionWrites {
  /** Counts recipients that go from one state to another, then erases the hidden texts that this ends. */
  readonly record: (moves: readonly Move[]) => void;
  /** Writes new states and records them. No worker has such a recipient any more. */
  readonly write: (changes: Transitions) => void;
}

export function transitionWrites(database: Database): TransitionWrites {
  const count = prepareCountMoves(database);
  const erase = prepareErasure(database);
  const update = database.prepare(
    "UPDATE recipient SET state = ?, at = ?, error = ?, next_at = ifnull(?, next_at), worker = NULL WHERE id = ?",
  );
  const record = (moves: readonly Move[]): void => {
    count(moves);
    erase(withFinalMoves(moves));
  };
  return {
    record,
    write: ({ transitions, moves }) => {
      for (const { id, to, at, error, since } of transitions)
        update.run(to, at, error ?? null, since ?? null, id);
      record(moves);
    },
  };
}
