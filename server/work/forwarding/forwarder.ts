import type { BalanceAlert } from "../../domain/callbacks/alerts.js";
import type { Callback } from "../../domain/callbacks/callbacks.js";
import type { Forward } from "../../domain/inbox/forwards.js";
import type { OptOutPost } from "../../domain/inbox/opt-outs.js";
import type { UnusualPost } from "../../domain/callbacks/unusual-posts.js";
import type { Post } from "../../domain/posts/posts.js";
import type { Store } from "../../ports/store.js";
import { Rounds } from "../coordination/rounds.js";
import { postAlert, postCallback, postForward, postOptOut, postUnusual } from "./requests.js";
import { Poster, type PostEvents, type PosterOptions, type PostOutcome } from "./poster.js";

/** Kinds of posts to customers' servers: incoming messages, final states, low balances, opt-outs by reply, and unusual traffic. */
export type PostKind = "forward" | "callback" | "alert" | "opt-out" | "unusual";

export const postEvents: Readonly<Record<PostKind, PostEvents>> = {
  forward: {
    failed: "message not forwarded",
    expired: "messages no longer forwarded",
    unreadable: "messages to forward cannot be read",
    unclaimed: "a message to forward cannot be claimed",
    unstored: "the result of forwarding a message cannot be stored",
  },
  callback: {
    failed: "callback not accepted",
    expired: "callbacks given up",
    unreadable: "callbacks cannot be read",
    unclaimed: "a callback cannot be claimed",
    unstored: "the result of a callback cannot be stored",
  },
  alert: {
    failed: "low-balance alert not accepted",
    expired: "low-balance alerts given up",
    unreadable: "low-balance alerts cannot be read",
    unclaimed: "a low-balance alert cannot be claimed",
    unstored: "the result of a low-balance alert cannot be stored",
  },
  "opt-out": {
    failed: "opt-out not accepted",
    expired: "posts of opt-outs given up",
    unreadable: "posts of opt-outs cannot be read",
    unclaimed: "the post of an opt-out cannot be claimed",
    unstored: "the result of the post of an opt-out cannot be stored",
  },
  unusual: {
    failed: "callback about unusual traffic not accepted",
    expired: "callbacks about unusual traffic given up",
    unreadable: "callbacks about unusual traffic cannot be read",
    unclaimed: "a callback about unusual traffic cannot be claimed",
    unstored: "the result of a callback about unusual traffic cannot be stored",
  },
};

export interface ForwardingOptions extends Pick<PosterOptions<Post>, "now" | "mayPost" | "log"> {
  readonly store: Pick<Store, "alerts" | "callbacks" | "incoming" | "optOuts" | "unusual">;
  readonly observe?: ((kind: PostKind, outcome: PostOutcome) => void) | undefined;
  /** Milliseconds between polls for due posts. */
  readonly interval?: number | undefined;
}

/** Forwarding at work. */
export interface Forwarding {
  /** Starts no more posts and waits for those in flight. */
  close(): Promise<void>;
}

/** Default of the time between polls. */
const look = 1_000;

function startPosting<P extends Post>(options: PosterOptions<P>, interval: number): Forwarding {
  const poster = new Poster(options);
  const { mayPost: mayRun, log, events } = options;
  const round = async (goesOn: () => boolean): Promise<void> => {
    await poster.expire(goesOn);
    await poster.round();
  };
  const rounds = new Rounds({ mayRun, interval, log, event: events.unreadable, round });
  return {
    close: async () => {
      await rounds.close();
      await poster.close();
    },
  };
}

/** Starts posting incoming messages, final states and low balances to the servers of customers. */
export function startForwarding({
  store,
  observe,
  interval = look,
  ...shared
}: ForwardingOptions): Forwarding {
  const start = <P extends Post>(
    kind: PostKind,
    queue: Pick<PosterOptions<P>, "queue" | "post" | "logged">,
  ): Forwarding => {
    const observed = (outcome: PostOutcome) => observe?.(kind, outcome);
    return startPosting({ ...shared, ...queue, events: postEvents[kind], observe: observed }, interval);
  };
  const { alerts, callbacks, incoming, optOuts, unusual } = store;
  const parts = [
    start("forward", {
      queue: incoming.queue,
      post: postForward,
      logged: ({ id }: Forward) => ({ message: id }),
    }),
    start("callback", {
      queue: callbacks.queue,
      post: postCallback,
      logged: ({ id, messageId }: Callback) => ({ callback: id, message: messageId }),
    }),
    start("alert", {
      queue: alerts.queue,
      post: postAlert,
      logged: ({ id }: BalanceAlert) => ({ alert: id }),
    }),
    start("opt-out", {
      queue: optOuts.queue,
      post: postOptOut,
      logged: ({ id }: OptOutPost) => ({ optOut: id }),
    }),
    start("unusual", {
      queue: unusual.queue,
      post: postUnusual,
      logged: ({ id }: UnusualPost) => ({ unusual: id }),
    }),
  ];
  return {
    close: async () => {
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
