import { answeredBefore } from "../../../domain/delivery/submission-rows.js";
import type { EarlierOutcome, Submission } from "../../../domain/delivery/submission.js";
import { run } from "../../script/steps.js";
import { answerOf, forgetAnswers } from "../../tables/outbox/answers.js";
import type { Database } from "../engine/database.js";
import { ScriptRunner } from "../engine/scripts.js";

/** Prepares the result of the client transaction of a submission, if there was one before. */
export function prepareAnswered(database: Database): (submission: Submission) => EarlierOutcome | undefined {
  const runner = new ScriptRunner(database);
  return ({ customerId, clientTransaction, at }) => {
    if (clientTransaction === undefined) return undefined;
    const { id, contentHash } = clientTransaction;
    return answeredBefore(runner.get(answerOf, { customerId, id }), contentHash, at);
  };
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
  const runner = new ScriptRunner(database);
  return ({ clientTransaction, customerId, transactionId, at }, refused, balanceAfter) => {
    if (clientTransaction === undefined) return;
    const { id, contentHash, keepFor } = clientTransaction;
    // A few expired ones go with each new one: the table stays as small as a day's calls, and no commit is long.
    runner.run(run(forgetAnswers, { now: at, limit: 4 }));
    insert.run(
      ...[customerId, id, contentHash, transactionId, JSON.stringify(refused), balanceAfter],
      at + keepFor,
    );
  };
}
