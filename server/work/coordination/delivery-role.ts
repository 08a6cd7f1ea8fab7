import { randomBytes } from "node:crypto";
import type { CallLog } from "messenger-gen-runtime";
import type { DeliveryStore } from "../../ports/delivery.js";
import type { LinkReport } from "../../domain/delivery/routing/link.js";
import type { Holding, LinkSlots } from "../../domain/delivery/claiming/link-slots.js";
import { pause } from "./wake-up.js";

export interface DeliveryRoleOptions {
  readonly delivery: Pick<DeliveryStore, "own" | "disown">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds for which each renewal holds. */
  readonly lease: number;
  /** Milliseconds between renewals. */
  readonly interval: number;
  readonly reports: (at: number) => readonly LinkReport[];
  /** Links that this process wants to deliver to. */
  readonly wanted: () => readonly LinkSlots[];
  /** Called after each renewal with the slots of the lease. */
  readonly onHolding: (holding: Holding) => void;
  /** Called after the lease has begun, or was renewed after it had expired. */
  readonly onHeld: () => void;
  /** Called after the lease has ended; the next one begins when it has resolved. */
  readonly onLost: () => Promise<void>;
  readonly log: CallLog;
}

/** Share of a lease, at its end, in which nothing is sent: messages handed over before have left by then. */
const margin = 0.2;

/** Milliseconds between a change of the requested slots and the renewal that stores it. */
const soon = 20;

/** A name that no other lease has, of 16 characters: every message in flight has it in its row. */
const newName = (): string => randomBytes(12).toString("base64url");

/**
 * Lease of a process that delivers. A separate timer renews it, independently of other work. It is checked before each submission, on
 * the system clock and on a monotonic clock: a process that was suspended for longer than the lease sends nothing when it resumes.
 */
export class DeliveryRole {
  readonly #options: DeliveryRoleOptions;
  readonly #between = pause();
  readonly #running: Promise<void>;
  #owner = newName();
  #until = -Infinity;
  /** End of the lease by `performance.now`, less the margin. */
  #sendsUntil = -Infinity;
  /** Whether the lease held at the last renewal. */
  #isOwner = false;
  #stopped = false;

  constructor(options: DeliveryRoleOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Name of the lease. After each refusal it is a new one, so that writes of an earlier lease are refused. */
  get owner(): string {
    return this.#owner;
  }

  /** True while no other process can have taken over. */
  get isHeld(): boolean {
    return this.#options.now() < this.#until && performance.now() < this.#sendsUntil;
  }

  /** Renews now, because the requested slots have changed. */
  renew(): void {
    this.#between.wake();
  }

  /** Stops renewing. Ends the lease, if the store can be written to, so that another process can take over at once. */
  async leave(): Promise<void> {
    this.#stopped = true;
    this.#between.stop();
    await this.#running;
    this.#end();
    const { delivery, log } = this.#options;
    await delivery.disown(this.owner).catch((error: unknown) => {
      log.error(
        { err: error },
        "ownership of delivery cannot be released; another process takes over when the lease expires",
      );
    });
  }

  async #run(): Promise<void> {
    const { log, interval } = this.#options;
    while (!this.#stopped) {
      await this.#renew().catch((error: unknown) => {
        log.error({ err: error }, "the lease of delivery cannot be renewed");
      });
      await this.#between.wait(Math.min(soon, interval), interval);
    }
  }

  #end(): void {
    this.#until = -Infinity;
    this.#sendsUntil = -Infinity;
  }

  async #renew(): Promise<void> {
    const { delivery, now, lease, reports, wanted, onHolding, onHeld, onLost, log } = this.#options;
    const at = now();
    const until = at + lease;
    const sendsUntil = performance.now() + lease * (1 - margin);
    const wasHeld = this.isHeld;
    const wasOwner = this.#isOwner;
    const request = { owner: this.owner, now: at, until, reports: reports(at), wanted: wanted() };
    const holding = await delivery.own(request);
    this.#isOwner = holding !== undefined;
    if (holding !== undefined) {
      [this.#until, this.#sendsUntil] = [until, sendsUntil];
      onHolding(holding);
      if (!wasHeld) onHeld();
      return;
    }
    this.#end();
    if (wasOwner) {
      log.error({}, "another process has taken over delivery");
      await onLost();
    }
    // The store may know the name although no response said so, and a name that has ended never holds again.
    this.#owner = newName();
  }
}
