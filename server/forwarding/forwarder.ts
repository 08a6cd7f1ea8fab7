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

/** Most messages that are posted at once. */
const parallel = 16;

/** Milliseconds until the second attempt, then twice as many each time, at most the last value. */
const firstDelay = 15_000;
const longestDelay = 3_600_000;

/** Milliseconds after which a message is no more posted. */
const forwardFor = 24 * 3_600_000;

function forwardDelay(attempts: number): number {
  return Math.min(firstDelay * 2 ** attempts, longestDelay);
}

/** Why a message was not taken; undefined when it was. */
async function failureOf(post: () => Promise<number>): Promise<string | undefined> {
  try {
    const status = await post();
    return status >= 200 && status < 300 ? undefined : `HTTP ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : "no answer";
  }
}

/** Posts incoming messages to the servers of customers; each until it is taken, or for a day. */
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
        // What cannot be written is still due: going on would post it again at once, without end.
        if (written) this.#goOn();
      });
      this.#underWay.set(forward.id, posted);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#underWay.values());
  }

  /** There may be more than were started at once. */
  #goOn(): void {
    if (this.#closed) return;
    this.round().catch((error: unknown) => {
      this.#options.log.error({ err: error }, "messages to forward cannot be read");
    });
  }

  /** Resolves with whether what became of it is written. */
  async #post(forward: Forward): Promise<boolean> {
    const { incoming, log, now, post } = this.#options;
    const { id, customerId, attempts } = forward;
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
      log.error({ err: error }, "what became of a forwarded message cannot be written");
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
