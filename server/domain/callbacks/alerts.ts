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

/** An alert that waits or was given up. */
export interface ListedAlert extends LowBalance {
  readonly id: number;
  /** When it was found, in milliseconds since the epoch. */
  readonly at: number;
  readonly attempts: number;
  /** Time of the next attempt; undefined if it was given up. */
  readonly nextAt: number | undefined;
  /** Reason why the last attempt failed; undefined before the first. */
  readonly failure: string | undefined;
}

/** An account of a customer. */
export interface AccountKey {
  readonly customerId: number;
  readonly kind: CreditKind;
}

/** Milliseconds from one alert of an account to the next, at least. */
export const alertPause = 3_600_000;

/** Alerts that follow the balances: an account has one for each time that it becomes low, with a pause between two of them. */
export interface AlertChanges {
  /** Accounts that have become low; an earlier alert of theirs is replaced. */
  readonly added: readonly LowBalance[];
  /** Accounts with an alert that have enough credit again. */
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
