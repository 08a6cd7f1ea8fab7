import { advanced, type Ended, type StateRow } from "../../../domain/delivery/states/transitions.js";
import { recipientInserts } from "./blocks.js";
import { isOnTheWay } from "../../tables/outbox/conditions.js";
import type { ClaimMemory } from "../../../domain/delivery/claiming/round.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { type TransitionWrites, transitionWrites } from "./transitions.js";
import type { StateChange } from "../../../domain/status.js";
import type { Tally } from "../../../domain/usage/tally.js";
import type { CommitReads } from "../engine/commit-reads.js";
import type { Database } from "../engine/database.js";
import type { OwnerLock } from "../engine/owner-lock.js";
import type { RouteTable } from "../../../domain/delivery/routing/route-table.js";
import { remainsBeside, unknownTo } from "../../tables/delivery/requeued.js";
import type { DeliveryWrites, SubmissionWrites } from "../../tables/delivery/writes.js";
import { LinkTable } from "../../tables/links/routes.js";
import { ScriptRunner } from "../engine/scripts.js";
import { prepareClaim, prepareReroute } from "./claim.js";
import { ownerWrites, prepareOwns } from "./owner.js";
import { type HandOverReads, prepareListed, prepareSender } from "./only-recipient.js";
import { prepareReceipts, prepareSettle } from "./settle.js";
import { prepareSentParts } from "./sent-parts.js";
import { prepareSubmit } from "./submit.js";
import { prepareUnmatched } from "./unmatched.js";

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
      const { recipientId: id, state: to, at, error } = change;
      if (advanceOnly(change)) done.push({ id, from: RecipientState.Submitted, to, at, error });
      else changes.push(change);
    }
    ended(done);
    const ids = new Set(changes.map(({ recipientId }) => recipientId));
    const rows = [...ids].flatMap((id) => find.get(id) ?? []);
    write(advanced(rows, changes));
    return null;
  };
}

/** Gives links and routes as they are now. */
function prepareLinkTable(runner: ScriptRunner, reads: CommitReads): () => RouteTable {
  const table = new LinkTable();
  const read = reads.keep(() => runner.run(table.read()));
  return () => read(undefined);
}

function deliveryWrites(
  database: Database,
  transitions: TransitionWrites,
  lock: OwnerLock,
  { owns, linkTable, memory }: HandOverReads,
): DeliveryWrites {
  const runner = new ScriptRunner(database);
  const sentParts = prepareSentParts(database);
  const unmatched = prepareUnmatched(database);
  const settle = prepareSettle(database, transitions, linkTable, { sentParts, unmatched, memory });
  return {
    ...ownerWrites(database, lock, (owner, now) => {
      settle(runner.run(remainsBeside([owner], linkTable(), now)));
    }),
    claim: prepareClaim(database, transitions, linkTable, owns, memory),
    settle,
    takeBack: ({ owner, known }) => {
      settle(runner.run(unknownTo(owner, known)));
      return null;
    },
    reroute: prepareReroute(database, linkTable, owns, memory),
    receipts: prepareReceipts(transitions, linkTable, sentParts, unmatched),
  };
}

/** State in memory that changes of the outbox use. */
interface OutboxMemory {
  readonly memory: ClaimMemory;
  readonly tally: Tally;
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
    linkTable: prepareLinkTable(new ScriptRunner(database), reads),
    senderOf: prepareSender(database, reads),
    isListed: prepareListed(database),
    memory,
  };
  return {
    submit: prepareSubmit(database, handOver, tally.usage),
    ...deliveryWrites(database, transitions, lock, handOver),
    advance: prepareAdvance(database, transitions),
    expand: () => inserts.expand(),
  };
}
