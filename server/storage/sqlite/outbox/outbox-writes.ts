import type { StateChange } from "../../../domain/outbox/status.js";
import { advanced, type StateRow } from "../../../domain/outbox/transitions.js";
import { recipientInserts } from "./blocks.js";
import { prepareCountMoves } from "./counts.js";
import { prepareRecordMoves, type RecordMoves } from "./record-moves.js";
import type { ClaimMemory } from "../../../domain/outbox/claim-round.js";
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
  const find = database.prepare<StateRow>("SELECT id, txn, state FROM recipient WHERE id = ?");
  const update = database.prepare(
    "UPDATE recipient SET state = ?, at = ?, error = ?, next_at = ifnull(?, next_at) WHERE id = ?",
  );
  return (changes) => {
    const ids = new Set(changes.map(({ recipientId }) => recipientId));
    const { transitions, moves } = advanced(
      [...ids].flatMap((id) => find.get(id) ?? []),
      changes,
    );
    for (const { id, to, at, error, since } of transitions)
      update.run(to, at, error ?? null, since ?? null, id);
    recordMoves(moves);
    return null;
  };
}

/** Prepares every change of the outbox on one connection. */
export function outboxWrites(database: Database, lock: OwnerLock, memory: ClaimMemory): OutboxWrites {
  const recordMoves = prepareRecordMoves(database);
  const inserts = recipientInserts(database, memory);
  const bodies = bodyWrites(database);
  return {
    submit: prepareSubmit(database, inserts, prepareCountMoves(database), bodies),
    ...deliveryWrites(database, recordMoves, lock, memory),
    advance: prepareAdvance(database, recordMoves),
    expand: () => inserts.expand(),
  };
}
