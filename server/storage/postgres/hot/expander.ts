import type { Database } from "../engine/database.js";
import { expand } from "./recipient-inserts.js";

/** Milliseconds between two looks at blocks that other processes have left. */
const interval = 2_000;

/** Turns blocks of recipients into rows while the store is open: its own at once, those of processes that ended soon after. */
export class Expander {
  readonly #database: Database;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database) {
    this.#database = database;
    this.wake();
  }

  /** There may be new blocks. */
  wake(): void {
    if (this.#closed || this.#running !== undefined) return;
    clearTimeout(this.#timer);
    this.#running = this.#expandAll().finally(() => {
      this.#running = undefined;
      if (this.#closed) return;
      this.#timer = setTimeout(() => {
        this.wake();
      }, interval);
      this.#timer.unref();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Blocks that cannot be written now are retried after the interval. */
  async #expandAll(): Promise<void> {
    try {
      while (!this.#closed && (await this.#database.transaction(expand)));
    } catch {
      // The database is not there: the blocks stay, and so does what was acknowledged.
    }
  }
}
