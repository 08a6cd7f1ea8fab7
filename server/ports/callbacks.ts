import type { Post, PostKind } from "../domain/posts/posts.js";
import type { Callback, CallbackTarget, ListedCallback } from "../domain/callbacks/callbacks.js";
import type { BalanceAlert, ListedAlert } from "../domain/callbacks/alerts.js";

/** An attempt that failed. */
export interface FailedPost {
  readonly id: number;
  readonly at: number;
  readonly failure: string;
  /** Of the URL. */
  readonly host?: string | undefined;
}

/** Who accepted a post. */
export interface PostResponse {
  readonly host: string;
  /** Of HTTP. */
  readonly status: number;
}

/** Posts to customers' servers of one kind. */
export interface PostQueue<P extends Post> {
  /** Customers with posts that are due. */
  customers(now: number): Promise<readonly number[]>;
  /** Posts of a customer that are due, the longest due first. */
  due(customerId: number, now: number, limit: number): Promise<readonly P[]>;
  /** Claims a post for a minute; false while another process has it, or if it is gone. */
  take(id: number): Promise<boolean>;
  /** Removes a post that was accepted at this time. */
  end(id: number, at: number, response?: PostResponse): Promise<void>;
  /** Counts a failed attempt; the next one is due at `nextAt`. False if the post no longer waits. */
  postpone(post: FailedPost & { readonly nextAt: number }): Promise<boolean>;
  /** Ends a post that is not retried. False if it no longer waits. */
  giveUp(post: FailedPost): Promise<boolean>;
  /** Gives up posts whose time is over; returns the customer of each. */
  expire(now: number, limit: number): Promise<readonly number[]>;
}

/** Posts of all kinds. */
export interface PostStore {
  /** Kinds of which some posts are due, or are to be given up. */
  waiting(now: number): Promise<readonly PostKind[]>;
}

export interface CallbackSelection {
  /** Undefined for all customers. */
  readonly customerId: number | undefined;
  /** Those that were given up; false for those that wait. */
  readonly failed: boolean;
}

/** Posts of final states to customers' servers. The rows are written with the states, in one transaction. */
export interface CallbackStore {
  /** Those of one message in the order of its states: one that waits holds up the later ones. */
  readonly queue: PostQueue<Callback>;
  target(customerId: number): Promise<CallbackTarget | undefined>;
  /** Applies to later states, and makes alerts due again that were given up. False when there is no such customer. */
  setTarget(target: CallbackTarget, now: number): Promise<boolean>;
  /** Removes it and all callbacks of the customer. False if there was none. */
  removeTarget(customerId: number): Promise<boolean>;
  /** Latest first; behind the callback `before` if given. */
  list(selection: CallbackSelection, limit: number, before?: number): Promise<readonly ListedCallback[]>;
  /** Makes callbacks or alerts due for another day: those with the ids, or all given up (of a customer). Returns how many. */
  retry(which: RetriedCallbacks, now: number): Promise<number>;
}

export type RetriedCallbacks =
  | { readonly ids: readonly number[] }
  /** Ids of alerts. */
  | { readonly alerts: readonly number[] }
  /** Given-up callbacks and alerts, at most so many. */
  | { readonly customerId: number | undefined; readonly limit: number };

/**
 * Callbacks about low balances: one for each time the credit of an account falls below the threshold, at most one in `alertPause`.
 * `CallbackStore.setTarget` and `retry` make those due again that were given up.
 */
export interface AlertStore {
  readonly queue: PostQueue<BalanceAlert>;
  /** Latest first; behind the alert `before` if given. */
  list(selection: CallbackSelection, limit: number, before?: number): Promise<readonly ListedAlert[]>;
  /**
   * Follows the accounts of at most `limit` customers with callbacks and ids above `after`: adds alerts of those that are low, and ends
   * those of accounts that no longer are. Returns the last of these customers; undefined after the last of all.
   */
  follow(now: number, after: number, limit: number): Promise<number | undefined>;
}
