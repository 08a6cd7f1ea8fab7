import type { Change } from "../../../domain/accounts/accounts.js";
import type { PriceRule, Scope, ScopedPrice } from "../../../domain/credit/coverage.js";
import type { DatedPrice } from "../../../domain/credit/dated-prices.js";
import { dayOf } from "../../../domain/usage/usage.js";
import { optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { rowsText, sql } from "../../script/statement.js";
import { lock, run, type Steps } from "../../script/steps.js";
import { priceChanges } from "../kept.js";
import { idOf, isKnown, removal, scopeOf } from "./scopes.js";

const price = { prefix: text(), firstDay: integer(), price: optional(integer()) };
const names = "customer_id, prefix, first_day, price";

/** Prices that apply now, and those with a first day. */
const both = `(SELECT customer_id, prefix, 0 AS first_day, price FROM price UNION ALL SELECT ${names} FROM coming_price) AS p`;

const pricesOfOne = sql(
  `SELECT prefix, first_day, price FROM ${both} WHERE customer_id = $customerId ORDER BY prefix, first_day`,
  price,
);
const pricesOfAll = sql(`SELECT ${names} FROM ${both} ORDER BY customer_id, prefix, first_day`, {
  customerId: integer(),
  ...price,
});

const given = "json_to_recordset($rules::json) AS n (prefix text, price bigint) WHERE true";
const set = sql(
  `INSERT INTO price (customer_id, prefix, price) SELECT $customerId::bigint, n.prefix, n.price FROM ${given}
   ON CONFLICT (customer_id, prefix) DO UPDATE SET price = excluded.price`,
);
const setFrom = sql(
  `INSERT INTO coming_price (${names}) SELECT $customerId::bigint, n.prefix, $firstDay::bigint, n.price FROM ${given}
   ON CONFLICT (customer_id, prefix, first_day) DO UPDATE SET price = excluded.price`,
);
const remove = sql("DELETE FROM price WHERE customer_id = $customerId AND prefix = $prefix");
const removeFrom = sql(
  "DELETE FROM coming_price WHERE customer_id = $customerId AND prefix = $prefix AND first_day = $firstDay",
);

const begun = "customer_id = $customerId AND first_day <= $today";
const begin = sql(
  `INSERT INTO price (customer_id, prefix, price)
   SELECT c.customer_id, c.prefix, c.price FROM coming_price c WHERE c.${begun} AND NOT EXISTS (SELECT 1 FROM coming_price l
     WHERE l.customer_id = c.customer_id AND l.prefix = c.prefix AND l.first_day > c.first_day AND l.first_day <= $today)
   ON CONFLICT (customer_id, prefix) DO UPDATE SET price = excluded.price`,
);
const forget = sql(`DELETE FROM coming_price WHERE ${begun}`);

/** Makes prices that have begun those that apply now, so that a change of these replaces them. */
function* beginPrices(scope: Scope, at: number): Steps<void> {
  const row = { customerId: idOf(scope), today: dayOf(at) };
  yield* lock(priceChanges);
  yield* run(begin, row);
  yield* run(forget, row);
}

/** Changes of prices. */
export const priceScripts = {
  *setPrices(
    scope: Scope,
    rules: readonly PriceRule[],
    at: number,
    firstDay: number | undefined,
  ): Steps<Change> {
    if (!(yield* isKnown(scope))) return { ok: false, reason: "unknownCustomer" };
    yield* beginPrices(scope, at);
    // Of two prices for a prefix the last one counts.
    const last = [...new Map(rules.map((each) => [each.prefix, each])).values()];
    const rows = rowsText(last.map(({ prefix, price: each = null }) => ({ prefix, price: each })));
    const row = { customerId: idOf(scope), rules: rows };
    if (firstDay === undefined) yield* run(set, row);
    else yield* run(setFrom, { ...row, firstDay });
    return { ok: true };
  },
  *removePrice(scope: Scope, prefix: string, at: number, firstDay: number | undefined): Steps<Change> {
    yield* beginPrices(scope, at);
    const row = { customerId: idOf(scope), prefix };
    const removed =
      firstDay === undefined ? yield* run(remove, row) : yield* run(removeFrom, { ...row, firstDay });
    return yield* removal(scope, removed);
  },
};

/** The prices of a customer, or of everybody: 0; by prefix and first day. */
export async function pricesOf(reads: Reads, customerId: number): Promise<readonly DatedPrice[]> {
  return reads.all(pricesOfOne, { customerId });
}

/** Prices of a list, or of all. */
export async function scopedPrices(reads: Reads, scope: Scope | "all"): Promise<readonly ScopedPrice[]> {
  if (scope !== "all") return (await pricesOf(reads, idOf(scope))).map((each) => ({ scope, ...each }));
  const rows = await reads.all(pricesOfAll);
  return rows.map(({ customerId, ...each }) => ({ scope: scopeOf(customerId), ...each }));
}
