import { setTimeout } from "node:timers/promises";
import type { CallLog } from "messenger-gen-runtime";
import { isLasting } from "../ports/writes.js";

/** Milliseconds between attempts to write what could not be written. */
const firstPause = 100;
const longestPause = 5_000;

/**
 * Gathers what comes in while a write runs, and writes it in one go, in order: nothing overtakes what could not be written,
 * which is tried again until it can. An item that is refused for good is written alone and, when that fails too, dropped.
 */
export class TickBatch<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  readonly #log: CallLog;
  readonly #event: string;
  #items: Item[] = [];
  #running: Promise<void> | undefined;
  #end = Infinity;
  readonly #ending = new AbortController();

  /** `event` is what the log says when a write fails. */
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

  /** Resolves when everything added until now is written, or given up. */
  async settled(): Promise<void> {
    this.#start();
    while (this.#running !== undefined) await this.#running;
  }

  /** What cannot be written within so many milliseconds from now is given up: it is logged and dropped. */
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

  /** Why the items could not be written; undefined when they were. */
  async #attempt(items: readonly Item[]): Promise<unknown> {
    try {
      await this.#write(items);
      return undefined;
    } catch (error) {
      return error ?? new Error("no reason");
    }
  }
}
