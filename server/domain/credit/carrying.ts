import type { CreditKind } from "./balance.js";

/** An entry of the ledger, as its retention reads it. */
export interface OldEntry {
  readonly id: number;
  readonly customerId: number;
  readonly kind: CreditKind;
  readonly balanceAfter: number;
  readonly at: number;
  /** 1 for a refund of a message that is still stored, because a further refund depends on it, and for the entry with the highest number. */
  readonly needed: number;
}

/** Sum of the entries of an account that were removed. */
export interface Carried {
  readonly customerId: number;
  readonly kind: CreditKind;
  /** Number of the last of them. */
  readonly id: number;
  /** Latest time of them: several processes may book in another order than that of the times. */
  readonly at: number;
  /** Balance after it, in thousandths of a credit. */
  readonly amount: number;
}

/** Where a removal continues. */
export interface LedgerPlace {
  /** Number of the last entry that was read. */
  readonly after: number;
  /** Accounts with an entry up to there that stays, so that their later entries stay too. */
  readonly stopped: readonly string[];
}

export const ledgerBegin: LedgerPlace = { after: 0, stopped: [] };

/** Removes entries of the ledger and carries their sums forward. */
export interface Carrying {
  readonly carried: readonly Carried[];
  /** Numbers of the removed entries. */
  readonly removed: readonly number[];
  /** Null if no later entry is old. */
  readonly next: LedgerPlace | null;
}

/**
 * Carries entries of the ledger forward, of each account as far as all of them are from before a time and not needed. `entries`: those
 * behind a place, in the order of their numbers, at most `limit`; so an entry is removed only after all earlier ones of its account.
 */
export function carryForward(
  entries: readonly OldEntry[],
  { before, limit, place }: { readonly before: number; readonly limit: number; readonly place: LedgerPlace },
): Carrying {
  const stopped = new Set(place.stopped);
  const carried = new Map<string, Carried>();
  const removed: number[] = [];
  for (const { id, customerId, kind, balanceAfter: amount, at, needed } of entries) {
    const account = `${customerId} ${kind}`;
    if (at >= before || needed === 1) stopped.add(account);
    if (stopped.has(account)) continue;
    carried.set(account, { customerId, kind, id, at: Math.max(at, carried.get(account)?.at ?? at), amount });
    removed.push(id);
  }
  const after = entries.at(-1)?.id;
  // Times and numbers have nearly the same order: where all are young, later ones are.
  const isOver = entries.length < limit || entries.every(({ at }) => at >= before);
  const next = after === undefined || isOver ? null : { after, stopped: [...stopped] };
  return { carried: [...carried.values()], removed, next };
}
