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
  /** The worker in whose name messages are claimed. */
  readonly owner: string;
  /** Whether this process owns delivery now. */
  readonly mayClaim: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds after which a message that is due expires. */
  readonly validity: number;
  readonly log: CallLog;
}

/** Milliseconds that a stopping worker tries to write what happened to messages; after a restart the rest is uncertain. */
const writeTime = 5_000;

/** Milliseconds between looks into the outbox when nobody wakes the worker: other processes may add to it. */
const poll = 250;
const longestAfterFailure = 5_000;

/** Claims messages for the links that have room, and writes what happens to them. */
export class Claiming {
  readonly #options: ClaimingOptions;
  readonly #steps: TickBatch<Step>;
  readonly #between = pause();
  readonly #running: Promise<void>;
  #stopping = false;
  /** Whether the last claim found messages: then there may be more. */
  #claimedLast = false;
  /** Whether a claim failed that may have been written, and what it claimed is not back in the queue yet. */
  #claimFailed = false;

  constructor(options: ClaimingOptions) {
    this.#options = options;
    this.#steps = new TickBatch(
      (steps) => this.#settle(steps),
      options.log,
      "what happened to messages cannot be written",
    );
    this.#running = this.#run();
  }

  /** Something has become due, or a link has room. */
  wake(): void {
    this.#between.wake();
  }

  /** Writes what has happened to a message, together with others. */
  add(step: Step): void {
    this.#steps.add(step);
  }

  /** Claims nothing more; from now on there is little time left to write what happens to messages. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#between.stop();
    this.#steps.giveUpAfter(writeTime);
    await this.#running;
  }

  /** Resolves when what has happened until now is written, or given up. */
  settled(): Promise<void> {
    return this.#steps.settled();
  }

  async #settle(steps: readonly Step[]): Promise<void> {
    const { delivery, links, owner } = this.#options;
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

  /** Claims what there is room for and hands it over; returns how long to wait unless woken. */
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

  /** Returns whether there were messages. */
  async #claim(rooms: readonly LinkRoom[], now: number): Promise<boolean> {
    const { delivery, links, owner, validity } = this.#options;
    const claimed = await delivery.claim({ owner, now, validity, links: rooms }).catch((error: unknown) => {
      this.#claimFailed = true;
      throw error;
    });
    for (const message of claimed) {
      const runner = links.get(message.linkId);
      if (runner !== undefined) runner.send(message);
      else this.#giveBack(message.id, message.linkId, message.nextAt);
    }
    links.pump();
    return claimed.length > 0;
  }

  /** Milliseconds until a message is due for a link with room: reads every queue, so it is asked only after an empty claim. */
  async #untilDue(rooms: readonly LinkRoom[], at: number): Promise<number> {
    const withRoom = rooms.flatMap(({ linkId, room }) => (room > 0 ? linkId : []));
    return ((await this.#options.delivery.nextDue(withRoom)) ?? Infinity) - at;
  }

  /** A claim that failed may have been written all the same: what nobody here knows of goes back, before the next claim. */
  async #takeBack(): Promise<void> {
    const { delivery, links, owner } = this.#options;
    await this.#steps.settled();
    await delivery.takeBack(owner, links.sending());
    this.#claimFailed = false;
  }

  /** The link was closed between the claim and its response. */
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
