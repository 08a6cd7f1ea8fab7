import type { EarlierOutcome, Submission } from "../../../domain/delivery/submitting/submission.js";
import { answeredBefore } from "../../../domain/delivery/submitting/submission-rows.js";
import { namesOf, rowReader, integer } from "../../script/columns.js";
import { run } from "../../script/steps.js";
import { responseColumns, deleteResponses } from "../../tables/outbox/responses.js";
import type { Session } from "../engine/session.js";
import { lockKeys } from "../engine/key-locks.js";
import { runScript } from "../engine/scripts.js";
import { arraysOf, sql } from "../engine/statement.js";

const readAnswer = rowReader({ ...responseColumns, place: integer() });
const findAll = sql(
  `SELECT n.place, ${namesOf(responseColumns, "c")} FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS n (customer, key, place)
     JOIN client_transaction c ON c.customer_id = n.customer AND c.id = n.key`,
);
const put = sql(
  `INSERT INTO client_transaction (customer_id, id, content_hash, transaction_id, refused, balance_after, expires_at)
   SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
   ON CONFLICT (customer_id, id) DO UPDATE SET content_hash = excluded.content_hash, transaction_id = excluded.transaction_id,
     refused = excluded.refused, balance_after = excluded.balance_after, expires_at = excluded.expires_at`,
);
export function keyOf({ customerId, clientTransaction }: Submission): string | undefined {
  return clientTransaction && `${customerId} ${clientTransaction.id}`;
}

/** Guard: of calls with the same client transaction the second one waits for the response of the first. */
export function lockClientTransactions(session: Session, submissions: readonly Submission[]): void {
  lockKeys(
    session,
    "client transaction",
    submissions.flatMap((submission) => keyOf(submission) ?? []),
  );
}

/** Results of the client transactions of submissions, in their order. */
export async function answeredAll(
  session: Session,
  submissions: readonly Submission[],
): Promise<readonly (EarlierOutcome | undefined)[]> {
  const keyed = submissions.flatMap(({ customerId, clientTransaction }, place) =>
    clientTransaction === undefined ? [] : [{ customerId, id: clientTransaction.id, place }],
  );
  if (keyed.length === 0) return submissions.map(() => undefined);
  const rows = await session.all(findAll, ...arraysOf(keyed, "customerId", "id"));
  const found = new Map(rows.map(readAnswer).map(({ place, ...row }) => [keyed[place - 1]?.place, row]));
  return submissions.map(({ clientTransaction, at }, place) =>
    clientTransaction === undefined
      ? undefined
      : answeredBefore(found.get(place), clientTransaction.contentHash, at),
  );
}

/** A response to keep. */
export interface NewResponse {
  readonly submission: Submission;
  readonly refused: readonly string[];
  readonly balanceAfter: number;
}

/** Keeps the responses to client transactions: sends its statements with those of the same turn of the event loop. */
export async function storeResponses(session: Session, answers: readonly NewResponse[]): Promise<void> {
  const rows = answers.flatMap(({ submission, refused, balanceAfter }) => {
    const { customerId, clientTransaction, transactionId, at } = submission;
    if (clientTransaction === undefined) return [];
    const { id, contentHash, keepFor } = clientTransaction;
    return [
      { customerId, id, contentHash, transactionId, refused, balanceAfter, at, expiresAt: at + keepFor },
    ];
  });
  if (rows.length === 0) return;
  // A few expired ones go with each batch: the table stays as small as a day's calls, and no commit is long.
  const forgotten = { now: Math.max(...rows.map(({ at }) => at)), limit: rows.length * 4 };
  const forgetting = runScript(session, run(deleteResponses, forgotten));
  session.post(
    put,
    ...arraysOf(rows, "customerId", "id", "contentHash", "transactionId"),
    rows.map(({ refused }) => JSON.stringify(refused)),
    ...arraysOf(rows, "balanceAfter", "expiresAt"),
  );
  await forgetting;
}
