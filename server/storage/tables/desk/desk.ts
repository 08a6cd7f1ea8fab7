import { creditsText } from "../../../domain/credit/credit.js";
import { cancel, type CancelRow } from "../../../domain/desk/cancellation.js";
import { resendRefusal } from "../../../domain/desk/resend.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { statusOf, statusTable } from "../../../domain/status.js";
import type { Actor } from "../../../domain/audit.js";
import type { CancelOutcome, CancelTarget, ResendOutcome } from "../../../ports/messages.js";
import { flag, text, integer } from "../../script/columns.js";
import { hasId } from "../../schema/numbers.js";
import { sql } from "../../script/statement.js";
import { all, get, type Steps } from "../../script/steps.js";
import { subject } from "../../script/subject.js";
import { addAudit } from "../audit/audit.js";
import { ofCampaign } from "../outbox/conditions.js";
import { ofTransaction } from "../outbox/conditions.js";
import { lockRecipients } from "../outbox/recipients.js";
import { lockKeys, writeTransitions } from "../primitives.js";
import { sendAgain } from "./copies.js";
import { refund } from "./refunds.js";

const cancellable = {
  txn: integer(),
  id: text(),
  customerId: integer(),
  dueAt: integer(),
  campaign: integer<0 | 1>(),
  blocks: integer<0 | 1>(),
};
const cancellableNames = `t.seq AS txn, t.id, t.customer_id, t.due_at, ${ofCampaign},
  CASE WHEN EXISTS (SELECT 1 FROM recipient_block WHERE recipient_block.txn = t.seq) THEN 1 ELSE 0 END AS blocks`;

/** The transaction of the messages to cancel. */
const transactionOf = {
  message: sql(
    `SELECT ${cancellableNames} FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = $id`,
    cancellable,
  ),
  transaction: sql(`SELECT ${cancellableNames} FROM txn t WHERE ${hasId("t.id", "$id")}`, cancellable),
};
const queued = sql(
  `SELECT id FROM recipient WHERE ${ofTransaction("$txn")} AND state = ${RecipientState.Queued} ORDER BY id LIMIT $limit`,
  { id: integer() },
);
/** After the locks, in a statement of its own: what was committed before them is seen. */
const locked = sql(
  `SELECT id, txn, state, attempts, uncertain,
     (SELECT count(*) FROM sent_part WHERE sent_part.recipient = r.id) AS sent_parts
   FROM recipient r WHERE id = ANY ($ids::bigint[]) ORDER BY id`,
  {
    id: integer(),
    txn: integer(),
    state: integer<RecipientState>(),
    attempts: integer(),
    uncertain: integer(),
    sentParts: integer(),
  },
);

function* lockWaiting(target: CancelTarget, txn: number, limit: number): Steps<readonly CancelRow[]> {
  const found = target.kind === "message" ? [target] : yield* all(queued, { txn, limit });
  const ids = found.map(({ id }) => id);
  yield* lockRecipients(ids);
  return yield* all(locked, { ids });
}

/** Guard: the transaction is not deleted before its content is copied. */
const resendable = sql(
  `SELECT r.txn, r.phone, r.state, CASE WHEN r.worker IS NULL THEN 0 ELSE 1 END AS claimed, t.hidden,
     t.customer_id, t.user_name, t.originator, t.parts, coalesce(t.copy_of, t.id) AS original
   FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = $id`,
  {
    txn: integer(),
    phone: text(),
    state: integer<RecipientState>(),
    claimed: integer(),
    hidden: flag(),
    customerId: integer(),
    userName: text(),
    originator: text(),
    parts: integer(),
    original: text(),
  },
  { lock: "FOR SHARE OF t" },
);
/** Guard: in a statement after the lock, which sees the copies that others have made. */
const copies = sql(
  "SELECT r.state FROM txn t JOIN recipient r ON r.txn = t.seq WHERE t.copy_of = $original AND r.phone = $phone",
  { state: integer<RecipientState>() },
);
/** Changes of the message desk, with their entries of the audit log. */
export const desk = subject("desk", {
  *cancel(target: CancelTarget, limit: number, actor: Actor, at: number): Steps<CancelOutcome> {
    const transaction = yield* get(transactionOf[target.kind], { id: target.id });
    if (transaction === undefined) return { kind: "unknown" };
    if (transaction.campaign === 1) return { kind: "campaign" };
    const { txn, id: transactionId, customerId: customer, blocks } = transaction;
    const found = yield* lockWaiting(target, txn, limit);
    const changes = cancel(found, at);
    const messages = changes.transitions.map(({ id }) => id);
    const refunded = yield* writeTransitions(changes);
    if (messages.length > 0)
      yield* addAudit({
        at,
        actor,
        action: "message cancel",
        subject: { customer, transaction: transactionId, messages },
        before: { status: statusOf(RecipientState.Queued, transaction.dueAt, at).element },
        after: { status: statusTable[RecipientState.Deleted].element, refunded: creditsText(refunded) },
      });
    const more = target.kind === "transaction" && (found.length === limit || blocks === 1);
    return { kind: "done", cancelled: messages.length, refunded, more };
  },
  refund,
  *resend(message: number, transaction: string, actor: Actor, at: number): Steps<ResendOutcome> {
    const row = yield* get(resendable, { id: message });
    if (row === undefined) return { kind: "unknown" };
    const { original, phone } = row;
    yield* lockKeys("copy", [`${original} ${phone}`]);
    const reason = resendRefusal(row, yield* all(copies, { original, phone }));
    if (reason !== undefined) return { kind: "refused", reason };
    const id = yield* sendAgain(row, transaction, at);
    yield* addAudit({
      at,
      actor,
      action: "message resend",
      subject: { message },
      after: { transaction, message: id },
    });
    return { kind: "done", id };
  },
});
