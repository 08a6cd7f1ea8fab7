import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { Move } from "../../../domain/outbox/counts.js";
import type { StateChange } from "../../../domain/outbox/status.js";
import { recipientInserts } from "./blocks.js";
import { isOpen, prepareCountMoves } from "./counts.js";
import { prepareRecordMoves, type RecordMoves } from "./record-moves.js";
import type { Database } from "../engine/database.js";
import type { OwnerLock } from "../engine/owner-lock.js";
import { type DeliveryWrites, deliveryWrites } from "../delivery/delivery-writes.js";
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

function prepareAdvance(database: Database, recordMoves: RecordMoves): OutboxWrites["advance"] {
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
    recordMoves(moves);
    return null;
  };
}

/** Prepares every change of the outbox on one connection. */
export function outboxWrites(database: Database, lock: OwnerLock, arrived: Set<number>): OutboxWrites {
  const recordMoves = prepareRecordMoves(database);
  const inserts = recipientInserts(database, arrived);
  const bodies = bodyWrites(database);
  return {
    submit: prepareSubmit(database, inserts, prepareCountMoves(database), bodies),
    ...deliveryWrites(database, recordMoves, lock, arrived),
    advance: prepareAdvance(database, recordMoves),
    expand: () => inserts.expand(),
  };
}
