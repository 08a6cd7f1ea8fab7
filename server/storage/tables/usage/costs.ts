import { type Cost, costsOf, type CostSum } from "../../../domain/usage/costs.js";
import type { DeliverabilityChange } from "../../../domain/usage/deliverability-counts.js";
import type { UsageStore } from "../../../ports/accounts.js";
import { optional, text, integer } from "../../script/columns.js";
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

/** The first and the last day with costs; NULL without any. SQLite reads a single minimum or maximum from the index only. */
const days = sql("SELECT (SELECT min(day) FROM cost) AS first, (SELECT max(day) FROM cost) AS last", {
  first: optional(integer()),
  last: optional(integer()),
});

/** Of one customer day by day, as the rows are stored: those of the other customers are not read. */
const sumsOf = (whose: "true" | "c.customer_id = $customerId") =>
  sql(
    `WITH RECURSIVE days (day) AS (SELECT CAST($from AS bigint) UNION ALL SELECT day + 1 FROM days WHERE day + 1 < $until)
     SELECT c.customer_id, c.link AS link_id, c.prefix, sum(c.parts)::bigint AS parts, sum(c.unpriced)::bigint AS unpriced,
       sum(c.amount)::bigint AS amount
     FROM days CROSS JOIN cost c WHERE c.day = days.day AND ${whose}
     GROUP BY c.customer_id, c.link, c.prefix ORDER BY c.customer_id, c.link, c.prefix`,
    {
      customerId: integer(),
      linkId: integer(),
      prefix: text(),
      parts: integer(),
      unpriced: integer(),
      amount: integer(),
    },
  );
const sums = { one: sumsOf("c.customer_id = $customerId"), all: sumsOf("true") };

export function costReads(reads: Reads): Pick<UsageStore, "costs"> {
  return {
    costs: async (from, until, customerId): Promise<readonly CostSum[]> => {
      const { first, last } = (await reads.get(days)) ?? {};
      if (first === undefined || last === undefined) return [];
      const range = { from: Math.max(from, first), until: Math.min(until, last + 1) };
      if (range.from >= range.until) return [];
      return reads.all(sums[customerId === undefined ? "all" : "one"], { ...range, customerId });
    },
  };
}
