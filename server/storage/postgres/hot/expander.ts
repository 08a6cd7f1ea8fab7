import type { Database } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { expand } from "./recipient-inserts.js";

const left = sql("SELECT 1 FROM recipient_block LIMIT 1");

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

  /** Without a transaction: mostly, there is none. */
  async #hasLeft(): Promise<boolean> {
    return !this.#closed && (await this.#database.get(left)) !== undefined;
  }

  /** Blocks that cannot be written now are retried after the interval. */
  async #expandAll(): Promise<void> {
    try {
      while (await this.#hasLeft()) if (!(await this.#database.transaction(expand))) return;
    } catch {
      // The database is not there: the blocks stay, and so does what was acknowledged.
    }
  }
}
