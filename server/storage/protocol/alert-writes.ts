import { type AlertChanges, alertPause, type BalanceAlert } from "../../domain/callbacks/alerts.js";
import { postFor } from "../../domain/posts/posts.js";
import type { AlertStore } from "../../ports/alerts.js";
import type { PostQueue } from "../../ports/posts.js";
import { type Expiry, type NewTime, storedFailure, type StoredFailure } from "./callback-writes.js";
import type { Caller } from "../script/calls.js";

/** Changes of callbacks about low balances. An accepted alert stays, so that its account has no second one. */
export interface AlertWrites {
  changeAlerts(changes: AlertChanges & NewTime): null;
  endAlert(id: number): null;
  /** False if it no longer waits. */
  postponeAlert(post: Omit<StoredFailure, "at">): boolean;
  /** Returns the customer of each. */
  expireAlerts(input: Expiry): readonly number[];
}

/** The writing half of the queue, by the calls of a writer. */
export function alertQueueCalls(writer: Caller<AlertWrites>) {
  return {
    end: async (id) => {
      await writer.call("endAlert", id);
    },
    postpone: (post) => writer.call("postponeAlert", storedFailure(post, post.nextAt)),
    giveUp: (post) => writer.call("postponeAlert", storedFailure(post, null)),
    expire: (now, limit) => writer.call("expireAlerts", { now, limit }),
  } satisfies Partial<PostQueue<BalanceAlert>>;
}

/** Reads of the accounts that are followed. */
export interface AlertReads {
  /** The last of at most `limit` customers with callbacks and ids above `after`. */
  last(after: number, limit: number): Promise<number | undefined>;
  /** Changes for customers above `after`, up to `last`. `before`: alerts from before this time do not delay the next one. */
  changes(after: number, last: number, before: number): Promise<AlertChanges>;
}

/** Follows the balances: it reads first, and writes only what has changed. */
export function alertCalls(writer: Caller<AlertWrites>, reads: AlertReads): Pick<AlertStore, "follow"> {
  return {
    follow: async (now, after, limit) => {
      const upTo = await reads.last(after, limit);
      if (upTo === undefined) return undefined;
      const { added, removed } = await reads.changes(after, upTo, now - alertPause);
      if (added.length + removed.length > 0)
        await writer.call("changeAlerts", { added, removed, now, until: now + postFor });
      return upTo;
    },
  };
}
