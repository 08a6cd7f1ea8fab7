import type { CallbackTarget } from "../../domain/callbacks/callbacks.js";
import { postFor } from "../../domain/posts/posts.js";
import type { CallbackStore, RetriedCallbacks } from "../../ports/callbacks.js";
import type { PostQueue } from "../../ports/posts.js";
import type { Callback } from "../../domain/callbacks/callbacks.js";
import type { Caller } from "./calls.js";

/** An attempt that failed. */
export interface FailedPost {
  readonly id: number;
  readonly at: number;
  /** Null: it is not tried again. */
  readonly nextAt: number | null;
  readonly failure: string;
}

export interface Expiry {
  readonly now: number;
  readonly limit: number;
}

/** Changes of callbacks. The rows themselves are written by triggers, with the states that they report. */
export interface CallbackWrites {
  setCallbackTarget(target: CallbackTarget): boolean;
  removeCallbackTarget(customerId: number): boolean;
  endCallback(input: { readonly id: number; readonly at: number }): null;
  /** False if it no longer waits. */
  postponeCallback(post: FailedPost): boolean;
  /** Returns the customer of each. */
  expireCallbacks(input: Expiry): readonly number[];
  retryCallbacks(input: {
    readonly which: RetriedCallbacks;
    readonly now: number;
    readonly until: number;
  }): number;
}

/** Maximum length of a stored reason, in UTF-16 code units. */
const maxFailure = 200;

/** The writing half of the port, by the calls of a writer. */
export function callbackCalls(writer: Caller<CallbackWrites>) {
  return {
    setTarget: (target) => writer.call("setCallbackTarget", target),
    removeTarget: (customerId) => writer.call("removeCallbackTarget", customerId),
    retry: (which, now) => writer.call("retryCallbacks", { which, now, until: now + postFor }),
  } satisfies Partial<CallbackStore>;
}

/** As `callbackCalls`. */
export function callbackQueueCalls(writer: Caller<CallbackWrites>) {
  const failed = (id: number, at: number, nextAt: number | null, failure: string): Promise<boolean> =>
    writer.call("postponeCallback", { id, at, nextAt, failure: failure.slice(0, maxFailure) });
  return {
    end: async (id, at) => {
      await writer.call("endCallback", { id, at });
    },
    postpone: failed,
    giveUp: (id, at, failure) => failed(id, at, null, failure),
    expire: (now, limit) => writer.call("expireCallbacks", { now, limit }),
  } satisfies Partial<PostQueue<Callback>>;
}
