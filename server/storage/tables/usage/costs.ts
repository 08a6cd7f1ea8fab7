import { type Cost, costsOf, type CostSum } from "../../../domain/usage/costs.js";
import type { DeliverabilityChange } from "../../../domain/usage/deliverability-counts.js";
import type { UsageStore } from "../../../ports/accounts.js";
import { text, whole } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { rowsText, sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { buyPrices } from "../links/buy-prices.js";

const add = sql(
  `INSERT INTO cost (day, customer_id, link, prefix, parts, unpriced, amount)
   SELECT day, customer_id, link, prefix, parts, unpriced, amount
   FROM json_to_recordset($rows::json) AS n (day bigint, customer_id bigint, link bigint, prefix text, parts bigint, unpriced bigint, amount bigint)
   WHERE true ORDER BY day, customer_id, link, prefix
   ON CONFLICT (day, customer_id, link, prefix)
   DO UPDATE SET parts = cost.parts + excluded.parts, unpriced = cost.unpriced + excluded.unpriced, amount = cost.amount + excluded.amount`,
);

const row = ({ day, customerId, linkId, prefix, parts, unpriced, amount }: Cost) => ({
  day,
  prefix,
  parts,
  unpriced,
  amount,
  customer_id: customerId,
  link: linkId,
});

/** Adds what changes of final states cost, with the present prices; nothing while no link has prices. */
export function* addCosts(changes: readonly DeliverabilityChange[]): Steps<void> {
  const prices = yield* all(buyPrices);
  if (prices.length === 0) return;
  const costs = costsOf(changes, prices);
  if (costs.length > 0) yield* run(add, { rows: rowsText(costs.map(row)) });
}

const sums = sql(
  `SELECT customer_id, link AS link_id, prefix, sum(parts)::bigint AS parts, sum(unpriced)::bigint AS unpriced, sum(amount)::bigint AS amount
   FROM cost WHERE day >= $from AND day < $until AND ($customerId::bigint IS NULL OR customer_id = $customerId)
   GROUP BY customer_id, link, prefix ORDER BY customer_id, link, prefix`,
  {
    customerId: whole(),
    linkId: whole(),
    prefix: text(),
    parts: whole(),
    unpriced: whole(),
    amount: whole(),
  },
);

export function costReads(reads: Reads): Pick<UsageStore, "costs"> {
  return {
    costs: (from, until, customerId): Promise<readonly CostSum[]> =>
      reads.all(sums, { from, until: Math.min(until, Number.MAX_SAFE_INTEGER), customerId }),
  };
}
