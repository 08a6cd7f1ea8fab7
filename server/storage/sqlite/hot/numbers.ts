import type { NumberRange } from "../../schema/numbers.js";
import type { Database } from "../engine/database.js";

type Numbered = "txn" | "recipient";

/** An expression of the next number of a table in a week, with the parameters of `inWeek`. */
export function nextNumber(table: Numbered): string {
  return `1 + coalesce((SELECT max(rowid) FROM ${table} WHERE rowid BETWEEN ? AND ?), ?)`;
}

/** Parameters of `nextNumber`. */
export function inWeek({ first, last }: NumberRange): readonly [number, number, number] {
  return [first, last, first];
}

/** Prepares the next number, where it does not stand in the insert itself, which takes less time. */
export function prepareNextNumber(database: Database, table: Numbered): (week: NumberRange) => number {
  const next = database.prepare<{ readonly n: number }>(`SELECT ${nextNumber(table)} AS n`);
  return (week) => next.get(...inWeek(week))?.n ?? NaN;
}
