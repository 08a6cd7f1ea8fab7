import { numbersAt, type NumberRange, weekOf } from "../../schema/numbers.js";

const all: NumberRange = { first: 0, last: Number.MAX_SAFE_INTEGER };

/**
 * Where to look for a transaction, one range after the other: the week that its id names, so that one partition is looked at, then
 * all of them. A UUID version 7 (RFC 9562, section 5.7) begins with the time in milliseconds; any other id may be of any week, and
 * an id that is made before midnight may belong to a call that is accepted after it.
 */
export function rangesOf(transactionId: string): readonly NumberRange[] {
  const time = /^([0-9a-f]{8})-([0-9a-f]{4})-7/u.exec(transactionId);
  return time === null ? [all] : [numbersAt(Number.parseInt(`${time[1]}${time[2]}`, 16)), all];
}

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
