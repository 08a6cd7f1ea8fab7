import type { EarlierOutcome, Submission } from "../../../domain/delivery/submission.js";
import { answerColumns, type AnswerRow, earlierOutcome } from "../../rows/answer-row.js";
import type { Queries, Session } from "../engine/database.js";
import { lockKeys } from "../engine/key-locks.js";
import { sql } from "../engine/statement.js";

const find = sql<AnswerRow>(
  `SELECT ${answerColumns} FROM client_transaction WHERE customer_id = $1 AND id = $2`,
);
const findAll = sql<AnswerRow & { readonly place: number }>(
  `SELECT n.place, ${answerColumns} FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS n (customer, key, place)
     JOIN client_transaction ON customer_id = n.customer AND id = n.key`,
);
const put = sql(
  `INSERT INTO client_transaction (customer_id, id, content_hash, transaction_id, refused, balance_after, expires_at)
   SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
   ON CONFLICT (customer_id, id) DO UPDATE SET content_hash = excluded.content_hash, transaction_id = excluded.transaction_id,
     refused = excluded.refused, balance_after = excluded.balance_after, expires_at = excluded.expires_at`,
);
/** A few expired ones go with each batch: the table stays as small as a day's calls, and no commit is long. */
const purge = sql(
  `DELETE FROM client_transaction WHERE (customer_id, id) IN
     (SELECT customer_id, id FROM client_transaction WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2
      FOR UPDATE SKIP LOCKED)`,
);

/** Result of a client transaction. */
export async function answered(
  queries: Queries,
  customerId: number,
  { id, contentHash }: { readonly id: string; readonly contentHash: string },
  at: number,
): Promise<EarlierOutcome | undefined> {
  return earlierOutcome(await queries.get(find, customerId, id), contentHash, at);
}

export function keyOf({ customerId, clientTransaction }: Submission): string | undefined {
  return clientTransaction && `${customerId} ${clientTransaction.id}`;
}

/** Guard: of calls with the same client transaction the second one waits for the response of the first. */
export async function lockClientTransactions(
  session: Session,
  submissions: readonly Submission[],
): Promise<void> {
  await lockKeys(
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
  const rows = await session.all(
    findAll,
    keyed.map(({ customerId }) => customerId),
    keyed.map(({ id }) => id),
  );
  const found = new Map(rows.map(({ place, ...row }) => [keyed[place - 1]?.place, row]));
  return submissions.map(({ clientTransaction, at }, place) =>
    clientTransaction === undefined
      ? undefined
      : earlierOutcome(found.get(place), clientTransaction.contentHash, at),
  );
}

/** A response to keep. */
export interface Answer {
  readonly submission: Submission;
  readonly refused: readonly string[];
  readonly balanceAfter: number;
}

/** Keeps the responses to client transactions. */
export async function remember(session: Session, answers: readonly Answer[]): Promise<void> {
  const rows = answers.flatMap(({ submission, refused, balanceAfter }) => {
    const { customerId, clientTransaction, transactionId, at } = submission;
    if (clientTransaction === undefined) return [];
    const { id, contentHash, keepFor } = clientTransaction;
    return [
      { customerId, id, contentHash, transactionId, refused, balanceAfter, at, expiresAt: at + keepFor },
    ];
  });
  if (rows.length === 0) return;
  await session.run(purge, Math.max(...rows.map(({ at }) => at)), rows.length * 4);
  await session.run(
    put,
    rows.map(({ customerId }) => customerId),
    rows.map(({ id }) => id),
    rows.map(({ contentHash }) => contentHash),
    rows.map(({ transactionId }) => transactionId),
    rows.map(({ refused }) => JSON.stringify(refused)),
    rows.map(({ balanceAfter }) => balanceAfter),
    rows.map(({ expiresAt }) => expiresAt),
  );
}
