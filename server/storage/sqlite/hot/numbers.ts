import type { NumberRange } from "../../schema/numbers.js";
import type { Database } from "../engine/database.js";

/** Prepares the next number of a table in a week. */
export function prepareNextNumber(
  database: Database,
  table: "txn" | "recipient",
): (week: NumberRange) => number {
  const latest = database.prepare<{ readonly n: number }>(
    `SELECT coalesce(max(rowid), ?) AS n FROM ${table} WHERE rowid BETWEEN ? AND ?`,
  );
  return ({ first, last }) => (latest.get(first, first, last)?.n ?? first) + 1;
}
