import type { CallLog } from "messenger-gen-runtime";
import {
  afterPost,
  type Busy,
  newReceiver,
  nextAttempt,
  type Post,
  type Receiver,
  turns,
} from "../../domain/posts/posts.js";
import type { PostQueue } from "../../ports/callbacks.js";
import type { Send } from "./http-post.js";

/** Texts of log events about one kind of posts. */
export interface PostEvents {
  readonly failed: string;
  readonly expired: string;
  readonly unreadable: string;
  readonly unclaimed: string;
  readonly unstored: string;
}

/** Outcome of a post. `failed`: it is retried; `given up`: its time is over. */
export type PostOutcome = "accepted" | "failed" | "given up";

export interface PosterOptions<P extends SentPost> {
  /** Fields of a log line that name the post. */
  readonly logged: (post: P) => Readonly<Record<string, number>>;
  readonly queue: PostQueue<P>;
  readonly post: Send<P>;
  readonly now: () => number;
  /** Whether posting is up to this process. */
  readonly mayPost: () => boolean;
  readonly log: CallLog;
  readonly events: PostEvents;
  readonly observe?: ((outcome: PostOutcome) => void) | undefined;
}

/** A post with the URL of the server. */
export type SentPost = Post & { readonly url: string };

/** Maximum posts that expire in one commit. */
const expiredAtOnce = 500;

/** Reason why a post failed; undefined if it succeeded. */
export async function failureOf(post: () => Promise<number>): Promise<string | undefined> {
  try {
    const status = await post();
    return status >= 200 && status < 300 ? undefined : `HTTP ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : "no response";
  }
}

/** The host of a URL with its port; empty for one that cannot be read. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

/** Posts of one kind to the servers of customers; retries each for up to a day. */
export class Poster<P extends SentPost> {
  readonly #options: PosterOptions<P>;
  /** Posts in flight, by their ids. */
  readonly #inFlight = new Map<number, { readonly customerId: number; readonly over: Promise<void> }>();
  readonly #receivers = new Map<number, Receiver>();
  /** Numbers of the last turns of customers. */
  readonly #lastTurns = new Map<number, number>();
  #turns = 0;
  #round: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(options: PosterOptions<P>) {
    this.#options = options;
  }

  /** Starts the posts that are due, as far as they have a turn. A call during a round repeats it. */
  async round(): Promise<void> {
    this.#again = true;
    this.#round ??= this.#rounds();
    await this.#round;
  }

  /** Gives up the posts whose time is over. */
  async expire(goesOn: () => boolean): Promise<void> {
    const { queue, now, log, events, observe } = this.#options;
    for (let count = expiredAtOnce; count === expiredAtOnce && goesOn();) {
      const customers = await queue.expire(now(), expiredAtOnce);
      count = customers.length;
      for (const customer of new Set(customers)) {
        const posts = customers.filter((each) => each === customer).length;
        log.warn({ customer, posts }, events.expired);
      }
      for (let each = 0; each < count; each++) observe?.("given up");
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#inFlight.values()].map(({ over }) => over));
  }

  async #rounds(): Promise<void> {
    try {
      while (this.#again && !this.#closed) {
        this.#again = false;
        await this.#start();
      }
    } finally {
      this.#round = undefined;
    }
  }

  async #start(): Promise<void> {
    const { queue, mayPost, now } = this.#options;
    const due = await queue.customers(now());
    for (const { customerId, count } of turns(this.#busy(due), now())) {
      this.#lastTurns.set(customerId, (this.#turns += 1));
      const inFlight = this.#inFlightTo(customerId);
      const posts = await queue.due(customerId, now(), count + inFlight);
      if (!mayPost() || this.#closed) return;
      for (const post of posts.filter(({ id }) => !this.#inFlight.has(id)).slice(0, count))
        this.#inFlight.set(post.id, { customerId, over: this.#follow(post) });
    }
  }

  #inFlightTo(customerId: number): number {
    return [...this.#inFlight.values()].filter((each) => each.customerId === customerId).length;
  }

  /** Customers to whom posts are due or in flight. */
  #busy(due: readonly number[]): readonly Busy[] {
    const isDue = new Set(due);
    const customers = new Set([...due, ...[...this.#inFlight.values()].map(({ customerId }) => customerId)]);
    return [...customers].map((customerId) => ({
      customerId,
      isDue: isDue.has(customerId),
      inFlight: this.#inFlightTo(customerId),
      receiver: this.#receivers.get(customerId) ?? newReceiver,
      lastTurn: this.#lastTurns.get(customerId) ?? 0,
    }));
  }

  async #follow(post: P): Promise<void> {
    const written = await this.#post(post);
    this.#inFlight.delete(post.id);
    // If the result cannot be stored, the post is still due: continuing would send it again in an endless loop.
    if (!written || this.#closed) return;
    this.round().catch((error: unknown) => {
      this.#options.log.error({ err: error }, this.#options.events.unreadable);
    });
  }

  /** Whether the post is this process's to send. */
  async #take(id: number): Promise<boolean> {
    const { queue, log, events } = this.#options;
    try {
      return await queue.take(id);
    } catch (error) {
      log.error({ err: error }, events.unclaimed);
      return false;
    }
  }

  /** Resolves with true if the result is stored. */
  async #post(post: P): Promise<boolean> {
    const { log, events, logged, now, observe } = this.#options;
    const { id, customerId, attempts } = post;
    if (!(await this.#take(id))) return false;
    let status = 0;
    const failure = await failureOf(async () => (status = await this.#options.post(post)));
    const receiver = this.#receivers.get(customerId) ?? newReceiver;
    this.#receivers.set(customerId, afterPost(receiver, failure === undefined, now()));
    if (failure !== undefined)
      log.warn({ customer: customerId, ...logged(post), attempts: attempts + 1, failure }, events.failed);
    try {
      const outcome = await this.#store(post, failure ?? status);
      if (outcome !== undefined) observe?.(outcome);
      return true;
    } catch (error) {
      log.error({ err: error }, events.unstored);
      return false;
    }
  }

  /**
   * Undefined for a failure after the time of the post was over: it is given up already.
   * @param result the status of HTTP that accepted it, or the reason of the failure
   */
  async #store(post: P, result: number | string): Promise<PostOutcome | undefined> {
    const { queue, now } = this.#options;
    const at = now();
    const host = hostOf(post.url);
    if (typeof result === "number") {
      await queue.end(post.id, at, { host, status: result });
      return "accepted";
    }
    const nextAt = nextAttempt(post, at);
    const failed = { id: post.id, at, failure: result, host };
    if (nextAt === undefined) return (await queue.giveUp(failed)) ? "given up" : undefined;
    return (await queue.postpone({ ...failed, nextAt })) ? "failed" : undefined;
  }
}
