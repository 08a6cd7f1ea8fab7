import type { CreditKind } from "./balance.js";

/** An entry of the ledger, as its retention reads it. */
export interface OldEntry {
  readonly id: number;
  readonly customerId: number;
  readonly kind: CreditKind;
  readonly balanceAfter: number;
  readonly at: number;
  /** 1 for a refund of a message that is still stored, because a further refund depends on it, and for the latest entry of all. */
  readonly needed: number;
}

/** Sum of the entries of an account that were removed. */
export interface Carried {
  readonly customerId: number;
  readonly kind: CreditKind;
  /** Number of the last of them. */
  readonly id: number;
  /** Time of the last of them. */
  readonly at: number;
  /** Balance after it, in thousandths of a credit. */
  readonly amount: number;
}

/** Removes entries of the ledger and carries their sums forward. */
export interface Carrying {
  readonly carried: readonly Carried[];
  /** Numbers of the removed entries. */
  readonly removed: readonly number[];
}

/**
 * Carries the oldest entries of the ledger forward, as far as all of them are from before a time. `entries`: the oldest ones of all
 * accounts, in the order of their numbers; so an entry is removed only after all earlier ones of its account.
 */
export function carryForward(entries: readonly OldEntry[], before: number): Carrying {
  const end = entries.findIndex(({ at, needed }) => at >= before || needed === 1);
  const old = end === -1 ? entries : entries.slice(0, end);
  const last = new Map(
    old.map(({ id, customerId, kind, balanceAfter: amount, at }): [string, Carried] => [
      `${customerId} ${kind}`,
      { customerId, kind, id, at, amount },
    ]),
  );
  return { carried: [...last.values()], removed: old.map(({ id }) => id) };
}
