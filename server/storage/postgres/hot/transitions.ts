import { type Move, withFinalMoves } from "../../../domain/delivery/counts.js";
import { type ErasureRow, mayErase } from "../../../domain/delivery/retention.js";
import { advanced, type Transitions } from "../../../domain/delivery/transitions.js";
import type { StateChange } from "../../../domain/status.js";
import type { Session } from "../engine/database.js";
import { arraysOf, sql } from "../engine/statement.js";
import { isOnTheWay, isOpen } from "../../tables/outbox/conditions.js";
import { lockRecipients } from "../../tables/outbox/recipients.js";
import { runScript } from "../engine/scripts.js";
import { countMoves } from "./counts.js";
import { recordEnded } from "./ended.js";

/** Guard: the transaction that ends the last recipient has locked the counts before, and sees those of the others. */
const hidden = sql<ErasureRow & { readonly txn: number }>(
  `SELECT seq AS txn, hidden::int AS hidden,
     EXISTS (SELECT FROM recipient_count WHERE recipient_count.txn = seq AND ${isOpen} AND n > 0)::int AS open
   FROM unnest($1::bigint[]) AS n (txn) JOIN txn ON seq = n.txn AND hidden`,
);
const eraseText = sql("UPDATE txn SET text = '' FROM unnest($1::bigint[]) AS n (txn) WHERE seq = n.txn");
const eraseBody = sql(
  "UPDATE binary_body b SET header = '', body = '' FROM unnest($1::bigint[]) AS n (txn) WHERE b.txn = n.txn",
);

/** Erases what hidden transactions said, once every recipient has a final state. Old versions of rows stay until a vacuum. */
async function erase(session: Session, transactions: ReadonlySet<number>): Promise<void> {
  if (transactions.size === 0) return;
  const found = await session.all(hidden, [...transactions]);
  const done = found.filter(mayErase).map(({ txn }) => txn);
  if (done.length === 0) return;
  await session.run(eraseText, done);
  await session.run(eraseBody, done);
}

/** Counts recipients that go from one state to another, then erases the hidden texts that this ends. */
export async function recordMoves(session: Session, moves: readonly Move[]): Promise<void> {
  await countMoves(session, moves);
  await erase(session, withFinalMoves(moves));
}

/**
 * The rows are locked before the rule reads them: what it goes out from still holds. One that was accepted though nobody had claimed it is
 * late at once: it is not among the dispatched.
 */
const update = sql(
  `UPDATE recipient r SET state = n.state, at = n.at, error = n.error, next_at = coalesce(n.since, r.next_at), worker = NULL,
     late_since = CASE WHEN n.${isOnTheWay} THEN CASE WHEN r.worker IS NULL THEN coalesce(n.since, r.late_since) ELSE r.late_since END END
   FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::bigint[]) AS n (id, state, at, error, since)
   WHERE r.id = n.id`,
);

/** Writes new states and records them, as `recordMoves` and `recordEnded` do. No worker has such a recipient any more. */
export async function writeTransitions(
  session: Session,
  { transitions, moves }: Transitions,
): Promise<number> {
  if (transitions.length > 0)
    await session.run(update, ...arraysOf(transitions, "id", "to", "at", "error", "since"));
  await recordMoves(session, moves);
  return recordEnded(session, transitions);
}

/** Records states that are reported. */
export async function advance(session: Session, changes: readonly StateChange[]): Promise<null> {
  const rows = await runScript(session, lockRecipients(changes.map(({ recipientId }) => recipientId)));
  await writeTransitions(session, advanced(rows, changes));
  return null;
}
