import { RecipientState } from "../../domain/recipient-state.js";
import { unrouted } from "../../domain/delivery/routing/route-table.js";
import { UsageTally } from "../../domain/usage/usage.js";
import { StoreError } from "../errors.js";
import { book } from "./hot/ledger.js";
import { isAlone } from "./engine/batch.js";
import type { Primitives } from "../tables/primitives.js";
import type { Session } from "./engine/session.js";
import { lockKeys } from "./engine/key-locks.js";
import { addToInboxes, keepStrays } from "./hot/inboxes.js";
import { countMoves } from "./hot/counts.js";
import type { Claims } from "./hot/claim.js";
import { findLate } from "./hot/dispatches.js";
import { noHandOvers } from "./hot/hand-over.js";
import { insertRecipients, sendersOf } from "./hot/recipient-inserts.js";
import { drawTransactions } from "./hot/numbers.js";
import type { KnownWeeks } from "./hot/partitions.js";
import { submitAll } from "./hot/submit.js";
import { writeTransitions } from "./hot/transitions.js";
import { addUsage } from "./hot/usage.js";

type SessionPrimitives = {
  readonly [Name in keyof Primitives]: (
    session: Session,
    input: Parameters<Primitives[Name]>[0],
  ) => Promise<ReturnType<Primitives[Name]>>;
};

/** Parts of scripts, within their transaction; the claims of this process are told of messages that wait. */
export const primitivesOn = (claims: Pick<Claims, "memory">, weeks: KnownWeeks): SessionPrimitives => ({
  alone: isAlone,
  lockKeys: (session, { subject, keys }) => {
    lockKeys(session, subject, keys);
    return Promise.resolve(true);
  },
  // Old versions of rows stay until a vacuum.
  overwriting: () => Promise.resolve(),
  book,
  transitions: writeTransitions,
  findLate,
  addToInboxes,
  keepStrays,
  addRecipients: async (session, { txn, source, recipients, at, kind }) => {
    const { customerId, userName } = source;
    const arrived = { recipients, refused: [] };
    const sent = { customerId, userName, recipients, kind };
    const sender = (await sendersOf(session, [sent]))(sent);
    await insertRecipients(session, [{ txn, sender, ...arrived, dueAt: at, at, counted: true }]);
    claims.memory.returned(unrouted, at);
    await countMoves(session, [{ txn, from: undefined, to: RecipientState.Queued, n: recipients.length }]);
    const tally = new UsageTally();
    tally.arrived(source, arrived);
    addUsage(session, tally);
  },
  transactionNumber: async (session, at) => (await drawTransactions(session, weeks, [at]))[0] ?? 0,
  recordMoves: countMoves,
  returned: async (session, moves) => {
    await countMoves(session, moves);
    claims.memory.returned(unrouted, -Infinity);
  },
  submit: async (session, submission) => {
    const [outcome] = await (await submitAll(session, [submission], { handOvers: noHandOvers, weeks })).late;
    if (outcome === undefined) throw new StoreError("failed", "a submission has no outcome");
    return outcome;
  },
});
