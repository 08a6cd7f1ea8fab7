import type { Database } from "./database.js";

/** Results of a kind that are kept: beyond that, all are read again. */
const maxKept = 10_000;

/**
 * Reads inside transactions that write, whose results are kept until they may have changed: by another connection, or by a write of this one.
 * No other connection can write during a transaction.
 */
export class CommitReads {
  readonly #version: () => unknown;
  #seen: unknown;
  #expiries = 0;

  constructor(database: Database) {
    const find = database.prepare<{ readonly data_version: number }>("PRAGMA data_version");
    this.#version = () => find.get()?.data_version;
  }

  /** A transaction has begun: another connection may have committed since the last one. */
  begun(): void {
    const version = this.#version();
    if (version !== this.#seen) this.expire();
    this.#seen = version;
  }

  /** A write may have changed what was read, or what it has changed was undone. */
  expire(): void {
    this.#expiries++;
  }

  /** Reads each key once. */
  keep<K extends string | undefined, V>(read: (key: K) => V): (key: K) => V {
    const kept = new Map<K, V>();
    let expiry = -1;
    return (key) => {
      if (expiry !== this.#expiries || kept.size >= maxKept) {
        kept.clear();
        expiry = this.#expiries;
      }
      const known = kept.get(key);
      if (known !== undefined) return known;
      const found = read(key);
      kept.set(key, found);
      return found;
    };
  }
}
