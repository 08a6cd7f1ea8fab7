import { type Balance, creditKinds, type CreditKind, type LedgerEntry } from "../../domain/credit/balance.js";
import type { Carried } from "../../domain/credit/carrying.js";

/** Entries of a page of `LedgerStore.entries`. */
export const ledgerPage = 500;

/** Sum of the deltas of entries `l`. */
export function sumOf(condition: string): string {
  return `CAST(coalesce(sum(CASE WHEN ${condition} THEN l.delta END), 0) AS bigint)`;
}

/** Reads every `LowBalance`. */
export const lowAccounts = `SELECT a.customer_id AS "customerId", a.kind, a.balance - a.floor AS "left", c.low_balance AS threshold
FROM customer c JOIN account a ON a.customer_id = c.id
WHERE c.low_balance IS NOT NULL AND c.state = 'active' AND a.balance - a.floor < c.low_balance`;

/** Accounts in the order of `CreditKind`. */
export function byKind<Row extends { readonly kind: CreditKind }>(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((left, right) => creditKinds.indexOf(left.kind) - creditKinds.indexOf(right.kind));
}

/** Balances of one customer, as `AccountStore.balances` orders them. */
export function inOrder(balances: readonly Balance[]): readonly Balance[] {
  return byKind(balances.map(({ kind, amount }) => ({ kind, amount })));
}

/**
 * Reads the `OldEntry`s with numbers above `$1`, at most `$2`. The one with the highest number is needed: if it were deleted, SQLite would
 * use the number for a new entry.
 */
export const oldEntriesText = `SELECT l.id, l.customer_id AS "customerId", l.kind, l.balance_after AS "balanceAfter", l.at,
  CASE WHEN l.id = (SELECT max(id) FROM ledger)
    OR l.reason = 'refund' AND EXISTS (SELECT 1 FROM txn WHERE txn.id = l.transaction_id) THEN 1 ELSE 0 END AS needed
FROM ledger l WHERE l.id > $1 ORDER BY l.id LIMIT $2`;

/** Writes a `Carried`: customer `$1`, kind `$2`, id `$3`, at `$4`, amount `$5`. */
export const carryText = `INSERT INTO ledger_carried (customer_id, kind, id, at, amount) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (customer_id, kind) DO UPDATE SET id = excluded.id, amount = excluded.amount,
  at = CASE WHEN excluded.at > ledger_carried.at THEN excluded.at ELSE ledger_carried.at END`;

/** The sum of removed entries as an entry of the ledger. */
export function carriedEntry({ amount, ...row }: Carried): LedgerEntry {
  const none = { transactionId: undefined, reference: undefined };
  return { ...row, ...none, delta: amount, balanceAfter: amount, reason: "carried" };
}
