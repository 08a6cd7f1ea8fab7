import { advanced, type StateRow } from "../../../domain/outbox/transitions.js";
import { recipientInserts } from "./blocks.js";
import { prepareCountMoves } from "./counts.js";
import type { ClaimMemory } from "../../../domain/outbox/claim-round.js";
import { type TransitionWrites, transitionWrites } from "./transitions.js";
import type { SubmissionWrites } from "../../protocol/outbox-writes.js";
import type { Database } from "../engine/database.js";
import type { OwnerLock } from "../engine/owner-lock.js";
import type { DeliveryWrites } from "../../protocol/link-writes.js";
import { deliveryWrites } from "../delivery/delivery-writes.js";
import { bodyWrites } from "./message-bodies.js";
import { prepareSubmit } from "./submit.js";

/** Changes of the outbox, inside the transaction that is open. */
export interface OutboxWrites extends SubmissionWrites, DeliveryWrites {
  /** Gives the oldest block of waiting recipients rows of their own; false when there is none. */
  expand(): boolean;
}

function prepareAdvance(database: Database, { write }: TransitionWrites): OutboxWrites["advance"] {
  const find = database.prepare<StateRow>("SELECT id, txn, state FROM recipient WHERE id = ?");
  return (changes) => {
    const ids = new Set(changes.map(({ recipientId }) => recipientId));
    const rows = [...ids].flatMap((id) => find.get(id) ?? []);
    write(advanced(rows, changes));
    return null;
  };
}

/** Prepares every change of the outbox on one connection. */
export function outboxWrites(database: Database, lock: OwnerLock, memory: ClaimMemory): OutboxWrites {
  const transitions = transitionWrites(database);
  const inserts = recipientInserts(database, memory);
  const bodies = bodyWrites(database);
  return {
    submit: prepareSubmit(database, inserts, prepareCountMoves(database), bodies),
    ...deliveryWrites(database, transitions, lock, memory),
    advance: prepareAdvance(database, transitions),
    expand: () => inserts.expand(),
  };
}
