import type { CallLog } from "messenger-gen-runtime";
import { pause } from "../coordination/wake-up.js";
import type { ClaimedMessage, LinkRoom } from "../domain/outbox/claims.js";
import type { HandOverOffer } from "../domain/outbox/submission.js";
import type { DeliveryStore } from "../ports/delivery.js";
import { isOutcomeUnknown } from "../ports/writes.js";
import { TickBatch } from "./batched-calls.js";
import type { Step } from "./link-runner.js";
import type { LinkSet } from "./link-set.js";

export interface ClaimingOptions {
  readonly delivery: Pick<DeliveryStore, "claim" | "nextDue" | "settle" | "takeBack">;
  readonly links: Pick<LinkSet, "get" | "pump" | "reserve" | "rooms" | "sending">;
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

/** Parts that a claim may take on each link after a claim of nothing. */
const leastClaimed = 4;

/** An offer to send a message as soon as it is stored; the free slots that it needs are kept until it ends. */
export interface Offer extends HandOverOffer {
  readonly release: () => void;
}

/** Claims messages for the free window slots of links, and stores their settlements. */
export class Claiming {
  readonly #options: ClaimingOptions;
  readonly #steps: TickBatch<Step>;
  readonly #between = pause();
  readonly #running: Promise<void>;
  #stopping = false;
  /** Whether the last claim returned messages: there may be more. */
  #claimedLast = false;
  /** Whether messages may be claimed that this process does not have, and that are not back in the queue yet. */
  #claimFailed = false;
  /** Results that return messages to the queue, and that may be stored. */
  readonly #doubtful = new WeakSet<Step>();
  /** Whether the last round may have left messages in their queues because slots were missing. */
  #lacksRoom = true;
  /** Whether messages may wait for links with free slots. */
  #mayWait = true;
  #isClaiming = false;
  /** Parts that the next claim takes at most on each link: more than are likely to wait, fewer than would stop offers. */
  #most = Infinity;
  /** Offers whose messages are being stored. */
  #offers = 0;
  #onNoOffer = (): void => undefined;

  constructor(options: ClaimingOptions) {
    this.#options = options;
    this.#steps = new TickBatch(
      (steps) => this.#settle(steps),
      options.log,
      "outcomes of messages cannot be stored",
    );
    this.#running = this.#run();
  }

  /** Wakes the worker: a message has become due. */
  wake(): void {
    this.#options.links.pump();
    this.#mayWait = true;
    this.#between.wake();
  }

  /** Wakes the worker if messages may wait for the free slots that a link has now. */
  wakeForRoom(): void {
    if (this.#lacksRoom) this.wake();
    else this.#options.links.pump();
  }

  /** Offers to send a message of so many parts as soon as it is stored; undefined if no link has free slots. */
  offer(parts: number): Offer | undefined {
    const { links, owner, mayClaim } = this.#options;
    if (this.#stopping || this.#claimFailed || !mayClaim()) return undefined;
    // Free slots belong to the next claim, except those that the current claim leaves.
    if (this.#mayWait && !this.#isClaiming) return undefined;
    const rooms = links.rooms();
    const free = rooms.flatMap(({ linkId, room }) => (room >= parts ? linkId : []));
    if (free.length === 0) return undefined;
    const up = rooms.flatMap((link) => (link.up ? link.linkId : []));
    const release = links.reserve(free.map((linkId) => ({ linkId, room: parts })));
    this.#offers += 1;
    return { owner: owner(), up, free, release };
  }

  /** Closes an offer. `message` is the message if it was stored as claimed, or `unknown` if it may have been. */
  endOffer({ owner, release }: Offer, message: ClaimedMessage | "unknown" | undefined): void {
    release();
    this.#offers -= 1;
    if (message === "unknown") this.#claimFailed = true;
    else if (message !== undefined && this.#isCurrent(owner)) this.#send(message);
    if (this.#claimFailed) this.wake();
    else this.wakeForRoom();
    if (this.#offers === 0) this.#onNoOffer();
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
    if (this.#offers > 0) await new Promise<void>((resolve) => (this.#onNoOffer = resolve));
  }

  /** Resolves when all settlements until now are stored or dropped. */
  settled(): Promise<void> {
    return this.#steps.settled();
  }

  async #settle(steps: readonly Step[]): Promise<void> {
    const { delivery, links } = this.#options;
    const owner = this.#options.owner();
    const due = steps.map((step) => ({
      owner,
      ...step,
      end: this.#doubtful.has(step) ? undefined : step.end,
    }));
    const early = await delivery.settle(due).catch((error: unknown) => {
      if (isOutcomeUnknown(error)) this.#doubt(steps);
      throw error;
    });
    for (const { linkId, count } of early) links.get(linkId)?.matched(count);
    if (steps.some(({ end }) => end?.kind === "queued")) this.wake();
  }

  /**
   * Repeats results whose outcome is unknown, but not the return of messages to the queue: they may have been claimed again, and sent.
   * Those that are still claimed return as after a failed claim. A message that may be sent twice anyway returns again.
   */
  #doubt(steps: readonly Step[]): void {
    const returned = steps.filter(({ end }) => end?.kind === "queued" && !end.uncertain);
    if (returned.length === 0) return;
    for (const step of returned) this.#doubtful.add(step);
    this.#claimFailed = true;
    this.wake();
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
    this.#lacksRoom = true;
    if (this.#claimFailed && this.#offers > 0) return poll;
    if (this.#claimFailed) await this.#takeBack();
    const rooms = this.#options.links.rooms();
    const room = rooms.reduce((sum, link) => sum + link.room, 0);
    const isRoutingOnly = rooms.length > 0 && rooms.every(({ up }) => !up);
    if (room === 0 && !isRoutingOnly) return poll;
    this.#lacksRoom = rooms.some((link) => link.room === 0);
    const at = this.#options.now();
    const idle = this.#claimedLast ? 0 : await this.#untilDue(rooms, at);
    this.#mayWait = idle <= 0;
    if (idle > 0) return Math.min(poll, idle);
    this.#claimedLast = await this.#claim(rooms, at);
    this.#mayWait ||= this.#claimedLast;
    return this.#claimedLast ? 0 : poll;
  }

  /** Returns whether messages were claimed. */
  async #claim(rooms: readonly LinkRoom[], now: number): Promise<boolean> {
    const { delivery, links: runners, validity } = this.#options;
    const owner = this.#options.owner();
    const links = rooms.map(({ room, ...link }) => ({ room: Math.min(room, this.#most), ...link }));
    const release = runners.reserve(links);
    [this.#isClaiming, this.#mayWait] = [true, false];
    const claimed = await delivery
      .claim({ owner, now, validity, links })
      .catch((error: unknown) => {
        this.#claimFailed = true;
        throw error;
      })
      .finally(() => {
        release();
        this.#isClaiming = false;
      });
    if (!this.#isCurrent(owner)) return false;
    for (const message of claimed) this.#send(message);
    runners.pump();
    this.#most = claimed.reduce((sum, { parts }) => sum + 2 * parts, leastClaimed);
    return claimed.length > 0;
  }

  /** False if the lease has expired meanwhile: the process that ended it has settled what was claimed under it as uncertain. */
  #isCurrent(owner: string): boolean {
    return owner === this.#options.owner();
  }

  /** Passes a claimed message to its link, or back to the queue if that was closed meanwhile. */
  #send(message: ClaimedMessage): void {
    const runner = this.#options.links.get(message.linkId);
    if (runner === undefined) this.#giveBack(message.id, message.linkId, message.nextAt);
    else runner.send(message);
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
