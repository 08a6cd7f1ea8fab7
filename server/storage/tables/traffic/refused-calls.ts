import type { RefusedCalls } from "../../../domain/usage/refused-calls.js";
import type { TrafficStore } from "../../../ports/service.js";
import { text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { rowsText, sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";

const forget = sql("DELETE FROM refused_call WHERE day < $forgetBefore");
/** Guard: rows are stored in one order. Customers that do not exist have none. */
const add = sql(
  `INSERT INTO refused_call (customer_id, day, code, calls)
   SELECT c.id, n.day, n.code, n.calls
   FROM json_to_recordset($rows::json) AS n (customer_id bigint, day bigint, code text, calls bigint) JOIN customer c ON c.id = n.customer_id
   WHERE true ORDER BY 1, 2, 3
   ON CONFLICT (customer_id, day, code) DO UPDATE SET calls = refused_call.calls + excluded.calls`,
);
const read = sql(
  `SELECT customer_id, day, code, calls FROM refused_call WHERE customer_id = $customerId AND day >= $from ORDER BY day, code`,
  { customerId: integer(), day: integer(), code: text(), calls: integer() },
);

const readAll = sql(
  "SELECT customer_id, day, code, calls FROM refused_call WHERE day >= $from ORDER BY calls DESC, customer_id, code LIMIT $limit",
  { customerId: integer(), day: integer(), code: text(), calls: integer() },
);

export function* addRefused(rows: readonly RefusedCalls[], forgetBefore: number): Steps<void> {
  yield* run(forget, { forgetBefore });
  const stored = rows.map(({ customerId, day, code, calls }) => ({
    customer_id: customerId,
    day,
    code,
    calls,
  }));
  yield* run(add, { rows: rowsText(stored) });
}

export function refusedReads(reads: Reads): Pick<TrafficStore, "refused" | "refusedOfAll"> {
  return {
    refused: (customerId, from) => reads.all(read, { customerId, from }),
    refusedOfAll: (from, limit) => reads.all(readAll, { from, limit }),
  };
}
