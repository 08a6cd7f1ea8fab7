import type { CallLog } from "messenger-gen-runtime";
import type { IncomingStore } from "../ports/incoming.js";
import { Rounds } from "../coordination/rounds.js";
import { type PostForward, postForward } from "./forward-post.js";
import type { Forward } from "../domain/inbox/forwards.js";

export interface ForwarderOptions {
  readonly incoming: IncomingStore;
  readonly post: PostForward;
  readonly now: () => number;
  /** Whether posting is up to this process. */
  readonly mayPost: () => boolean;
  readonly log: CallLog;
}

/** Maximum of concurrent posts. */
const parallel = 16;

/** Milliseconds until the second attempt, then twice as many each time, at most the last value. */
const firstDelay = 15_000;
const longestDelay = 3_600_000;

/** Milliseconds after which a message is no longer posted. */
const forwardFor = 24 * 3_600_000;

function forwardDelay(attempts: number): number {
  return Math.min(firstDelay * 2 ** attempts, longestDelay);
}

/** Reason why a post failed; undefined if it succeeded. */
async function failureOf(post: () => Promise<number>): Promise<string | undefined> {
  try {
    const status = await post();
    return status >= 200 && status < 300 ? undefined : `HTTP ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : "no answer";
  }
}

/** Posts incoming messages to the servers of customers; retries each for up to a day. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #underWay = new Map<number, Promise<void>>();
  #closed = false;

  constructor(options: ForwarderOptions) {
    this.#options = options;
  }

  /** Starts posting the messages that are due and not in flight. */
  async round(): Promise<void> {
    const { incoming, mayPost, now } = this.#options;
    const due = await incoming.dueForwards(now(), parallel);
    for (const forward of mayPost() ? due : []) {
      if (this.#underWay.size >= parallel || this.#underWay.has(forward.id)) continue;
      const posted = this.#post(forward).then((written) => {
        this.#underWay.delete(forward.id);
        // If the result cannot be stored, the message is still due: continuing would post it again in an endless loop.
        if (written) this.#goOn();
      });
      this.#underWay.set(forward.id, posted);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#underWay.values());
  }

  /** There may be more messages than were started. */
  #goOn(): void {
    if (this.#closed) return;
    this.round().catch((error: unknown) => {
      this.#options.log.error({ err: error }, "messages to forward cannot be read");
    });
  }

  /** Whether the message is this process's to post. */
  async #take(id: number): Promise<boolean> {
    const { incoming, log } = this.#options;
    try {
      return await incoming.takeForward(id);
    } catch (error) {
      log.error({ err: error }, "a message to forward cannot be claimed");
      return false;
    }
  }

  /** Resolves with true if the result is stored. */
  async #post(forward: Forward): Promise<boolean> {
    const { incoming, log, now, post } = this.#options;
    const { id, customerId, attempts } = forward;
    if (!(await this.#take(id))) return false;
    const failure = await failureOf(async () => post(forward));
    try {
      if (failure === undefined) {
        await incoming.endForward(id);
        return true;
      }
      log.warn(
        { customer: customerId, message: id, attempts: attempts + 1, failure },
        "message not forwarded",
      );
      const nextAt = now() + forwardDelay(attempts);
      if (nextAt > forward.at + forwardFor) await incoming.endForward(id);
      else await incoming.postponeForward(id, nextAt);
      return true;
    } catch (error) {
      log.error({ err: error }, "the result of forwarding a message cannot be stored");
      return false;
    }
  }
}

/** Forwarding at work. */
export interface Forwarding {
  /** Starts no more posts and waits for those in flight. */
  close(): Promise<void>;
}

/** Milliseconds between looks for messages to forward, unless given. */
const look = 1_000;

/** Starts posting incoming messages to the servers of customers. */
export function startForwarding({
  interval = look,
  ...options
}: Omit<ForwarderOptions, "post"> & { readonly interval?: number | undefined }): Forwarding {
  const forwarder = new Forwarder({ ...options, post: postForward });
  const { mayPost: mayRun, log } = options;
  const event = "messages to forward cannot be read";
  const rounds = new Rounds({ mayRun, interval, log, event, round: () => forwarder.round() });
  return {
    close: async () => {
      await rounds.stop();
      await forwarder.close();
    },
  };
}
