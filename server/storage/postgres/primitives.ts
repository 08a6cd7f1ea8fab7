import { RecipientState } from "../../domain/recipient-state.js";
import { UsageTally } from "../../domain/usage/usage.js";
import { StoreError } from "../errors.js";
import { book } from "./accounts/ledger.js";
import { isAlone } from "./engine/batch.js";
import type { Primitives } from "../tables/primitives.js";
import type { Session } from "./engine/database.js";
import { addToInboxes } from "./inbox/inbox-writes.js";
import { countMoves } from "./hot/counts.js";
import { insertRecipients } from "./hot/recipient-inserts.js";
import { submitAll } from "./hot/submit.js";
import { writeTransitions } from "./hot/transitions.js";
import { addUsage } from "./usage/usage.js";

type SessionPrimitives = {
  readonly [Name in keyof Primitives]: (
    session: Session,
    input: Parameters<Primitives[Name]>[0],
  ) => Promise<ReturnType<Primitives[Name]>>;
};

/** Parts of scripts, within their transaction. */
export const primitives: SessionPrimitives = {
  alone: isAlone,
  book,
  transitions: writeTransitions,
  addToInboxes,
  addRecipients: async (session, { txn, source, recipients, at, kind }) => {
    const { customerId, userName } = source;
    const arrived = { recipients, refused: [] };
    await insertRecipients(session, [{ txn, customerId, userName, ...arrived, dueAt: at, at, kind }]);
    await countMoves(session, [{ txn, from: undefined, to: RecipientState.Queued, n: recipients.length }]);
    const tally = new UsageTally();
    tally.arrived(source, arrived);
    await addUsage(session, tally);
  },
  submit: async (session, submission) => {
    const [outcome] = await submitAll(session, [submission]);
    if (outcome === undefined) throw new StoreError("failed", "a submission has no outcome");
    return outcome;
  },
};
