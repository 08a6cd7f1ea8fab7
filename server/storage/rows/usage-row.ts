import { type UsageDimension, usageDimensions } from "../../domain/usage/report.js";
import { acceptedState } from "../../domain/usage/usage.js";
import type { UsageQuery } from "../../ports/accounts.js";

/** Columns of an `EndedRow`, of the tables `endedTables`; `since`: when the counters began, in SQL. */
export const endedColumns = (
  since: string,
): string => `r.id, r.txn, r.phone, c.refunds, t.customer_id AS "customerId", t.user_name AS "userName", t.originator, t.parts,
  t.created_at AS at, CASE WHEN t.created_at >= ${since} THEN 1 ELSE 0 END AS counted`;

export const endedTables = "recipient r JOIN txn t ON t.seq = r.txn JOIN customer c ON c.id = t.customer_id";

/** Columns of a `UsageCount` without its values. */
export const usageKeyColumns = "day, customer_id, state, prefix, user_name, originator";

/** The first and the last day with counters; null without any. SQLite reads a single minimum or maximum from the index only. */
export const usageDays = `SELECT (SELECT min(day) FROM usage) AS first, (SELECT max(day) FROM usage) AS last`;

export interface UsageDaysRow {
  readonly first: number | null;
  readonly last: number | null;
}

/** `DayTotal`s; the parameter is the first day. */
export const usageTotals = `SELECT day, state, CAST(sum(messages) AS bigint) AS messages
FROM usage WHERE day >= $1 GROUP BY day, state`;

/** `CustomerTotal`s; the parameters are the day and the number of customers. */
export const busiestCustomers = `WITH top AS (
  SELECT customer_id, sum(messages) AS accepted FROM usage WHERE day = $1 AND state = ${acceptedState}
  GROUP BY customer_id ORDER BY accepted DESC, customer_id LIMIT $2)
SELECT u.customer_id AS "customerId", u.state, CAST(sum(u.messages) AS bigint) AS messages
FROM top JOIN usage u ON u.customer_id = top.customer_id WHERE u.day = $1
GROUP BY u.customer_id, u.state, top.accepted ORDER BY top.accepted DESC, u.customer_id, u.state`;

const columns: Readonly<Record<Exclude<UsageDimension, "state">, string>> = {
  day: "u.day",
  user: "u.user_name",
  prefix: "u.prefix",
  originator: "u.originator",
};

/** A statement with parameters `$1`, `$2`. */
interface UsageStatement {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** Reads `UsageSum`s, day by day, as the counters are stored; undefined if there are none. */
export function usageStatement(
  { from, until, customerId, user, by, limit }: UsageQuery,
  { first, last }: UsageDaysRow,
): UsageStatement | undefined {
  if (first === null || last === null) return undefined;
  const values: (string | number)[] = [Math.max(from, first), Math.min(until, last + 1)];
  if (values[0] === undefined || values[1] === undefined || values[0] >= values[1]) return undefined;
  const conditions = ["u.day = days.day"];
  for (const [column, value] of [
    ["u.customer_id", customerId],
    ["u.user_name", user],
  ] as const) {
    if (value === undefined) continue;
    values.push(value);
    conditions.push(`${column} = $${values.length}`);
  }
  const wanted = usageDimensions.filter((name) => name !== "state" && by.includes(name));
  const groups = wanted.map((name) => columns[name as keyof typeof columns]);
  const order = ["u.customer_id", ...groups, "u.state"].join(", ");
  values.push(limit);
  return {
    values,
    text: `WITH RECURSIVE days (day) AS (SELECT CAST($1 AS bigint) UNION ALL SELECT day + 1 FROM days WHERE day + 1 < $2)
SELECT u.customer_id AS "customerId", ${wanted.map((name, index) => `${groups[index] ?? ""} AS "${name}", `).join("")}u.state,
  CAST(sum(u.messages) AS bigint) AS messages, CAST(sum(u.parts) AS bigint) AS parts
FROM days CROSS JOIN usage u WHERE ${conditions.join(" AND ")} GROUP BY ${order} ORDER BY ${order} LIMIT $${values.length}`,
  };
}
