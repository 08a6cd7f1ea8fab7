import type { AlertChanges, BalanceAlert } from "../../domain/callbacks/alerts.js";
import { postFor } from "../../domain/posts/posts.js";
import type { AlertStore } from "../../ports/alerts.js";
import type { PostQueue } from "../../ports/posts.js";
import type { Expiry, FailedPost } from "./callback-writes.js";
import type { Caller } from "./calls.js";

/** Changes of callbacks about low balances. An accepted alert stays, so that its account has no second one. */
export interface AlertWrites {
  /** Returns how many alerts were added or removed. */
  changeAlerts(changes: AlertChanges & { readonly at: number; readonly until: number }): number;
  endAlert(id: number): null;
  /** False if it no longer waits. */
  postponeAlert(post: Omit<FailedPost, "at" | "failure">): boolean;
  /** Returns the customer of each. */
  expireAlerts(input: Expiry): readonly number[];
}

/** The writing half of the queue, by the calls of a writer. */
export function alertQueueCalls(writer: Caller<AlertWrites>) {
  return {
    end: async (id) => {
      await writer.call("endAlert", id);
    },
    postpone: (id, _at, nextAt) => writer.call("postponeAlert", { id, nextAt }),
    giveUp: (id) => writer.call("postponeAlert", { id, nextAt: null }),
    expire: (now, limit) => writer.call("expireAlerts", { now, limit }),
  } satisfies Partial<PostQueue<BalanceAlert>>;
}

/** Follows the balances: it reads first, and writes only what has changed. */
export function alertCalls(
  writer: Caller<AlertWrites>,
  read: (limit: number) => Promise<AlertChanges>,
): Pick<AlertStore, "follow"> {
  return {
    follow: async (at, limit) => {
      const { added, removed } = await read(limit);
      if (added.length + removed.length === 0) return 0;
      return writer.call("changeAlerts", { added, removed, at, until: at + postFor });
    },
  };
}
