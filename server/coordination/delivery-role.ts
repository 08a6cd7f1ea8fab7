import { randomUUID } from "node:crypto";
import type { CallLog } from "messenger-gen-runtime";
import type { DeliveryStore } from "../ports/delivery.js";
import type { LinkReport } from "../domain/links/links.js";
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
  /** Called after this process has become the owner of delivery, or renewed its lease after it had expired. */
  readonly onHeld: () => void;
  /** Called after another process has taken over. */
  readonly onLost: () => Promise<void>;
  readonly log: CallLog;
}

/**
 * Role of the one process that delivers: a lease in the store. A separate timer renews it, independently of other work.
 * It is checked before each submission: a process that was suspended for longer than the lease sends nothing more.
 */
export class DeliveryRole {
  readonly owner = randomUUID();
  readonly #options: DeliveryRoleOptions;
  readonly #between = pause();
  readonly #running: Promise<void>;
  #until = -Infinity;
  /** Whether this process owned delivery at the last renewal. */
  #isOwner = false;
  #stopped = false;

  constructor(options: DeliveryRoleOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** True while no other process can have taken over. */
  get isHeld(): boolean {
    return this.#options.now() < this.#until;
  }

  /** Stops renewing. Releases the lease, if the store can be written to, so that another process can take over at once. */
  async leave(): Promise<void> {
    this.#stopped = true;
    this.#between.stop();
    await this.#running;
    this.#until = -Infinity;
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
      await this.#between.wait(interval, interval);
    }
  }

  async #renew(): Promise<void> {
    const { delivery, now, lease, reports, onHeld, onLost, log } = this.#options;
    const at = now();
    const until = at + lease;
    const wasHeld = this.isHeld;
    const wasOwner = this.#isOwner;
    this.#isOwner = await delivery.own({ owner: this.owner, now: at, until, reports: reports(at) });
    this.#until = this.#isOwner ? until : -Infinity;
    if (this.#isOwner && !wasHeld) onHeld();
    if (wasOwner && !this.#isOwner) {
      log.error({}, "another process has taken over delivery");
      await onLost();
    }
  }
}
