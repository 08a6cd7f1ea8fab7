import {
  type CreditKind,
  creditKinds,
  type LedgerEntry,
  type LedgerReason,
} from "../../../domain/credit/balance.js";
import type { Carried } from "../../../domain/credit/carrying.js";
import type {
  LatestEntries,
  LedgerCursor,
  LedgerPart,
  LedgerQuery,
  LedgerStore,
} from "../../../ports/accounts.js";
import { namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { courseOf, ledgerByTime } from "./ledger-course.js";

/** Milliseconds. */
const hourLength = 3_600_000;

/** Sum of the deltas of entries `l`. */
function sumOf(condition: string): string {
  return `CAST(coalesce(sum(CASE WHEN ${condition} THEN l.delta END), 0) AS bigint)`;
}

/** Selects every `LowBalance`. */
export const lowAccounts = `SELECT a.customer_id AS "customerId", a.kind, a.balance - a.floor AS "left", c.low_balance AS threshold
FROM customer c JOIN account a ON a.customer_id = c.id
WHERE c.low_balance IS NOT NULL AND c.state = 'active' AND a.balance - a.floor < c.low_balance`;

/** Accounts in the order of `CreditKind`. */
export function byKind<Row extends { readonly kind: CreditKind }>(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((left, right) => creditKinds.indexOf(left.kind) - creditKinds.indexOf(right.kind));
}

/** The sum of removed entries as an entry of the ledger. */
function carriedEntry({ amount, ...row }: Carried): LedgerEntry {
  const none = { transactionId: undefined, reference: undefined };
  return { ...row, ...none, delta: amount, balanceAfter: amount, reason: "carried" };
}

const entry = {
  id: integer(),
  customerId: integer(),
  kind: text<CreditKind>(),
  delta: integer(),
  balanceAfter: integer(),
  reason: text<LedgerEntry["reason"]>(),
  transactionId: optional(text()),
  reference: optional(text()),
  at: integer(),
};
const page = sql(
  `SELECT ${namesOf(entry)} FROM ${ledgerByTime} WHERE customer_id = $customerId::bigint AND (at, id) > ($at, $id) AND at < $until
   ORDER BY at, id LIMIT $limit`,
  entry,
);
/** One reason as a literal, so that an index of it is used: that of refills. */
const latest = (
  condition: "true" | `reason = '${LedgerReason}'`,
  ledger: "ledger" | typeof ledgerByTime = ledgerByTime,
) =>
  sql(
    `SELECT ${namesOf(entry)} FROM ${ledger} WHERE customer_id = $customerId::bigint AND at >= $from AND (at, id) < ($at, $id)
     AND ${condition} ORDER BY at DESC, id DESC LIMIT $limit`,
    entry,
  );
const latestOf = {
  every: latest("true"),
  refill: latest("reason = 'refill'", "ledger"),
  charge: latest("reason = 'charge'"),
  refund: latest("reason = 'refund'"),
};
const customers = sql(
  "SELECT DISTINCT customer_id AS id FROM account WHERE customer_id >= $from ORDER BY customer_id LIMIT $limit",
  { id: integer() },
);
const refills = sql(
  `SELECT ${namesOf(entry)} FROM ledger WHERE customer_id = $customerId::bigint AND at >= $from AND at < $until AND reason = 'refill'
   ORDER BY at, id`,
  entry,
);
const sum = {
  customerId: integer(),
  kind: text<CreditKind>(),
  id: integer(),
  at: integer(),
  amount: integer(),
};
const carried = sql(
  `SELECT ${namesOf(sum)} FROM ledger_carried WHERE customer_id = $customerId ORDER BY at, id`,
  sum,
);
/** One statement, so that all sums are of one moment. */
const periods = sql(
  `SELECT kind, balance, later, added, deducted, charged, refunded FROM (
     SELECT a.kind, a.balance, ${sumOf("l.late = 1")} AS later,
       ${sumOf("l.late = 0 AND l.reason = 'refill' AND l.delta > 0")} AS added,
       ${sumOf("l.late = 0 AND l.reason = 'refill' AND l.delta < 0")} AS deducted,
       ${sumOf("l.late = 0 AND l.reason = 'charge'")} AS charged,
       ${sumOf("l.late = 0 AND l.reason = 'refund'")} AS refunded
     FROM account a LEFT JOIN (
       SELECT customer_id, kind, reason, delta, CASE WHEN at >= $until THEN 1 ELSE 0 END AS late
       FROM ${ledgerByTime} WHERE customer_id = $customerId::bigint AND at >= $from) l
       ON l.customer_id = a.customer_id AND l.kind = a.kind
     WHERE a.customer_id = $customerId GROUP BY a.kind, a.balance) p`,
  {
    kind: text<CreditKind>(),
    balance: integer(),
    later: integer(),
    added: integer(),
    deducted: integer(),
    charged: integer(),
    refunded: integer(),
  },
);
/** The threshold is not NULL, by the condition within. */
const low = sql(
  `SELECT "customerId" AS customer_id, kind, "left", coalesce(threshold, 0) AS threshold FROM (${lowAccounts}) l
   ORDER BY "customerId", kind LIMIT $limit`,
  { customerId: integer(), kind: text<CreditKind>(), left: integer(), threshold: integer() },
);

/** Accounts below the usual threshold whose customer has none. */
const lowAsUsual = sql(
  `SELECT a.customer_id, a.kind, a.balance - a.floor AS "left", CAST($threshold AS bigint) AS threshold
   FROM account a JOIN customer c ON c.id = a.customer_id
   WHERE c.low_balance IS NULL AND c.state = 'active' AND a.kind = 'SMS' AND a.balance - a.floor < $threshold
     AND EXISTS (SELECT 1 FROM ${ledgerByTime} l WHERE l.customer_id = a.customer_id AND l.at > $movedSince)
   ORDER BY a.customer_id LIMIT $limit`,
  { customerId: integer(), kind: text<CreditKind>(), left: integer(), threshold: integer() },
);
/**
 * What an account `a` has spent since a time: the balance before the first entry since then, and refills since then, less the balance now. Entries
 * since then are not summed.
 */
const spentOf =
  `coalesce((SELECT e.before FROM (SELECT l.balance_after - l.delta AS before, l.at, l.id FROM ${ledgerByTime} l
       WHERE l.customer_id = a.customer_id AND l.kind = a.kind AND l.at > $since AND l.at <= $now ORDER BY l.at, l.id LIMIT 1) e), a.balance)
     + CAST(coalesce((SELECT sum(l.delta) FROM ledger l WHERE l.customer_id = a.customer_id AND l.kind = a.kind
       AND l.at > $since AND l.at <= $now AND l.reason = 'refill'), 0) AS bigint) - a.balance AS spent` as const;
const draining = sql(
  `SELECT a.customer_id, a.kind, a.balance - a.floor AS "left", ${spentOf}
   FROM account a JOIN customer c ON c.id = a.customer_id
   WHERE c.state = 'active' AND a.floor IS NOT NULL
     AND a.customer_id IN (SELECT customer_id FROM customer_traffic WHERE hour >= $hour)
   ORDER BY a.customer_id, a.kind LIMIT $limit`,
  { customerId: integer(), kind: text<CreditKind>(), left: integer(), spent: integer() },
);
const spent = sql(
  `SELECT a.customer_id, a.balance, a.balance - a.floor AS "left", ${spentOf}
   FROM account a WHERE a.kind = 'SMS' ORDER BY a.customer_id LIMIT $limit`,
  { customerId: integer(), balance: integer(), left: optional(integer()), spent: integer() },
);

async function carriedIn(reads: Reads, customerId: number, from: number, until: number) {
  const sums = await reads.all(carried, { customerId });
  return sums.filter(({ at }) => at >= from && at < until).map(carriedEntry);
}

/** Customers that are looked at for one part. */
const mostCustomers = 200;

/** Entries of some customers, until there are as many as wanted. */
async function partOf(
  reads: Reads,
  { customerId, from = 0, until = Number.MAX_SAFE_INTEGER }: LedgerQuery,
  limit: number,
  after: LedgerCursor,
): Promise<LedgerPart> {
  const only = customerId !== undefined;
  const asked = Math.min(limit, mostCustomers);
  const found = only
    ? [{ id: customerId }]
    : await reads.all(customers, { from: after.customerId, limit: asked });
  const entries: LedgerEntry[] = [];
  for (const { id } of found) {
    const behind = id === after.customerId ? after.behind : undefined;
    const sums = behind === undefined ? await carriedIn(reads, id, from, until) : [];
    const left = limit - entries.length;
    if (sums.length > left && entries.length > 0) return { entries, next: { customerId: id } };
    const { at, id: last } = behind ?? { at: from, id: 0 };
    const most = Math.max(left - sums.length, 0);
    const rows = await reads.all(page, { customerId: id, at, id: last, until, limit: most });
    entries.push(...sums, ...rows);
    const end = rows.at(-1) ?? { at, id: last };
    if (rows.length === most)
      return { entries, next: { customerId: id, behind: { at: end.at, id: end.id } } };
  }
  const next = only || found.length < asked ? undefined : { customerId: (found.at(-1)?.id ?? 0) + 1 };
  return { entries, next };
}

/** The sums of removed entries are behind all entries. */
async function latestEntries(
  reads: Reads,
  { customerId, from, until, reason, before, limit }: LatestEntries,
): Promise<readonly LedgerEntry[]> {
  const { at, id } = before ?? { at: until, id: 0 };
  const rows = await reads.all(latestOf[reason ?? "every"], { customerId, from, at, id, limit });
  if (rows.length === limit || reason !== undefined) return rows;
  return [...rows, ...(await carriedIn(reads, customerId, from, until))];
}

/** What a customer spent in a country on a day. */
const spentThere = {
  customerId: integer(),
  country: text(),
  day: integer(),
  amount: integer(),
  refused: integer(),
};

const spentByCountry = sql(
  `SELECT customer_id, country, day, amount, refused FROM country_spending WHERE customer_id = $customerId AND day = $day
     AND (amount > 0 OR refused > 0)
   ORDER BY amount DESC, country LIMIT $limit`,
  spentThere,
);
const limitsReached = sql(
  `SELECT customer_id, country, day, amount, refused FROM country_spending WHERE day = $day AND refused > 0
   ORDER BY refused DESC, customer_id, country LIMIT $limit`,
  spentThere,
);

/** Every read of the ledger. */
export function ledgerStore(reads: Reads): LedgerStore {
  return {
    part: (query, limit, after = { customerId: 0 }) => partOf(reads, query, limit, after),
    latest: (query) => latestEntries(reads, query),
    carried: (customerId) => reads.all(carried, { customerId }),
    refills: (customerId, from, until) => reads.all(refills, { customerId, from, until }),
    periods: async (customerId, from, until) => byKind(await reads.all(periods, { customerId, from, until })),
    lowBalances: async (limit, usual) => [
      ...(await reads.all(low, { limit })),
      ...(usual === undefined ? [] : await reads.all(lowAsUsual, { ...usual, limit })),
    ],
    draining: async (since, now, limit) => {
      const hour = Math.floor(now / hourLength) - 1;
      const rows = await reads.all(draining, { since, now, hour, limit });
      return rows.filter((row) => row.spent > 0);
    },
    spent: (since, now, limit) => reads.all(spent, { since, now, limit }),
    course: (query) => courseOf(reads, query),
    spentByCountry: (customerId, day, limit) => reads.all(spentByCountry, { customerId, day, limit }),
    limitsReached: (day, limit) => reads.all(limitsReached, { day, limit }),
  };
}
