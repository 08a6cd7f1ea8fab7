import type { CallLog } from "messenger-gen-runtime";
import { pause } from "../coordination/wake-up.js";
import type { ClaimedMessage, FreeSlots } from "../../domain/delivery/claiming/claim.js";
import { SlotGrant } from "../../domain/delivery/claiming/granted-slots.js";
import type { DeliveryStore } from "../../ports/delivery.js";
import { isLasting, isOutcomeUnknown } from "../../ports/service.js";
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

/**
 * Milliseconds until the outbox is looked at after a claim that left slots, so that messages which come one by one from other processes
 * are claimed together; one of this process wakes the worker at once.
 */
const afterClaim = 40;

/** What a claim has used. */
type Claimed = "nothing" | "some slots" | "all slots";

/** Milliseconds until the outbox is looked at again. */
const untilNext: Readonly<Record<Claimed, number>> = {
  nothing: poll,
  "some slots": afterClaim,
  "all slots": 0,
};

/** `all slots`: of at least one link. */
function usedBy(messages: readonly ClaimedMessage[], freeSlots: readonly FreeSlots[]): Claimed {
  if (messages.length === 0) return "nothing";
  const isFilled = ({ linkId, free }: FreeSlots): boolean =>
    free > 0 &&
    messages.reduce((sum, message) => sum + (message.linkId === linkId ? message.parts : 0), 0) >= free;
  return freeSlots.some(isFilled) ? "all slots" : "some slots";
}

/** A message that is being stored, and may be stored as claimed. */
export interface Storing {
  /** Name of the lease when it began. */
  readonly owner: string;
}

/** A settlement that is to be stored. */
interface Result {
  readonly step: Step;
  /** It was passed to the store and did not fail there, or frees no slot. */
  isPosted: boolean;
  /** It returns a message to the queue, and an earlier write of it may have succeeded. */
  isDoubtful: boolean;
}

/** Claims messages for the free window slots of links, and stores their settlements. */
export class Claiming {
  readonly #options: ClaimingOptions;
  readonly #results: TickBatch<Result>;
  readonly #between = pause();
  readonly #running: Promise<void>;
  #stopping = false;
  /** Whether the last claim filled the slots of a link: more messages may wait. */
  #goesOn = false;
  /** Claims that failed, and results that may be lost: each may leave a message claimed that this process does not have. */
  #failures = 0;
  /** How many of them have been made good: the messages are back in the queue. */
  #recovered = 0;
  /** Number of ends of messages, by link, that were not passed to the store: after a kill these messages are uncertain. */
  readonly #unposted = new Map<number, number>();
  /** Messages whose settlements were dropped, with the lease: they may have been sent, and are uncertain when it ends. */
  readonly #dropped = new Map<number, string>();
  /** Whether the last round may have left messages in their queues because slots were missing. */
  #lacksRoom = true;
  /** Free slots that the store has, and fills by itself. */
  readonly #grant = new SlotGrant();
  /** Claims and submissions in progress, which may store messages as claimed. */
  #open = 0;
  #onNoneOpen = (): void => undefined;

  constructor(options: ClaimingOptions) {
    this.#options = options;
    this.#results = new TickBatch({
      write: (results) => this.#settle(results),
      // A part of a message is stored before those that follow it.
      holdsBack: ({ step }) => step.end === undefined,
      onDropped: (dropped) => {
        for (const { step } of dropped) this.#dropped.set(step.recipientId, options.owner());
      },
      log: options.log,
      event: "outcomes of messages cannot be stored",
    });
    this.#running = this.#run();
  }

  /** Wakes the worker: a message has become due. */
  wake(): void {
    this.#options.links.pump();
    this.#between.wake();
  }

  /** Wakes the worker if messages may wait for the free slots that a link has now. */
  wakeForRoom(): void {
    if (this.#lacksRoom) this.wake();
    else this.#options.links.pump();
  }

  /** Begins to store a message that may leave at once, with a statement of free slots if needed; undefined if it must wait for a claim. */
  begin(): Storing | undefined {
    const { owner, mayClaim } = this.#options;
    if (this.#stopping || this.#hasFailed() || !mayClaim()) return undefined;
    if (this.#grant.isStale(this.#rooms())) this.#state();
    this.#open += 1;
    return { owner: owner() };
  }

  /** The message was stored. `message` is given if it was stored as claimed, or `unknown` if it may have been. */
  end({ owner }: Storing, message: ClaimedMessage | "unknown" | undefined): void {
    if (message === "unknown") this.#failures += 1;
    else if (message !== undefined) {
      this.#receive([message], owner);
      this.#options.links.pump();
    }
    this.#close();
  }

  /** Stores a settlement, together with others. */
  add(step: Step): void {
    if (step.end !== undefined) this.#countUnposted(step.linkId, 1);
    this.#results.add({ step, isPosted: step.end === undefined, isDoubtful: false });
  }

  /** Stops claiming; settlements are stored for a limited time from now on. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#between.stop();
    this.#results.giveUpAfter(writeTime);
    await this.#running;
    if (this.#open > 0) await new Promise<void>((resolve) => (this.#onNoneOpen = resolve));
  }

  /** Resolves when all settlements until now are stored or dropped. */
  settled(): Promise<void> {
    return this.#results.settled();
  }

  async #settle(results: readonly Result[]): Promise<void> {
    const { delivery, links } = this.#options;
    const owner = this.#options.owner();
    const due = results.map(({ step, isDoubtful }) => ({
      owner,
      ...step,
      end: isDoubtful ? undefined : step.end,
    }));
    const settled = delivery.settle(due);
    const posted = results.filter(({ isPosted }) => !isPosted);
    for (const result of posted) this.#mark(result, true);
    this.wakeForRoom();
    const early = await settled.catch((error: unknown) => {
      if (isOutcomeUnknown(error)) this.#doubt(results);
      // The others are not written again, or are written alone.
      if (!isLasting(error)) for (const result of posted) this.#mark(result, false);
      throw error;
    });
    for (const { linkId, count } of early) links.get(linkId)?.matched(count);
    if (results.some(({ step }) => step.end?.kind === "queued")) this.wake();
  }

  /** The slot of a message that has ended is free while its settlement is with the store. */
  #mark(result: Result, isPosted: boolean): void {
    result.isPosted = isPosted;
    this.#countUnposted(result.step.linkId, isPosted ? -1 : 1);
  }

  #countUnposted(linkId: number, difference: 1 | -1): void {
    this.#unposted.set(linkId, (this.#unposted.get(linkId) ?? 0) + difference);
  }

  /**
   * Repeats results whose outcome is unknown, but not the return of messages to the queue: they may have been claimed again, and sent.
   * Those that are still claimed return as after a failed claim. A message that may be sent twice anyway returns again.
   */
  #doubt(results: readonly Result[]): void {
    const returned = results.filter(({ step: { end } }) => end?.kind === "queued" && !end.uncertain);
    if (returned.length === 0) return;
    for (const result of returned) result.isDoubtful = true;
    this.#failures += 1;
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
    if (this.#hasFailed() && this.#open > 0) return poll;
    if (this.#hasFailed()) await this.#takeBack();
    if (this.#hasFailed()) return 0;
    const freeSlots = this.#rooms();
    const room = freeSlots.reduce((sum, link) => sum + link.free, 0);
    const isRoutingOnly = freeSlots.length > 0 && freeSlots.every(({ up }) => !up);
    if (room === 0 && !isRoutingOnly) return poll;
    this.#lacksRoom = freeSlots.some((link) => link.free === 0);
    const idle = this.#goesOn ? 0 : await this.#untilDue(freeSlots);
    if (idle > 0) return Math.min(poll, idle);
    const claimed = await this.#claim(true);
    this.#goesOn = claimed === "all slots";
    return untilNext[claimed];
  }

  /**
   * Free slots. Those of messages that have ended count once the store will store their settlement before other messages, and no longer if
   * that fails.
   */
  #rooms(): readonly FreeSlots[] {
    return this.#options.links.rooms().map((link) => {
      const ended = this.#unposted.get(link.linkId) ?? 0;
      return ended === 0 ? link : { linkId: link.linkId, up: link.up, free: Math.max(0, link.free - ended) };
    });
  }

  /** States the free slots; messages that wait get them first. */
  #state(): void {
    this.#claim(false).catch((error: unknown) => {
      this.#options.log.error({ err: error }, "free slots cannot be stated");
    });
  }

  /** Gives the free slots to the store, and passes the messages that it claims to their links. */
  async #claim(looks: boolean): Promise<Claimed> {
    const { delivery, links: runners, validity, now } = this.#options;
    const owner = this.#options.owner();
    const links = this.#rooms();
    const grant = this.#grant.state(links);
    this.#open += 1;
    try {
      const claimed = await delivery.claim({ owner, now: now(), validity, links, grant, looks });
      this.#receive(claimed, owner);
      runners.pump();
      return usedBy(claimed, links);
    } catch (error) {
      this.#failures += 1;
      throw error;
    } finally {
      this.#close();
    }
  }

  /** Passes claimed messages to their links, unless the lease has expired: the store then forgets the slots that they have taken. */
  #receive(messages: readonly ClaimedMessage[], owner: string): void {
    if (!this.#isCurrent(owner)) return;
    for (const message of messages) {
      this.#grant.receive(message.linkId, message.parts);
      this.#send(message);
    }
  }

  #close(): void {
    this.#open -= 1;
    if (this.#hasFailed()) this.wake();
    if (this.#open === 0) this.#onNoneOpen();
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
  async #untilDue(freeSlots: readonly FreeSlots[]): Promise<number> {
    const withRoom = freeSlots.flatMap(({ linkId, free }) => (free > 0 ? linkId : []));
    return ((await this.#options.delivery.nextDue(withRoom)) ?? Infinity) - this.#options.now();
  }

  /** Whether messages may be claimed that this process does not have, and that are not back in the queue yet. */
  #hasFailed(): boolean {
    return this.#failures !== this.#recovered;
  }

  /**
   * A failed claim may have been committed: before the next claim, messages that this process does not have return to the queue.
   * What fails meanwhile needs another call: this process may still have had the message when the call began.
   */
  async #takeBack(): Promise<void> {
    const { delivery, links } = this.#options;
    await this.#results.settled();
    const failures = this.#failures;
    const owner = this.#options.owner();
    for (const [id, lease] of this.#dropped) if (lease !== owner) this.#dropped.delete(id);
    await delivery.takeBack(owner, [...links.sending(), ...this.#dropped.keys()]);
    this.#grant.renew();
    this.#recovered = failures;
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
    const step: Step = { recipientId, linkId, at: this.#options.now(), accepted: [], end };
    this.#results.add({ step, isPosted: true, isDoubtful: false });
  }
}
