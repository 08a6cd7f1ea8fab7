import type { Session } from "./session.js";
import { sql } from "./statement.js";

const lock = sql(
  `SELECT pg_advisory_xact_lock(key) FROM (
     SELECT DISTINCT hashtextextended($1 || ' ' || name, 0) AS key FROM unnest($2::text[]) AS n (name) ORDER BY key) k`,
);

/**
 * Locks things that may have no row yet, by their keys, before the next statement and until the end of the transaction; the same key of two
 * subjects is two locks. Two keys may share a lock. All keys of a transaction are locked by one call: only then are they in an order that
 * excludes deadlocks.
 */
export function lockKeys(session: Session, subject: string, keys: readonly string[]): void {
  if (keys.length > 0) session.post(lock, subject, keys);
}
