import { type Balance, creditKinds, type CreditKind, type LedgerEntry } from "../../domain/credit/balance.js";

/** A row of the table `ledger`. */
export interface LedgerRow {
  readonly id: number;
  readonly customer_id: number;
  readonly kind: CreditKind;
  readonly delta: number;
  readonly balance_after: number;
  readonly reason: LedgerEntry["reason"];
  readonly transaction_id: string | null;
  readonly at: number;
}

export const ledgerColumns = "id, customer_id, kind, delta, balance_after, reason, transaction_id, at";

export function ledgerEntryOf(row: LedgerRow): LedgerEntry {
  const { id, kind, delta, reason, at } = row;
  return {
    ...{ id, customerId: row.customer_id, kind, delta, balanceAfter: row.balance_after, reason },
    ...{ transactionId: row.transaction_id ?? undefined, at },
  };
}

/** Balances of one customer, as `AccountStore.balances` orders them. */
export function inOrder(balances: readonly Balance[]): readonly Balance[] {
  return balances
    .map(({ kind, amount }) => ({ kind, amount }))
    .sort((left, right) => creditKinds.indexOf(left.kind) - creditKinds.indexOf(right.kind));
}
