import { type UsageDimension, usageDimensions, type UsageSum } from "../../../domain/usage/report.js";
import { acceptedState } from "../../../domain/usage/usage.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import type { UsageStore } from "../../../ports/accounts.js";
import { type Columns, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { costReads } from "./costs.js";
import { deliverabilityReads, readsFew } from "./deliverability.js";
import { sql, type Statement } from "../../script/statement.js";

/** Columns of a `UsageCount` without its values. */
export const usageKey = "day, customer_id, state, prefix, user_name, originator";

/** The first and the last day with counters; NULL without any. SQLite reads a single minimum or maximum from the index only. */
const days = sql("SELECT (SELECT min(day) FROM usage) AS first, (SELECT max(day) FROM usage) AS last", {
  first: optional(integer()),
  last: optional(integer()),
});

const totals = sql(
  `SELECT day, state, sum(messages)::bigint AS messages FROM usage WHERE day >= $from GROUP BY day, state`,
  { day: integer(), state: integer<RecipientState>(), messages: integer() },
);

const busiest = sql(
  `WITH top AS (
     SELECT customer_id, sum(messages) AS accepted FROM usage WHERE day = $day AND state = ${acceptedState}
     GROUP BY customer_id ORDER BY accepted DESC, customer_id LIMIT $limit)
   SELECT u.customer_id, u.state, sum(u.messages)::bigint AS messages
   FROM top JOIN usage u ON u.customer_id = top.customer_id WHERE u.day = $day
   GROUP BY u.customer_id, u.state, top.accepted ORDER BY top.accepted DESC, u.customer_id, u.state`,
  { customerId: integer(), state: integer<RecipientState>(), messages: integer() },
);

type Dimension = Exclude<UsageDimension, "state">;

const dimensions = usageDimensions.filter((name): name is Dimension => name !== "state");

/** Where each dimension is stored. */
const stored: Readonly<Record<Dimension, string>> = {
  day: "u.day",
  user: "u.user_name",
  prefix: "u.prefix",
  originator: "u.originator",
};
const dimensionColumns: Readonly<Record<Dimension, Columns[string]>> = {
  day: integer(),
  user: text(),
  prefix: text(),
  originator: text(),
};

type Sums = Statement<"from" | "until" | "customerId" | "user" | "limit", UsageSum>;

/** Reads sums by some dimensions, day by day, as the counters are stored. */
function sumsBy(by: readonly Dimension[], ofCustomer: boolean, ofUser: boolean): Sums {
  const order = ["u.customer_id", ...by.map((name) => stored[name]), "u.state"].join(", ");
  const columns = {
    customerId: integer(),
    ...Object.fromEntries(by.map((name) => [name, dimensionColumns[name]])),
    state: integer<RecipientState>(),
    messages: integer(),
    parts: integer(),
  };
  return sql(
    `WITH RECURSIVE days (day) AS (SELECT CAST($from AS bigint) UNION ALL SELECT day + 1 FROM days WHERE day + 1 < $until)
     SELECT u.customer_id, ${by.map((name) => `${stored[name]} AS "${name}", `).join("")}u.state,
       sum(u.messages)::bigint AS messages, sum(u.parts)::bigint AS parts
     FROM days CROSS JOIN usage u WHERE u.day = days.day${ofCustomer ? " AND u.customer_id = $customerId" : ""}
       ${ofUser ? "AND u.user_name = $user" : ""} GROUP BY ${order} ORDER BY ${order} LIMIT $limit`,
    columns,
  );
}

/** Name of the statement for a query: `day,prefix true false`. */
function sumsName(by: readonly Dimension[], ofCustomer: boolean, ofUser: boolean): string {
  return `${by.join(",")} ${ofCustomer} ${ofUser}`;
}

/** All selections of dimensions, each in the order of `dimensions`. */
const selections = dimensions.reduce<readonly (readonly Dimension[])[]>(
  (all, name) => all.concat(all.map((some) => some.concat(name))),
  [[]],
);

/** One statement for each selection and condition: an index serves each condition. */
const sums = new Map(
  selections.flatMap((by) =>
    [true, false].flatMap((ofCustomer) =>
      [true, false].map(
        (ofUser) => [sumsName(by, ofCustomer, ofUser), sumsBy(by, ofCustomer, ofUser)] as const,
      ),
    ),
  ),
);

/** Sums over all customers. */
export type UsageTotals = Pick<UsageStore, "totals" | "busiest" | "deliverability">;

export function usageTotals(reads: Reads): UsageTotals {
  return {
    totals: (from) => reads.all(totals, { from }),
    busiest: (day, limit) => reads.all(busiest, { day, limit }),
    ...deliverabilityReads(reads),
  };
}

export function usageStore(reads: Reads, ofAll: UsageTotals): UsageStore {
  const few = deliverabilityReads(reads);
  return {
    ...ofAll,
    ...costReads(reads),
    deliverability: (query) => (readsFew(query) ? few : ofAll).deliverability(query),
    sums: async ({ from, until, customerId, user, by, limit }) => {
      const { first, last } = (await reads.get(days)) ?? {};
      if (first === undefined || last === undefined) return [];
      const range = { from: Math.max(from, first), until: Math.min(until, last + 1) };
      const wanted = dimensions.filter((name) => by.includes(name));
      const statement = sums.get(sumsName(wanted, customerId !== undefined, user !== undefined));
      if (statement === undefined || range.from >= range.until) return [];
      return reads.all(statement, { ...range, customerId, user, limit });
    },
  };
}
