import type { Forgetting } from "../../script/calls.js";
import type { Database } from "./database.js";

/** Prepares deletions of obsolete rows inside the open transaction; each returns the number of rows. */
export function prepareForget(
  database: Database,
  table: "stray_message" | "unmatched_receipt",
): (input: Forgetting) => number {
  const old = database.prepare(
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE at < ? ORDER BY at LIMIT +?)`,
  );
  const beyond = database.prepare(
    `DELETE FROM ${table} WHERE id IN
       (SELECT id FROM ${table} WHERE id <= (SELECT max(id) FROM ${table}) - ? ORDER BY id LIMIT +?)`,
  );
  return ({ before, most, limit }) => old.run(before, limit).changes + beyond.run(most, limit).changes;
}
