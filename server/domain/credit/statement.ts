import type { CreditKind } from "./balance.js";

/** Changes of an account in a period, in thousandths of a credit. The ledger is the only source. */
export interface AccountPeriod {
  readonly kind: CreditKind;
  /** Current balance. */
  readonly balance: number;
  /** Sum of the entries after the period. */
  readonly later: number;
  /** Sums of the entries in the period: added and deducted by the operator, charged, refunded. */
  readonly added: number;
  readonly deducted: number;
  readonly charged: number;
  readonly refunded: number;
}

/** An account on a statement, in thousandths of a credit; deductions and charges are positive. */
export interface AccountStatement {
  readonly kind: CreditKind;
  readonly opening: number;
  readonly added: number;
  readonly deducted: number;
  readonly charged: number;
  readonly refunded: number;
  readonly closing: number;
}

/** Balances before and after the period, computed from the current balance: it is the sum of the ledger. */
export function accountStatement(period: AccountPeriod): AccountStatement {
  const { kind, balance, later, added, deducted, charged, refunded } = period;
  const closing = balance - later;
  const opening = closing - (added + deducted + charged + refunded);
  return { kind, opening, added, deducted: 0 - deducted, charged: 0 - charged, refunded, closing };
}

/** An account that loses credit; amounts in thousandths of a credit. */
export interface DrainingAccount {
  readonly customerId: number;
  readonly kind: CreditKind;
  /** Down to the limit of the customer. */
  readonly left: number;
  /** Charges less refunds. */
  readonly spent: number;
}

/** The SMS account of a customer; amounts in thousandths of a credit. */
export interface SpentAccount {
  readonly customerId: number;
  readonly balance: number;
  /** Down to the limit of the customer; undefined without one. */
  readonly left: number | undefined;
  /** Charges less refunds. */
  readonly spent: number;
}

/** An account with less credit than its customer's threshold, in thousandths of a credit. */
export interface LowBalance {
  readonly customerId: number;
  readonly kind: CreditKind;
  /** Credit that can still be charged: up to the limit of a postpaid customer. */
  readonly left: number;
  readonly threshold: number;
}
