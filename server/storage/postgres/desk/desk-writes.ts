import { creditsText } from "../../../domain/credit/credit.js";
import { cancel, type CancelRow } from "../../../domain/desk/cancellation.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { statusOf, statusTable } from "../../../domain/status.js";
import type { CancelTarget } from "../../../ports/messages.js";
import type { DeskWrites } from "../../protocol/desk-writes.js";
import { chargedColumns, type ChargedRow } from "../../rows/desk-row.js";
import { addAudit } from "../../tables/audit/audit.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import { runScript } from "../engine/scripts.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { isQueued } from "../hot/counts.js";
import { lockRecipients } from "../../tables/outbox/recipients.js";
import { recipientsOf } from "../hot/numbers.js";
import { writeTransitions } from "../hot/transitions.js";
import { resend } from "./resend.js";

const transactionOf = sql<{ readonly id: string }>(
  "SELECT t.id FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = $1",
);
const charged = sql<ChargedRow>(`${chargedColumns("0")} WHERE t.id = $1`);
const queued = sql<{ readonly id: number }>(
  `SELECT id FROM recipient WHERE txn = $1 AND id BETWEEN $2 AND $3 AND ${isQueued} ORDER BY id LIMIT $4`,
);
/** After the locks, in a statement of its own: what was committed before them is seen. */
const locked = sql<CancelRow>(
  `SELECT id, txn, state, attempts, uncertain,
     (SELECT count(*) FROM sent_part WHERE sent_part.recipient = r.id) AS "sentParts"
   FROM recipient r WHERE id = ANY ($1::bigint[]) ORDER BY id`,
);

/** The transaction of the messages to cancel. */
async function transactionFor(session: Session, target: CancelTarget): Promise<ChargedRow | undefined> {
  const id = target.kind === "transaction" ? target.id : (await session.get(transactionOf, target.id))?.id;
  return id === undefined ? undefined : session.get(charged, id);
}

async function lockWaiting(
  session: Session,
  target: CancelTarget,
  txn: number,
  limit: number,
): Promise<readonly CancelRow[]> {
  const { first, last } = recipientsOf(txn);
  const found = target.kind === "message" ? [target] : await session.all(queued, txn, first, last, limit);
  const ids = found.map(({ id }) => id);
  await runScript(session, lockRecipients(ids));
  return session.all(locked, ids);
}

/** Every change of the message desk. */
export const deskWrites: Batches<DeskWrites> = {
  resend: oneByOne(async (session, { by: actor, ...input }) => {
    const outcome = await resend(session, input);
    const { id: message, transactionId: transaction, at } = input;
    if (outcome.kind === "done")
      await runScript(
        session,
        addAudit({
          at,
          actor,
          action: "message resend",
          subject: { message },
          after: { transaction, message: outcome.id },
        }),
      );
    return outcome;
  }, 1),
  cancel: oneByOne(async (session, { target, limit, by: actor, at }) => {
    const transaction = await transactionFor(session, target);
    if (transaction === undefined) return { kind: "unknown" };
    if (transaction.campaign === 1) return { kind: "campaign" };
    const { txn, id: transactionId, customerId, blocks } = transaction;
    const found = await lockWaiting(session, target, txn, limit);
    const changes = cancel(found, at);
    const ids = changes.transitions.map(({ id }) => id);
    const refunded = await writeTransitions(session, changes);
    if (ids.length > 0)
      await runScript(
        session,
        addAudit({
          at,
          actor,
          action: "message cancel",
          subject: { customer: customerId, transaction: transactionId, messages: ids },
          before: { status: statusOf(RecipientState.Queued, transaction.dueAt, at).element },
          after: { status: statusTable[RecipientState.Deleted].element, refunded: creditsText(refunded) },
        }),
      );
    const more = target.kind === "transaction" && (found.length === limit || blocks === 1);
    return { kind: "done", cancelled: ids.length, refunded, more };
  }, 1),
};
