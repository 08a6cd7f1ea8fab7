import type { Database } from "./database.js";

/** Tables with one row that changes with everything they count for, in any process. */
type Revision = "account_revision" | "price_revision";

/** Maximum cached entries of a kind. */
const maxKept = 10_000;

/** Milliseconds for which a look at the database counts. */
const lookCounts = 5;

/**
 * Tells whether the database can have changed since a look at it: this process has changed it, or enough time has passed for another process
 * to have done so.
 */
export class Changes {
  readonly #counts = { commits: 0, revisions: 0 };

  /** The writer of this process has committed. */
  readonly committed = (): void => {
    this.#counts.commits++;
  };

  /** This process may have changed a revision. */
  readonly revised = (): void => {
    this.#counts.revisions++;
  };

  /** Returns whether there was a change since the last call that returned true; true the first time. */
  watch(what: "commits" | "revisions"): () => boolean {
    const counts = this.#counts;
    let [count, until] = [-1, 0];
    return () => {
      const now = performance.now();
      if (count === counts[what] && now < until) return false;
      [count, until] = [counts[what], now + lookCounts];
      return true;
    };
  }
}

/**
 * Caches reads by key until the revision changes; absent entries are not cached. A change by this process is visible to
 * the next call once `revised` was called, one by another process after 5 ms at most.
 */
export function keepUntil<K, V>(
  database: Database,
  changes: Changes,
  revision: Revision,
  read: (key: K) => V | undefined,
): (key: K) => V | undefined {
  const current = database.prepare<{ readonly n: number }>(`SELECT n FROM ${revision}`);
  let seen: number | undefined;
  return keep(read, changes.watch("revisions"), () => {
    const now = current.get()?.n;
    const changed = now !== seen;
    seen = now;
    return changed;
  });
}

/** Like `keepUntil`, for data that changes with nearly every commit. */
export function keepBriefly<K, V>(
  changes: Changes,
  read: (key: K) => V | undefined,
): (key: K) => V | undefined {
  return keep(read, changes.watch("commits"), () => true);
}

function keep<K, V>(
  read: (key: K) => V | undefined,
  mayHaveChanged: () => boolean,
  hasChanged: () => boolean,
): (key: K) => V | undefined {
  const kept = new Map<K, V>();
  return (key) => {
    if ((mayHaveChanged() && hasChanged()) || kept.size >= maxKept) kept.clear();
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = read(key);
    if (found !== undefined) kept.set(key, found);
    return found;
  };
}
