import type { Database } from "./database.js";

/** Tables with one row that changes with everything they count for, in any process. */
type Revision = "account_revision" | "price_revision";

/** Most things of a kind that are kept in memory. */
const maxKept = 10_000;

/**
 * Keeps what is read by its key until the revision changes; what is not there is looked for each time. A change counts
 * from the next call on: the revision is read with each.
 */
export function keepUntil<K, V>(
  database: Database,
  revision: Revision,
  read: (key: K) => V | undefined,
): (key: K) => V | undefined {
  const current = database.prepare<{ readonly n: number }>(`SELECT n FROM ${revision}`);
  const kept = new Map<K, V>();
  let seen: number | undefined;
  return (key) => {
    const now = current.get()?.n;
    if (now !== seen || kept.size >= maxKept) kept.clear();
    seen = now;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = read(key);
    if (found !== undefined) kept.set(key, found);
    return found;
  };
}
