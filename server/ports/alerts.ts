import type { BalanceAlert } from "../domain/callbacks/alerts.js";
import type { PostQueue } from "./posts.js";

/** Callbacks about low balances: one for each account, from when its credit falls below the threshold until it is enough again. */
export interface AlertStore {
  readonly queue: PostQueue<BalanceAlert>;
  /**
   * Adds alerts of accounts that are low, if their customers have callbacks, and removes those of accounts that no longer are; at most
   * `limit` of each. Returns how many it has changed.
   */
  follow(now: number, limit: number): Promise<number>;
}
