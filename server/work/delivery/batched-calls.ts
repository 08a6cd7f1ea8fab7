import { setTimeout } from "node:timers/promises";
import type { CallLog } from "messenger-gen-runtime";
import { isLasting } from "../../ports/service.js";

/** Milliseconds between retries of a failed write. */
const firstPause = 100;
const longestPause = 5_000;

export interface TickBatchOptions<Item> {
  readonly write: (items: readonly Item[]) => Promise<void>;
  /** Whether later items wait until this one is written. */
  readonly holdsBack: (item: Item) => boolean;
  /** Called with items that are dropped unwritten. */
  readonly onDropped: (items: readonly Item[]) => void;
  readonly log: CallLog;
  /** Log event of a failed write. */
  readonly event: string;
}

/**
 * Writes the items of a turn of the event loop together, without waiting for earlier writes, unless one of these contains an item that
 * holds back others. A failed write is repeated until it succeeds, several of them one after the other; items that are added meanwhile
 * wait. After a permanent failure the items are written one by one, and those that fail again are dropped.
 */
export class TickBatch<Item> {
  readonly #options: TickBatchOptions<Item>;
  #items: Item[] = [];
  #isScheduled = false;
  /** Writes in progress, and those of them for which items wait. */
  #writes = 0;
  #holding = 0;
  #whenWritten: (() => void)[] = [];
  /** The last of the failed writes that are repeated. */
  #repeating: Promise<void> | undefined;
  #end = Infinity;
  readonly #ending = new AbortController();

  constructor(options: TickBatchOptions<Item>) {
    this.#options = options;
  }

  add(item: Item): void {
    this.#items.push(item);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#start();
    });
  }

  /** Resolves when no item waits and no write is in progress. */
  async settled(): Promise<void> {
    this.#start();
    while (this.#writes > 0) await new Promise<void>((resolve) => this.#whenWritten.push(resolve));
  }

  /** Items that cannot be written within so many milliseconds from now are logged and dropped. */
  giveUpAfter(milliseconds: number): void {
    this.#end = performance.now() + milliseconds;
    this.#ending.abort();
  }

  #start(): void {
    if (this.#items.length === 0 || this.#holding > 0) return;
    const items = this.#items;
    this.#items = [];
    const holds = items.some(this.#options.holdsBack);
    this.#writes += 1;
    void this.#whileHolding(holds, () => this.#keep(items)).then(() => {
      this.#writes -= 1;
      this.#start();
      for (const resolve of this.#whenWritten.splice(0)) resolve();
    });
  }

  async #whileHolding(holds: boolean, work: () => Promise<void>): Promise<void> {
    if (holds) this.#holding += 1;
    await work();
    if (holds) this.#holding -= 1;
  }

  async #keep(items: readonly Item[]): Promise<void> {
    const error = await this.#attempt(items);
    if (error === undefined) return;
    const before = this.#repeating;
    const repeating = this.#whileHolding(true, async () => {
      await before;
      await this.#repeat(items, before === undefined ? error : await this.#attemptInTime(items, error));
    });
    this.#repeating = repeating;
    await repeating;
    if (this.#repeating === repeating) this.#repeating = undefined;
  }

  async #repeat(items: readonly Item[], first: unknown): Promise<void> {
    let error = first;
    for (let pause = firstPause; error !== undefined; pause = Math.min(pause * 2, longestPause)) {
      const givenUp = this.#isOver() || (isLasting(error) && items.length === 1);
      this.#options.log.error({ err: error, waiting: items.length, givenUp }, this.#options.event);
      if (givenUp) {
        this.#options.onDropped(items);
        return;
      }
      if (isLasting(error)) return this.#keepEach(items);
      await this.#rest(pause);
      error = await this.#attempt(items);
    }
  }

  /** Waits for `pause` milliseconds; `giveUpAfter` ends the current wait early, once. */
  async #rest(pause: number): Promise<void> {
    const { signal } = this.#ending;
    const longest = Math.min(pause, Math.max(0, this.#end - performance.now()));
    await setTimeout(longest, undefined, signal.aborted ? {} : { signal }).catch(() => undefined);
  }

  async #keepEach(items: readonly Item[]): Promise<void> {
    for (const item of items) await this.#repeat([item], await this.#attempt([item]));
  }

  #isOver(): boolean {
    return performance.now() >= this.#end;
  }

  async #attemptInTime(items: readonly Item[], error: unknown): Promise<unknown> {
    return this.#isOver() ? error : this.#attempt(items);
  }

  /** The error of a failed write; undefined after success. */
  async #attempt(items: readonly Item[]): Promise<unknown> {
    try {
      await this.#options.write(items);
      return undefined;
    } catch (error) {
      return error ?? new Error("no reason");
    }
  }
}
