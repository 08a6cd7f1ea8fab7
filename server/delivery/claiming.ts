import type { CallLog } from "messenger-gen-runtime";
import { pause } from "../coordination/wake-up.js";
import type { LinkRoom } from "../domain/outbox/claims.js";
import type { DeliveryStore } from "../ports/delivery.js";
import { TickBatch } from "./batched-calls.js";
import type { Step } from "./link-runner.js";
import type { LinkSet } from "./link-set.js";

export interface ClaimingOptions {
  readonly delivery: Pick<DeliveryStore, "claim" | "nextDue" | "settle" | "takeBack">;
  readonly links: Pick<LinkSet, "get" | "pump" | "rooms" | "sending">;
  /** Name of the lease under which messages are claimed now. */
  readonly owner: () => string;
  /** Whether this process owns delivery now. */
  readonly mayClaim: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds after which a message that is due expires. */
  readonly validity: number;
  readonly log: CallLog;
}

/** Milliseconds for which a stopping worker tries to store the settlements; the rest is uncertain after a restart. */
const writeTime = 5_000;

/** Poll interval of the outbox in milliseconds: other processes may add messages without a wake-up. */
const poll = 250;
const longestAfterFailure = 5_000;

/** Claims messages for the free window slots of links, and stores their settlements. */
export class Claiming {
  readonly #options: ClaimingOptions;
  readonly #steps: TickBatch<Step>;
  readonly #between = pause();
  readonly #running: Promise<void>;
  #stopping = false;
  /** Whether the last claim returned messages: there may be more. */
  #claimedLast = false;
  /** Whether a failed claim may have been committed and its messages are not back in the queue yet. */
  #claimFailed = false;

  constructor(options: ClaimingOptions) {
    this.#options = options;
    this.#steps = new TickBatch(
      (steps) => this.#settle(steps),
      options.log,
      "outcomes of messages cannot be stored",
    );
    this.#running = this.#run();
  }

  /** Wakes the worker: a message has become due, or a link has free slots. */
  wake(): void {
    this.#between.wake();
  }

  /** Stores a settlement, together with others. */
  add(step: Step): void {
    this.#steps.add(step);
  }

  /** Stops claiming; settlements are stored for a limited time from now on. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#between.stop();
    this.#steps.giveUpAfter(writeTime);
    await this.#running;
  }

  /** Resolves when all settlements until now are stored or dropped. */
  settled(): Promise<void> {
    return this.#steps.settled();
  }

  async #settle(steps: readonly Step[]): Promise<void> {
    const { delivery, links } = this.#options;
    const owner = this.#options.owner();
    const early = await delivery.settle(steps.map((step) => ({ owner, ...step })));
    for (const { linkId, count } of early) links.get(linkId)?.matched(count);
  }

  async #run(): Promise<void> {
    const { mayClaim, log } = this.#options;
    let failures = 0;
    while (!this.#stopping) {
      try {
        await this.#between.wait(0, mayClaim() ? await this.#round() : poll);
        failures = 0;
      } catch (error) {
        failures += 1;
        log.error({ err: error, failures }, "delivery round failed");
        await this.#between.wait(poll, Math.min(poll * 2 ** failures, longestAfterFailure));
      }
    }
  }

  /** Claims messages for the free slots and passes them to the links; returns the milliseconds until the next poll. */
  async #round(): Promise<number> {
    if (this.#claimFailed) await this.#takeBack();
    const rooms = this.#options.links.rooms();
    const room = rooms.reduce((sum, link) => sum + link.room, 0);
    const isRoutingOnly = rooms.length > 0 && rooms.every(({ up }) => !up);
    if (room === 0 && !isRoutingOnly) return poll;
    const at = this.#options.now();
    const idle = this.#claimedLast ? 0 : await this.#untilDue(rooms, at);
    if (idle > 0) return Math.min(poll, idle);
    this.#claimedLast = await this.#claim(rooms, at);
    return this.#claimedLast ? 0 : poll;
  }

  /** Returns whether messages were claimed. */
  async #claim(rooms: readonly LinkRoom[], now: number): Promise<boolean> {
    const { delivery, links, validity } = this.#options;
    const owner = this.#options.owner();
    const claimed = await delivery.claim({ owner, now, validity, links: rooms }).catch((error: unknown) => {
      this.#claimFailed = true;
      throw error;
    });
    // The lease has expired: the process that ended it has settled these as uncertain.
    if (owner !== this.#options.owner()) return false;
    for (const message of claimed) {
      const runner = links.get(message.linkId);
      if (runner !== undefined) runner.send(message);
      else this.#giveBack(message.id, message.linkId, message.nextAt);
    }
    links.pump();
    return claimed.length > 0;
  }

  /** Milliseconds until a message is due for a link with free slots. Reads every queue, so it runs only after an empty claim. */
  async #untilDue(rooms: readonly LinkRoom[], at: number): Promise<number> {
    const withRoom = rooms.flatMap(({ linkId, room }) => (room > 0 ? linkId : []));
    return ((await this.#options.delivery.nextDue(withRoom)) ?? Infinity) - at;
  }

  /** A failed claim may have been committed: before the next claim, messages that this process does not have return to the queue. */
  async #takeBack(): Promise<void> {
    const { delivery, links } = this.#options;
    await this.#steps.settled();
    await delivery.takeBack(this.#options.owner(), links.sending());
    this.#claimFailed = false;
  }

  /** Returns a message to the queue whose link was closed during the claim. */
  #giveBack(recipientId: number, linkId: number, nextAt: number): void {
    const end = {
      kind: "queued",
      nextAt,
      linkId: 0,
      counts: "nothing",
      uncertain: false,
      code: undefined,
    } as const;
    this.#steps.add({ recipientId, linkId, at: this.#options.now(), accepted: [], end });
  }
}
