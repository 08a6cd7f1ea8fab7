import type { Database } from "./database.js";
import { sql } from "./statement.js";

/** Tables with one revision row, which any process changes with the data it covers. */
type Revision = "account_revision" | "price_revision";

/** Maximum cached entries of a kind. */
const maxKept = 10_000;

/** Milliseconds for which a change by another process may go unseen. */
const staleness = 500;

/** A revision of the database, read at most twice a second however often it is asked for. */
export class Revised {
  readonly #read: () => Promise<number>;
  #asked: Promise<number> | undefined;
  #askedAt = -Infinity;

  constructor(database: Database, revision: Revision) {
    const current = sql<{ readonly n: number }>(`SELECT n FROM ${revision}`);
    this.#read = async () => (await database.get(current))?.n ?? 0;
  }

  /** The revision as it is, or was a moment ago. */
  async current(): Promise<number> {
    const now = performance.now();
    if (this.#asked === undefined || now - this.#askedAt > staleness) {
      this.#askedAt = now;
      const asked = this.#read();
      this.#asked = asked;
      // A failure is that of its callers; the next one asks again.
      asked.catch(() => {
        if (this.#asked === asked) this.#asked = undefined;
      });
    }
    return this.#asked;
  }

  /** To call after a change by this process: the next call sees it. */
  changed(): void {
    this.#asked = undefined;
  }
}

/**
 * Caches rows by key until the revision changes; missing rows are not cached. A change by this process
 * counts from the next call on, one by another process within half a second.
 */
export function keepUntil<K, V>(
  revised: Revised,
  read: (key: K) => Promise<V | undefined>,
): (key: K) => Promise<V | undefined> {
  const kept = new Map<K, Promise<V | undefined>>();
  let seen: number | undefined;
  return async (key) => {
    const now = await revised.current();
    if (now !== seen || kept.size >= maxKept) kept.clear();
    seen = now;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = read(key);
    kept.set(key, found);
    const forget = (): void => {
      if (kept.get(key) === found) kept.delete(key);
    };
    found.then((value) => {
      if (value === undefined) forget();
    }, forget);
    return found;
  };
}
