import type { CreditKind } from "../../../domain/credit/balance.js";
import type { AccountCourse, CourseQuery } from "../../../ports/accounts.js";
import { optional, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { either } from "../../script/dialect.js";
import { sql } from "../../script/statement.js";

/** Entries that are looked for by customer and time: `schema/ledger-order.ts`. */
export const ledgerByTime = either("ledger", "ledger_by_time");

/** The first entry of an account at a time or later. */
const firstFrom = (at: string) => `(SELECT f.id FROM (SELECT l.id, l.at FROM ${ledgerByTime} l
     WHERE l.customer_id = $customerId::bigint AND l.kind = $kind AND l.at >= ${at} ORDER BY l.at, l.id LIMIT 1) f)`;

/** The first step behind an entry `e`. SQLite, whose parameters may be decimal, has whole remainders only. */
const nextStep = "e.at - (e.at - $from::bigint) % $step::bigint + $step::bigint";

/**
 * The first entry of each step that has one. From an entry the next one is looked for behind the next step, so that few are read, and each once
 * at most, whatever other accounts of the customer have.
 */
const entries = sql(
  `WITH RECURSIVE course (at, entry) AS (
     SELECT $from::bigint, ${firstFrom("$from::bigint")}
     UNION ALL SELECT ${nextStep}, ${firstFrom(nextStep)}
     FROM course c JOIN ledger e ON e.id = c.entry WHERE ${nextStep} <= $until::bigint)
   SELECT e.at, e.balance_after - e.delta AS balance FROM course c JOIN ledger e ON e.id = c.entry ORDER BY c.at`,
  { at: integer(), balance: integer() },
);

const account = sql(
  `SELECT balance, balance - floor AS "left" FROM account WHERE customer_id = $customerId AND kind = $kind`,
  { balance: integer(), left: optional(integer()) },
);

const refills = sql(
  `SELECT at, delta FROM ledger WHERE customer_id = $customerId::bigint AND kind = $kind AND at >= $from AND at < $until
     AND reason = 'refill' ORDER BY at, id`,
  { at: integer(), delta: integer() },
);

/** Balances at steps, from the balances before entries: that of a step is the one before the first entry from then on. */
function balancesAt(
  { from, until, step }: CourseQuery,
  found: readonly { readonly at: number; readonly balance: number }[],
  present: number,
): readonly number[] {
  const balances: number[] = [];
  let next = 0;
  for (let at = from; at <= until; at += step) {
    while ((found[next]?.at ?? Infinity) < at) next++;
    balances.push(found[next]?.balance ?? present);
  }
  return balances;
}

/** As `LedgerStore.course`. */
export async function courseOf(reads: Reads, query: CourseQuery): Promise<AccountCourse | undefined> {
  const { customerId, kind, from, until, step } = query;
  const of: { readonly customerId: number; readonly kind: CreditKind } = { customerId, kind };
  const found = await reads.all(entries, { ...of, from, until, step });
  const now = await reads.get(account, of);
  if (now === undefined) return undefined;
  return {
    left: now.left,
    balances: balancesAt(query, found, now.balance),
    refills: await reads.all(refills, { ...of, from, until }),
  };
}
