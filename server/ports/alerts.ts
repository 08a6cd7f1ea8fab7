import type { BalanceAlert, ListedAlert } from "../domain/callbacks/alerts.js";
import type { CallbackSelection } from "./callbacks.js";
import type { PostQueue } from "./posts.js";

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
