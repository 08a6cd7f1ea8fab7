import { advanced, type Ended, type StateRow } from "../../../domain/delivery/transitions.js";
import { recipientInserts } from "./blocks.js";
import { isOnTheWay } from "./counts.js";
import type { ClaimMemory } from "../../../domain/delivery/claim-round.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { type TransitionWrites, transitionWrites } from "./transitions.js";
import type { StateChange } from "../../../domain/status.js";
import type { UsageTally } from "../../../domain/usage/usage.js";
import type { SubmissionWrites } from "../../protocol/outbox-writes.js";
import type { CommitReads } from "../engine/commit-reads.js";
import type { Database } from "../engine/database.js";
import type { OwnerLock } from "../engine/owner-lock.js";
import type { DeliveryWrites } from "../../protocol/link-writes.js";
import { deliveryWrites, prepareLinkTable } from "./delivery-writes.js";
import { prepareOwns } from "./owner.js";
import { type HandOverReads, prepareSender } from "./only-recipient.js";
import { prepareSubmit } from "./submit.js";

/** Changes of the outbox, inside the transaction that is open. */
export interface OutboxWrites extends SubmissionWrites, DeliveryWrites {
  /** Gives the oldest block of waiting recipients rows of their own; false when there is none. */
  expand(): boolean;
}

/**
 * Prepares to record the state of a recipient that is alone in its transaction and on its way, as `advanced` decides: by one
 * statement. False if the recipient is another one, or the state is not a later one.
 */
function prepareAdvanceOnly(database: Database): (change: StateChange) => boolean {
  const update = database.prepare(
    `UPDATE recipient SET state = ?, at = ?, error = ? WHERE id = ? AND ${isOnTheWay} AND state < ? AND counted = 0`,
  );
  return ({ recipientId, state, at, error }) =>
    update.run(state, at, error ?? null, recipientId, state).changes > 0;
}

function prepareAdvance(database: Database, { write, ended }: TransitionWrites): OutboxWrites["advance"] {
  const find = database.prepare<StateRow>("SELECT id, txn, state FROM recipient WHERE id = ?");
  const advanceOnly = prepareAdvanceOnly(database);
  return (all) => {
    const changes: StateChange[] = [];
    const done: Ended[] = [];
    for (const change of all) {
      const { recipientId: id, state: to, at } = change;
      if (advanceOnly(change)) done.push({ id, from: RecipientState.Submitted, to, at });
      else changes.push(change);
    }
    ended(done);
    const ids = new Set(changes.map(({ recipientId }) => recipientId));
    const rows = [...ids].flatMap((id) => find.get(id) ?? []);
    write(advanced(rows, changes));
    return null;
  };
}

/** State in memory that changes of the outbox use. */
interface OutboxMemory {
  readonly memory: ClaimMemory;
  readonly tally: UsageTally;
  readonly reads: CommitReads;
}

/** Prepares every change of the outbox on one connection. */
export function outboxWrites(
  database: Database,
  lock: OwnerLock,
  { memory, tally, reads }: OutboxMemory,
): OutboxWrites {
  const transitions = transitionWrites(database, tally);
  const inserts = recipientInserts(database, memory);
  const handOver: HandOverReads = {
    owns: prepareOwns(database, reads),
    linkTable: prepareLinkTable(database, reads),
    senderOf: prepareSender(database, reads),
    memory,
  };
  return {
    submit: prepareSubmit(database, handOver, tally),
    ...deliveryWrites(database, transitions, lock, handOver),
    advance: prepareAdvance(database, transitions),
    expand: () => inserts.expand(),
  };
}
