import { setTimeout } from "node:timers/promises";
import type { CallLog } from "messenger-gen-runtime";
import { isLasting } from "../ports/writes.js";

/** Milliseconds between retries of a failed write. */
const firstPause = 100;
const longestPause = 5_000;

/**
 * Collects items while a write runs and writes them together, in order. A failed write is repeated until it succeeds; later
 * items wait for it. After a permanent failure the items are written one by one, and those that fail again are dropped.
 */
export class TickBatch<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  readonly #log: CallLog;
  readonly #event: string;
  #items: Item[] = [];
  #running: Promise<void> | undefined;
  #end = Infinity;
  readonly #ending = new AbortController();

  /** `event`: log event of a failed write. */
  constructor(write: (items: readonly Item[]) => Promise<void>, log: CallLog, event: string) {
    this.#write = write;
    this.#log = log;
    this.#event = event;
  }

  add(item: Item): void {
    this.#items.push(item);
    if (this.#items.length > 1 || this.#running !== undefined) return;
    setImmediate(() => {
      this.#start();
    });
  }

  /** Resolves when everything added until now is written or dropped. */
  async settled(): Promise<void> {
    this.#start();
    while (this.#running !== undefined) await this.#running;
  }

  /** Items that cannot be written within so many milliseconds from now are logged and dropped. */
  giveUpAfter(milliseconds: number): void {
    this.#end = performance.now() + milliseconds;
    this.#ending.abort();
  }

  #start(): void {
    if (this.#items.length === 0 || this.#running !== undefined) return;
    this.#running = this.#drain().finally(() => {
      this.#running = undefined;
    });
  }

  async #drain(): Promise<void> {
    while (this.#items.length > 0) {
      const items = this.#items;
      this.#items = [];
      await this.#keep(items);
    }
  }

  async #keep(items: readonly Item[]): Promise<void> {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      const error = await this.#attempt(items);
      if (error === undefined) return;
      const over = performance.now() >= this.#end;
      this.#log.error({ err: error, waiting: items.length, givenUp: over }, this.#event);
      if (over) return;
      if (isLasting(error)) return this.#keepEach(items);
      await this.#rest(pause);
    }
  }

  /** Waits for `pause` milliseconds; `giveUpAfter` ends the current wait early, once. */
  async #rest(pause: number): Promise<void> {
    const { signal } = this.#ending;
    const longest = Math.min(pause, Math.max(0, this.#end - performance.now()));
    await setTimeout(longest, undefined, signal.aborted ? {} : { signal }).catch(() => undefined);
  }

  async #keepEach(items: readonly Item[]): Promise<void> {
    if (items.length === 1) return;
    for (const item of items) await this.#keep([item]);
  }

  /** The error of a failed write; undefined after success. */
  async #attempt(items: readonly Item[]): Promise<unknown> {
    try {
      await this.#write(items);
      return undefined;
    } catch (error) {
      return error ?? new Error("no reason");
    }
  }
}
