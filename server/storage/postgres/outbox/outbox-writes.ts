import { advanced, type StateRow } from "../../../domain/outbox/transitions.js";
import type { SubmissionWrites } from "../../protocol/outbox-writes.js";
import { type Batches, oneByOne, together } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { submitAll } from "./submit.js";
import { writeTransitions } from "./transitions.js";

/** Guard: the states that the rule goes out from stay until its changes are written. */
const lock = sql<StateRow>(
  "SELECT id, txn, state FROM recipient WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE",
);

/** Locks recipients, in the order of their ids. */
export async function lockRecipients(session: Session, ids: readonly number[]): Promise<readonly StateRow[]> {
  return ids.length === 0 ? [] : session.all(lock, [...new Set(ids)]);
}

/** Every change by submissions and reported states. */
export const outboxWrites: Batches<SubmissionWrites> = {
  submit: together(submitAll, 200),
  advance: oneByOne(async (session, changes) => {
    const rows = await lockRecipients(
      session,
      changes.map(({ recipientId }) => recipientId),
    );
    await writeTransitions(session, advanced(rows, changes));
    return null;
  }, 1),
};
