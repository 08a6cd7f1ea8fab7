import type { CallbackTarget } from "../../domain/callbacks/callbacks.js";
import { postFor } from "../../domain/posts/posts.js";
import type { CallbackStore, RetriedCallbacks } from "../../ports/callbacks.js";
import type { FailedPost, PostQueue } from "../../ports/posts.js";
import type { Callback } from "../../domain/callbacks/callbacks.js";
import type { Caller } from "../script/calls.js";

/** A failed attempt with the time of the next one; null: it is not tried again. */
export type StoredFailure = FailedPost & { readonly nextAt: number | null };

/** Until when a post is retried that is due now. */
export interface NewTime {
  readonly now: number;
  readonly until: number;
}

export interface Expiry {
  readonly now: number;
  readonly limit: number;
}

/** Changes of callbacks. The rows themselves are written by triggers, with the states that they report. */
export interface CallbackWrites {
  setCallbackTarget(input: NewTime & { readonly target: CallbackTarget }): boolean;
  removeCallbackTarget(customerId: number): boolean;
  endCallback(input: { readonly id: number; readonly at: number }): null;
  /** False if it no longer waits. */
  postponeCallback(post: StoredFailure): boolean;
  /** Returns the customer of each. */
  expireCallbacks(input: Expiry): readonly number[];
  retryCallbacks(input: NewTime & { readonly which: RetriedCallbacks }): number;
}

/** Maximum length of a stored reason, in UTF-16 code units. */
const maxFailure = 200;

export function storedFailure(post: FailedPost, nextAt: number | null): StoredFailure {
  return { ...post, nextAt, failure: post.failure.slice(0, maxFailure) };
}

/** The writing half of the port, by the calls of a writer. */
export function callbackCalls(writer: Caller<CallbackWrites>) {
  return {
    setTarget: (target, now) => writer.call("setCallbackTarget", { target, now, until: now + postFor }),
    removeTarget: (customerId) => writer.call("removeCallbackTarget", customerId),
    retry: (which, now) => writer.call("retryCallbacks", { which, now, until: now + postFor }),
  } satisfies Partial<CallbackStore>;
}

/** As `callbackCalls`. */
export function callbackQueueCalls(writer: Caller<CallbackWrites>) {
  return {
    end: async (id, at) => {
      await writer.call("endCallback", { id, at });
    },
    postpone: (post) => writer.call("postponeCallback", storedFailure(post, post.nextAt)),
    giveUp: (post) => writer.call("postponeCallback", storedFailure(post, null)),
    expire: (now, limit) => writer.call("expireCallbacks", { now, limit }),
  } satisfies Partial<PostQueue<Callback>>;
}
