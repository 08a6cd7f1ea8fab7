import { json, namesOf, text, whole } from "../../script/columns.js";
import { sql } from "../../script/statement.js";

/** Columns of a `KeptAnswer`, of `client_transaction`. */
export const answer = {
  contentHash: text(),
  transactionId: text(),
  refused: json<readonly string[]>(),
  balanceAfter: whole(),
  expiresAt: whole(),
};

/** The response to a client transaction. */
export const answerOf = sql(
  `SELECT ${namesOf(answer)} FROM client_transaction WHERE customer_id = $customerId AND id = $id`,
  answer,
);

/** Deletes some responses that have expired. */
export const forgetAnswers = sql(
  `DELETE FROM client_transaction WHERE (customer_id, id) IN
     (WITH picked AS MATERIALIZED (SELECT customer_id, id FROM client_transaction WHERE expires_at <= $now ORDER BY expires_at LIMIT $limit
      FOR UPDATE SKIP LOCKED) SELECT customer_id, id FROM picked)`,
);
