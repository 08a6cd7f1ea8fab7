import { setTimeout } from "node:timers/promises";
import type { CallLog } from "../../runtime/call.js";

/** Milliseconds between attempts to write what could not be written. */
const firstPause = 100;
const longestPause = 5_000;

/**
 * Gathers what comes in during one turn of the event loop and writes it in one go. What cannot be written is tried again
 * until it can, in order.
 */
export class TickBatch<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  readonly #log: CallLog;
  readonly #event: string;
  #items: Item[] = [];
  #running: Promise<void> = Promise.resolve();
  #pending = 0;

  /** `event` is what the log says when a write fails. */
  constructor(write: (items: readonly Item[]) => Promise<void>, log: CallLog, event: string) {
    this.#write = write;
    this.#log = log;
    this.#event = event;
  }

  add(item: Item): void {
    this.#items.push(item);
    if (this.#items.length > 1) return;
    setImmediate(() => {
      this.#flush();
    });
  }

  /** Resolves when everything added until now is written. */
  async settled(): Promise<void> {
    this.#flush();
    while (this.#pending > 0) await this.#running;
  }

  #flush(): void {
    const items = this.#items;
    if (items.length === 0) return;
    this.#items = [];
    this.#pending += 1;
    // Writes of several turns may be under way together: the store keeps their order.
    const written = this.#write(items).catch(async (error: unknown) => this.#again(items, error));
    this.#running = Promise.all([this.#running, written]).then(() => {
      this.#pending -= 1;
    });
  }

  async #again(items: readonly Item[], first: unknown): Promise<void> {
    let error = first;
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      this.#log.error({ err: error, waiting: items.length }, this.#event);
      await setTimeout(pause);
      try {
        await this.#write(items);
        return;
      } catch (next) {
        error = next;
      }
    }
  }
}
