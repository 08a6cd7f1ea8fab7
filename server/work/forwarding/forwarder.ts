import type { BalanceAlert } from "../../domain/callbacks/alerts.js";
import type { Callback } from "../../domain/callbacks/callbacks.js";
import type { Forward } from "../../domain/inbox/forwards.js";
import type { OptOutPost } from "../../domain/inbox/opt-outs.js";
import type { UnusualPost } from "../../domain/callbacks/unusual-posts.js";
import type { PostKind } from "../../domain/posts/posts.js";
import type { Store } from "../../ports/store.js";
import { Rounds } from "../coordination/rounds.js";
import { postAlert, postCallback, postForward, postOptOut, postUnusual } from "./requests.js";
import { Poster, type PostEvents, type PosterOptions, type PostOutcome, type SentPost } from "./poster.js";

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

export interface ForwardingOptions extends Pick<PosterOptions<SentPost>, "now" | "mayPost" | "log"> {
  readonly store: Pick<Store, "alerts" | "callbacks" | "incoming" | "optOuts" | "posts" | "unusual">;
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

/** Posts of one kind. */
interface Posting extends Forwarding {
  /** Gives up those whose time is over, and starts those that are due. Never rejects. */
  round(goesOn: () => boolean): Promise<void>;
}

function postingOf<P extends SentPost>(options: PosterOptions<P>): Posting {
  const poster = new Poster(options);
  const { log, events } = options;
  return {
    round: async (goesOn) => {
      try {
        await poster.expire(goesOn);
        await poster.round();
      } catch (error) {
        log.error({ err: error }, events.unreadable);
      }
    },
    close: () => poster.close(),
  };
}

function postingsOf({ store, observe, ...shared }: ForwardingOptions): Readonly<Record<PostKind, Posting>> {
  const posting = <P extends SentPost>(
    kind: PostKind,
    queue: Pick<PosterOptions<P>, "queue" | "post" | "logged">,
  ): Posting => {
    const observed = (outcome: PostOutcome) => observe?.(kind, outcome);
    return postingOf({ ...shared, ...queue, events: postEvents[kind], observe: observed });
  };
  const { alerts, callbacks, incoming, optOuts, unusual } = store;
  return {
    forward: posting("forward", {
      queue: incoming.queue,
      post: postForward,
      logged: ({ id }: Forward) => ({ message: id }),
    }),
    callback: posting("callback", {
      queue: callbacks.queue,
      post: postCallback,
      logged: ({ id, messageId }: Callback) => ({ callback: id, message: messageId }),
    }),
    alert: posting("alert", {
      queue: alerts.queue,
      post: postAlert,
      logged: ({ id }: BalanceAlert) => ({ alert: id }),
    }),
    "opt-out": posting("opt-out", {
      queue: optOuts.queue,
      post: postOptOut,
      logged: ({ id }: OptOutPost) => ({ optOut: id }),
    }),
    unusual: posting("unusual", {
      queue: unusual.queue,
      post: postUnusual,
      logged: ({ id }: UnusualPost) => ({ unusual: id }),
    }),
  };
}

/** Starts posting to the servers of customers. One statement finds the kinds that have posts to send or to give up: mostly none. */
export function startForwarding(options: ForwardingOptions): Forwarding {
  const { store, now, mayPost: mayRun, log, interval = look } = options;
  const postings = postingsOf(options);
  const round = async (goesOn: () => boolean): Promise<void> => {
    const kinds = await store.posts.waiting(now());
    await Promise.all(kinds.map((kind) => postings[kind].round(goesOn)));
  };
  const rounds = new Rounds({ mayRun, interval, log, event: "posts cannot be read", round });
  return {
    close: async () => {
      await rounds.close();
      await Promise.all(Object.values(postings).map((each) => each.close()));
    },
  };
}
