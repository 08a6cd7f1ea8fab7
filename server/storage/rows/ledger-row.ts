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

/** The sum of removed entries as an entry of the ledger. */
export function carriedEntry({ amount, ...row }: Carried): LedgerEntry {
  const none = { transactionId: undefined, reference: undefined };
  return { ...row, ...none, delta: amount, balanceAfter: amount, reason: "carried" };
}
