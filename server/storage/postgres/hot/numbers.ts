import { weekOf } from "../../schema/numbers.js";

/** The sequence of the week of a number. */
export function sequenceOf(table: "txn" | "recipient", number: number): string {
  return `${table}_number_${new Date(weekOf(number)).toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/** Rows by the sequence of their week: nearly always one. */
export function bySequence<Row>(
  table: "txn" | "recipient",
  rows: readonly Row[],
  numberOf: (row: Row) => number,
): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const sequence = sequenceOf(table, numberOf(row));
    const others = found.get(sequence);
    if (others === undefined) found.set(sequence, [row]);
    else others.push(row);
  }
  return found;
}
