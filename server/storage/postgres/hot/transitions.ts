import { advanced, type Transitions } from "../../../domain/delivery/states/transitions.js";
import type { StateChange } from "../../../domain/status.js";
import type { Session } from "../engine/session.js";
import { isOnTheWay, isPolled } from "../../tables/outbox/conditions.js";
import { lockRecipients } from "../../tables/outbox/recipients.js";
import { runScript } from "../engine/scripts.js";
import { countMoves } from "./counts.js";
import { recordEnded } from "./ended.js";
import { postAll, Weekly } from "./numbers.js";

/**
 * The rows are locked before the rule reads them: what it goes out from still holds. One that was accepted though nobody had claimed it is
 * late at once: it is not among the dispatched.
 */
const update = new Weekly(
  (
    week,
  ) => `UPDATE recipient${week} r SET state = n.state, at = n.at, error = n.error, next_at = coalesce(n.since, r.next_at), worker = NULL,
     late_since = CASE WHEN n.${isOnTheWay} THEN CASE WHEN r.worker IS NULL OR r.${isPolled} THEN coalesce(n.since, r.late_since)
         ELSE r.late_since END END
   FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::bigint[]) AS n (id, state, at, error, since)
   WHERE r.id = n.id`,
);

/** Writes new states of recipients, and counts them. No worker has such a recipient any more. */
export async function writeStates(session: Session, { transitions, moves }: Transitions): Promise<void> {
  postAll(session, update, transitions, "id", "to", "at", "error", "since");
  await countMoves(session, moves);
}

/** Writes new states and records final ones; returns the refunds in thousandths of a credit. */
export async function writeTransitions(session: Session, changes: Transitions): Promise<number> {
  await writeStates(session, changes);
  return recordEnded(session, changes.transitions);
}

/** Records states that are reported. */
export async function advance(session: Session, changes: readonly StateChange[]): Promise<null> {
  const rows = await runScript(session, lockRecipients(changes.map(({ recipientId }) => recipientId)));
  await writeTransitions(session, advanced(rows, changes));
  return null;
}
