import type { CreditKind } from "../credit/balance.js";
import { creditsText } from "../credit/credit.js";
import type { LowBalance } from "../credit/statement.js";
import type { Post } from "../posts/posts.js";
import type { CallbackTarget } from "./callbacks.js";

/** A callback about an account with less credit than its customer's threshold. */
export interface BalanceAlert extends Post, CallbackTarget, LowBalance {
  readonly id: number;
  readonly customerId: number;
  /** When it was found, in milliseconds since the epoch. */
  readonly at: number;
}

/** An account of a customer. */
export interface AccountKey {
  readonly customerId: number;
  readonly kind: CreditKind;
}

/** Alerts that follow the balances: an account has one while it is low. */
export interface AlertChanges {
  /** Accounts that are low and have none. */
  readonly added: readonly LowBalance[];
  /** Accounts that have one and enough credit again. */
  readonly removed: readonly AccountKey[];
}

/** Key of an alert: the same for every attempt, and never that of another one. */
export function alertKey({ customerId, id }: Pick<BalanceAlert, "customerId" | "id">): string {
  return `balance.${customerId}.${id}`;
}

/** The body of an alert; credits as decimal texts. */
export function alertBody({
  customerId,
  kind,
  left,
  threshold,
  at,
}: LowBalance & { readonly at: number }): string {
  return JSON.stringify({
    type: "balance.low",
    timestamp: new Date(at).toISOString(),
    data: { customerId, kind, left: creditsText(left), threshold: creditsText(threshold) },
  });
}
