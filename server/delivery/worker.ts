import type { CallLog } from "messenger-gen-runtime";
import type { DeliveryStore } from "../ports/delivery.js";
import type { Store } from "../ports/store.js";
import { postForward } from "../forwarding/forward-post.js";
import { Forwarder } from "../forwarding/forwarder.js";
import { gatewayContext } from "./gateway-context.js";
import type { Step } from "./link-runner.js";
import { LinkSet, type OpenGateway } from "./link-set.js";
import { containedObserver, type DeliveryObserver } from "./observer.js";
import { Ownership } from "../coordination/ownership.js";
import { pause } from "../coordination/wake-up.js";
import { runSweeps, type SweepTimes } from "../maintenance/sweeps.js";
import { TickBatch } from "./batched-calls.js";
import type { LinkRoom } from "../domain/outbox/claims.js";

export interface DeliveryOptions {
  readonly store: Pick<Store, "delivery" | "incoming" | "links" | "outbox">;
  readonly open: OpenGateway;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
  readonly times?: Partial<DeliveryTimes> | undefined;
  readonly observer?: DeliveryObserver | undefined;
}

/** Milliseconds. */
export interface DeliveryTimes extends SweepTimes {
  /** A link that is down for longer leaves its messages to others. */
  readonly failover: number;
  /** After which delivery may be taken from a worker that is silent. */
  readonly ownership: number;
  /** Between two looks at links and routes. */
  readonly look: number;
  /** Between two looks at what time has ended. */
  readonly sweep: number;
}

export const defaultDeliveryTimes: DeliveryTimes = {
  validity: 48 * 3_600_000,
  receipt: 72 * 3_600_000,
  unmatched: 24 * 3_600_000,
  join: 30 * 60_000,
  stray: 30 * 24 * 3_600_000,
  failover: 10_000,
  ownership: 5_000,
  look: 1_000,
  sweep: 5_000,
};

/** The delivery worker at work. */
export interface Delivery {
  /** Something has become due: look now instead of at the next poll. */
  wake(): void;
  /** Why messages do not reach a network; undefined when they do. */
  problem(): string | undefined;
  /** Claims nothing more, waits for the answers to what is on the way, and leaves the networks. */
  close(): Promise<void>;
}

/** Milliseconds that a stopping worker tries to write what happened to messages; after a restart the rest is uncertain. */
const writeTime = 5_000;

/** Milliseconds between looks into the outbox when nobody wakes the worker: other processes may add to it. */
const poll = 250;
const longestAfterFailure = 5_000;

/** Starts moving due messages from the outbox to the links, and what the networks say back into the store. */
export function startDelivery(options: DeliveryOptions): Delivery {
  const worker = new Worker(options);
  return {
    wake: () => {
      worker.wake();
    },
    problem: () => worker.problem(),
    close: () => worker.close(),
  };
}

class Worker {
  readonly #ownership: Ownership;
  readonly #delivery: DeliveryStore;
  readonly #options: DeliveryOptions;
  readonly #times: DeliveryTimes;
  readonly #links: LinkSet;
  readonly #steps: TickBatch<Step>;
  readonly #forwarder: Forwarder;
  readonly #between = pause();
  readonly #running: Promise<unknown>;
  #stopping = false;
  #revision = -1;
  #up: readonly number[] = [];
  #looked = pause();
  #sweptAt = -Infinity;
  /** Whether the last claim found messages: then there may be more. */
  #claimedLast = false;
  /** Whether a claim failed that may have been written, and what it claimed is not back in the queue yet. */
  #claimFailed = false;

  constructor(options: DeliveryOptions) {
    const { store, open, now, log } = options;
    const observer = containedObserver(options.observer, log);
    this.#options = options;
    this.#delivery = store.delivery;
    this.#times = { ...defaultDeliveryTimes, ...options.times };
    this.#steps = new TickBatch(
      (steps) => this.#settle(steps),
      log,
      "what happened to messages cannot be written",
    );
    this.#links = new LinkSet({
      ...{ open, now, log, observer, grace: this.#times.failover },
      mayLeave: () => this.#ownership.isHeld,
      contextOf: gatewayContext({ store, now, log, observer, onChange: this.wake.bind(this) }),
      onStep: (step) => {
        this.#steps.add(step);
        this.wake();
      },
    });
    const { incoming } = store;
    const mayPost = (): boolean => this.#ownership.isHeld;
    this.#forwarder = new Forwarder({ incoming, now, log, post: postForward, mayPost });
    this.#ownership = this.#own();
    this.#running = Promise.all([this.#lookLoop(), this.#claimLoop()]);
  }

  wake(): void {
    this.#links.pump();
    this.#between.wake();
  }

  problem(): string | undefined {
    return this.#ownership.isHeld ? this.#links.problem() : undefined;
  }

  async close(): Promise<void> {
    this.#stopping = true;
    this.#between.stop();
    this.#looked.stop();
    this.#steps.giveUpAfter(writeTime);
    await this.#running;
    await this.#links.close();
    await this.#steps.settled();
    await this.#forwarder.close();
    await this.#ownership.giveBack().catch((error: unknown) => {
      this.#options.log.error(
        { err: error },
        "delivery cannot be given back; it is taken over when its time is up",
      );
    });
  }

  async #settle(steps: readonly Step[]): Promise<void> {
    const early = await this.#delivery.settle(
      steps.map((step) => ({ owner: this.#ownership.owner, ...step })),
    );
    for (const { linkId, count } of early) this.#links.get(linkId)?.matched(count);
  }

  async #claimLoop(): Promise<void> {
    let failures = 0;
    while (!this.#stopping) {
      try {
        await this.#between.wait(0, this.#ownership.isHeld ? await this.#claimRound() : poll);
        failures = 0;
      } catch (error) {
        failures += 1;
        this.#options.log.error({ err: error, failures }, "delivery round failed");
        await this.#between.wait(poll, Math.min(poll * 2 ** failures, longestAfterFailure));
      }
    }
  }

  /** Claims what there is room for and hands it over; returns how long to wait unless woken. */
  async #claimRound(): Promise<number> {
    const { now } = this.#options;
    if (this.#claimFailed) await this.#takeBack();
    const links = this.#links.rooms();
    const room = links.reduce((sum, link) => sum + link.room, 0);
    const isRoutingOnly = links.length > 0 && links.every(({ up }) => !up);
    if (room === 0 && !isRoutingOnly) return poll;
    const at = now();
    const idle = this.#claimedLast ? 0 : await this.#untilDue(links, at);
    if (idle > 0) return Math.min(poll, idle);
    const { validity } = this.#times;
    const claim = { owner: this.#ownership.owner, now: at, validity, links };
    const claimed = await this.#delivery.claim(claim).catch((error: unknown) => {
      this.#claimFailed = true;
      throw error;
    });
    for (const message of claimed) {
      const runner = this.#links.get(message.linkId);
      if (runner !== undefined) runner.send(message);
      else this.#giveBack(message.id, message.linkId, message.dueAt);
    }
    this.#links.pump();
    this.#claimedLast = claimed.length > 0;
    return this.#claimedLast ? 0 : poll;
  }

  /** Milliseconds until a message is due for a link with room: reads every queue, so it is asked only after an empty claim. */
  async #untilDue(links: readonly LinkRoom[], at: number): Promise<number> {
    const withRoom = links.flatMap(({ linkId, room }) => (room > 0 ? linkId : []));
    return ((await this.#delivery.nextDue(withRoom)) ?? Infinity) - at;
  }

  /** A claim that failed may have been written all the same: what nobody here knows of goes back, before the next claim. */
  async #takeBack(): Promise<void> {
    await this.#steps.settled();
    await this.#delivery.takeBack(this.#ownership.owner, this.#links.sending());
    this.#claimFailed = false;
  }

  /** The link was closed between the claim and its answer. */
  #giveBack(recipientId: number, linkId: number, dueAt: number): void {
    const end = {
      kind: "queued",
      dueAt,
      linkId: 0,
      counts: "nothing",
      uncertain: false,
      code: undefined,
    } as const;
    this.#steps.add({ recipientId, linkId, at: this.#options.now(), accepted: [], end });
  }

  async #lookLoop(): Promise<void> {
    const { log } = this.#options;
    while (!this.#stopping) {
      try {
        if (this.#ownership.isHeld) {
          await this.#follow();
          await this.#sweep();
          await this.#forwarder.round();
        }
      } catch (error) {
        log.error({ err: error }, "delivery cannot look after its links");
      }
      await this.#looked.wait(0, this.#times.look);
    }
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#sweptAt < this.#times.sweep) return;
    this.#sweptAt = performance.now();
    await runSweeps(this.#options.store, this.#options.now(), this.#times, () => this.#goesOn());
  }

  /** Whether long work goes on: it is done in slices. */
  #goesOn(): boolean {
    return !this.#stopping && this.#ownership.isHeld;
  }

  /** Begins to take or keep delivery; a worker that has lost it leaves its networks. */
  #own(): Ownership {
    const { now, log } = this.#options;
    return new Ownership({
      ...{ delivery: this.#delivery, now, log, lease: this.#times.ownership, interval: this.#times.look },
      reports: (at) => this.#links.reports(at),
      onHeld: () => {
        this.#looked.wake();
        this.wake();
      },
      onLost: async () => {
        this.#revision = -1;
        await this.#links.close();
      },
    });
  }

  /** Follows changes of links and routes, and links that go down. */
  async #follow(): Promise<void> {
    const { links } = this.#options.store;
    const revision = await links.revision();
    const changed = revision !== this.#revision;
    if (changed) {
      this.#links.reconcile(await links.links());
      this.#revision = revision;
      this.wake();
    }
    const up = this.#links.up();
    const down = this.#up.filter((linkId) => !up.includes(linkId));
    const came = up.some((linkId) => !this.#up.includes(linkId));
    this.#up = up;
    const waiting = changed || came || down.length > 0 ? await this.#delivery.waitingLinks() : [];
    const stale = waiting.filter((linkId) => linkId !== 0 && (changed || !up.includes(linkId)));
    for (const linkId of stale) await this.#reroute(linkId);
    if (stale.length > 0) this.wake();
  }

  async #reroute(linkId: number): Promise<void> {
    const up = this.#up;
    const { owner } = this.#ownership;
    let after = await this.#delivery.reroute({ owner, linkId, up, after: undefined });
    while (after !== undefined && this.#goesOn())
      after = await this.#delivery.reroute({ owner, linkId, up, after });
  }
}
