import type { Callback, CallbackTarget, ListedCallback } from "../domain/callbacks/callbacks.js";
import type { PostQueue } from "./posts.js";

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
