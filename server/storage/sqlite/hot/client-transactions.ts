import type { ClientTransaction, EarlierOutcome, Submission } from "../../../domain/delivery/submission.js";
import { answerColumns, type AnswerRow, earlierOutcome } from "../../rows/answer-row.js";
import type { Database } from "../engine/database.js";

/** Prepares `OutboxStore.answered` on one connection. */
export function prepareAnswered(
  database: Database,
): (
  customerId: number,
  clientTransaction: Pick<ClientTransaction, "id" | "contentHash">,
  at: number,
) => EarlierOutcome | undefined {
  const find = database.prepare<AnswerRow>(
    `SELECT ${answerColumns} FROM client_transaction WHERE customer_id = ? AND id = ?`,
  );
  return (customerId, { id, contentHash }, at) => earlierOutcome(find.get(customerId, id), contentHash, at);
}

/** Prepares the keeping of responses, inside the transaction that is open. */
export function prepareRemember(
  database: Database,
): (submission: Submission, refused: readonly string[], balanceAfter: number) => void {
  const insert = database.prepare(
    `INSERT OR REPLACE INTO client_transaction
       (customer_id, id, content_hash, transaction_id, refused, balance_after, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  // A few expired ones go with each new one: the table stays as small as a day's calls, and no commit is long.
  const purge = database.prepare(
    `DELETE FROM client_transaction WHERE (customer_id, id) IN
       (SELECT customer_id, id FROM client_transaction WHERE expires_at <= ? ORDER BY expires_at LIMIT 4)`,
  );
  return ({ clientTransaction, customerId, transactionId, at }, refused, balanceAfter) => {
    if (clientTransaction === undefined) return;
    const { id, contentHash, keepFor } = clientTransaction;
    purge.run(at);
    insert.run(
      ...[customerId, id, contentHash, transactionId, JSON.stringify(refused), balanceAfter],
      at + keepFor,
    );
  };
}
