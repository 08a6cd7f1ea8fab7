import type { CreditKind, CreditTerms, LedgerEntry } from "./balance.js";

/** One change of a balance. */
export interface Booking {
  readonly customerId: number;
  readonly kind: CreditKind;
  /** Thousandths of a credit; negative for a charge. */
  readonly delta: number;
  readonly reason: LedgerEntry["reason"];
  readonly transactionId: string | undefined;
  readonly reference?: string | undefined;
  readonly at: number;
}

/** Lowest balance of an account, in thousandths of a credit; null without a limit. */
export type Floor = number | null;

export function floorOf({ payment, limit }: CreditTerms): Floor {
  if (payment === "prepaid") return 0;
  return limit === undefined ? null : 0 - limit;
}

/** A new account. */
export interface OpenedAccount {
  readonly floor: Floor;
}

/** The balance after a change; undefined if it would be below the floor. */
export function balanceAfter(
  account: { readonly balance: number; readonly floor: Floor },
  delta: number,
): number | undefined {
  const balance = account.balance + delta;
  return account.floor === null || balance >= account.floor ? balance : undefined;
}

/**
 * The account that a customer's first booking of a kind opens; undefined if the account would not cover the booking.
 * Drivers prevent changes of the terms until the account is inserted: SQLite by its single writer, PostgreSQL by a lock
 * on the customer's row.
 */
export function opened(terms: CreditTerms, { delta }: Pick<Booking, "delta">): OpenedAccount | undefined {
  const floor = floorOf(terms);
  return balanceAfter({ balance: 0, floor }, delta) === undefined ? undefined : { floor };
}

/** The ledger entry of a booking; undefined for a booking of 0. */
export function ledgerEntry(booking: Booking, balanceAfter: number): Omit<LedgerEntry, "id"> | undefined {
  const { customerId, kind, delta, reason, transactionId, reference, at } = booking;
  if (delta === 0) return undefined;
  return { customerId, kind, delta, reason, transactionId, reference, at, balanceAfter };
}
