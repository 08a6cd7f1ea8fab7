import { json, namesOf, text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";

/** Columns of a `KeptAnswer`, of `client_transaction`. */
export const responseColumns = {
  contentHash: text(),
  transactionId: text(),
  refused: json<readonly string[]>(),
  balanceAfter: integer(),
  expiresAt: integer(),
};

/** The response to a client transaction. */
export const storedResponse = sql(
  `SELECT ${namesOf(responseColumns)} FROM client_transaction WHERE customer_id = $customerId AND id = $id`,
  responseColumns,
);

/** Deletes some responses that have expired. */
export const deleteResponses = sql(
  `DELETE FROM client_transaction WHERE (customer_id, id) IN
     (WITH picked AS MATERIALIZED (SELECT customer_id, id FROM client_transaction WHERE expires_at <= $now ORDER BY expires_at LIMIT $limit
      FOR UPDATE SKIP LOCKED) SELECT customer_id, id FROM picked)`,
);
