import type { Session } from "./database.js";
import { sql } from "./statement.js";

const lock = sql(
  `SELECT pg_advisory_xact_lock(key) FROM (
     SELECT DISTINCT hashtextextended($1 || ' ' || name, 0) AS key FROM unnest($2::text[]) AS n (name) ORDER BY key) k`,
);

/**
 * Locks things that may have no row yet, by their keys, until the end of the transaction; the same key of two subjects is two
 * locks. Two keys may share a lock. All keys of a transaction are locked by one call: only then are they in an order that
 * excludes deadlocks.
 */
export async function lockKeys(session: Session, subject: string, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await session.all(lock, subject, keys);
}
