import { isFinal, RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { StateChange } from "../../../domain/outbox/status.js";
import { recipientInserts } from "./blocks.js";
import { type CountMoves, isOpen, type Move, prepareCountMoves } from "./counts.js";
import type { Database } from "../engine/database.js";
import type { OwnerLock } from "../engine/owner-lock.js";
import { type DeliveryWrites, deliveryWrites } from "../delivery/delivery-writes.js";
import { prepareErasure } from "./erasure.js";
import { bodyWrites } from "./message-bodies.js";
import { prepareSubmit } from "./submit.js";
import type { Submission, SubmitOutcome } from "../../../domain/outbox/submission.js";

/** Changes of the outbox, inside the transaction that is open. */
export interface OutboxWrites extends DeliveryWrites {
  submit(submission: Submission): SubmitOutcome;
  advance(changes: readonly StateChange[]): null;
  /** Gives the oldest block of waiting recipients rows of their own; false when there is none. */
  expand(): boolean;
}

function prepareAdvance(
  database: Database,
  countMoves: CountMoves,
  erase: (transactions: Iterable<number>) => void,
): OutboxWrites["advance"] {
  const find = database.prepare<{ readonly txn: number; readonly state: RecipientState }>(
    `SELECT txn, state FROM recipient WHERE id = ? AND ${isOpen} AND state < ?`,
  );
  const update = database.prepare(
    `UPDATE recipient SET state = ?, at = ?, error = ?, next_at = iif(state < ${RecipientState.Submitted}, ?, next_at)
     WHERE id = ?`,
  );
  return (changes) => {
    const moves: Move[] = [];
    for (const { recipientId, state, at, error } of changes) {
      const before = find.get(recipientId, state);
      if (before === undefined) continue;
      update.run(state, at, error ?? null, at, recipientId);
      moves.push({ txn: before.txn, from: before.state, to: state, n: 1 });
    }
    countMoves(moves);
    erase(new Set(moves.filter(({ to }) => isFinal(to)).map(({ txn }) => txn)));
    return null;
  };
}

/** Prepares every change of the outbox on one connection. */
export function outboxWrites(database: Database, lock: OwnerLock, arrived: Set<number>): OutboxWrites {
  const countMoves = prepareCountMoves(database);
  const inserts = recipientInserts(database, arrived);
  const bodies = bodyWrites(database);
  const erase = prepareErasure(database);
  return {
    submit: prepareSubmit(database, inserts, countMoves, bodies),
    ...deliveryWrites(database, countMoves, erase, lock, arrived),
    advance: prepareAdvance(database, countMoves, erase),
    expand: () => inserts.expand(),
  };
}
