import { creditsText } from "../../../domain/credit/credit.js";
import { cancel, type CancelRow } from "../../../domain/desk/cancellation.js";
import type { Arrivals } from "../../../domain/delivery/claim-round.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { statusOf, statusTable } from "../../../domain/status.js";
import type { UsageTally } from "../../../domain/usage/usage.js";
import type { CancelTarget } from "../../../ports/messages.js";
import type { NewAuditEntry } from "../../../domain/audit.js";
import type { DeskWrites } from "../../protocol/desk-writes.js";
import { chargedColumns, type ChargedRow } from "../../rows/desk-row.js";
import type { Database } from "../engine/database.js";
import { isQueued, uncountedState } from "../hot/counts.js";
import { prepareResend } from "./resend.js";
import { transitionWrites } from "../hot/transitions.js";

const waiting = `SELECT id, txn, state, attempts, uncertain,
  (SELECT count(*) FROM sent_part WHERE recipient = recipient.id) AS sentParts FROM recipient`;

interface Rows {
  transaction(target: CancelTarget): ChargedRow | undefined;
  waiting(target: CancelTarget, txn: number, limit: number): readonly CancelRow[];
}

function prepareRows(database: Database): Rows {
  const charged = chargedColumns(`EXISTS (${uncountedState("t.seq")})`);
  const ofId = database.prepare<ChargedRow>(`${charged} WHERE t.id = ?`);
  const ofMessage = database.prepare<ChargedRow>(
    `${charged} WHERE t.seq = (SELECT txn FROM recipient WHERE id = ?)`,
  );
  const inTransaction = database.prepare<CancelRow>(
    `${waiting} WHERE txn = ? AND ${isQueued} ORDER BY id LIMIT +?`,
  );
  const one = database.prepare<CancelRow>(`${waiting} WHERE id = ?`);
  return {
    transaction: ({ kind, id }) => (kind === "message" ? ofMessage.get(id) : ofId.get(id)),
    waiting: ({ kind, id }, txn, limit) => (kind === "message" ? one.all(id) : inTransaction.all(txn, limit)),
  };
}

/** Prepares the changes of the message desk on one connection. */
export function deskWrites(
  database: Database,
  {
    memory,
    tally,
    addAudit,
  }: {
    readonly memory: Arrivals;
    readonly tally: UsageTally;
    readonly addAudit: (entry: NewAuditEntry) => void;
  },
): DeskWrites {
  const resend = prepareResend(database, memory, tally);
  const rows = prepareRows(database);
  const { write } = transitionWrites(database, tally);
  return {
    resend({ by: actor, ...input }) {
      const outcome = resend(input);
      const { id: message, transactionId: transaction, at } = input;
      if (outcome.kind === "done")
        addAudit({
          at,
          actor,
          action: "message resend",
          subject: { message },
          after: { transaction, message: outcome.id },
        });
      return outcome;
    },
    cancel({ target, limit, by: actor, at }) {
      const transaction = rows.transaction(target);
      if (transaction === undefined) return { kind: "unknown" };
      if (transaction.campaign === 1) return { kind: "campaign" };
      const { txn, id: transactionId, customerId, blocks } = transaction;
      const found = rows.waiting(target, txn, limit);
      const changes = cancel(found, at);
      const count = changes.transitions.length;
      const refunded = write(changes);
      const more = target.kind === "transaction" && (found.length === limit || blocks === 1);
      if (count > 0) {
        const ids = changes.transitions.map(({ id }) => id);
        const subject = { customer: customerId, transaction: transactionId, messages: ids };
        addAudit({
          at,
          actor,
          action: "message cancel",
          subject,
          before: { status: statusOf(RecipientState.Queued, transaction.dueAt, at).element },
          after: { status: statusTable[RecipientState.Deleted].element, refunded: creditsText(refunded) },
        });
      }
      return { kind: "done", cancelled: count, refunded, more };
    },
  };
}
