import type { DriverName, SqlValue } from "./database.js";
import type { Failure } from "./writer-protocol.js";

/** What a reading process opens. */
export interface ReadFile {
  readonly path: string;
  readonly drivers: readonly DriverName[];
}

/** What it is started with. */
export interface ReaderStart extends ReadFile {
  /** Id of the process that starts it. */
  readonly parent: number;
}

/** A statement with its values, or the beginning or end of a snapshot. */
export interface ToReader {
  readonly text: string;
  readonly values: readonly SqlValue[] | "none";
}

/** A part of the rows of a statement, or its failure. */
export type FromReader =
  | {
      readonly kind: "rows";
      readonly columns: readonly string[];
      /** Of one row after the other. */
      readonly values: readonly SqlValue[];
      readonly isLast: boolean;
    }
  | { readonly kind: "failed"; readonly error: Failure };

/** Rows of one message: to read it takes about a millisecond of the thread that serves calls. */
const rowsAtOnce = 500;

/** The messages with the rows of a statement. */
export function* packRows(rows: readonly Readonly<Record<string, SqlValue>>[]): Generator<FromReader> {
  const columns = Object.keys(rows[0] ?? {});
  let from = 0;
  do {
    const some = rows.slice(from, (from += rowsAtOnce));
    const values = some.flatMap((row) => columns.map((name) => row[name] ?? null));
    yield { kind: "rows", columns, values, isLast: from >= rows.length };
  } while (from < rows.length);
}

/** The rows of a message. */
export function unpackRows({ columns, values }: FromReader & { readonly kind: "rows" }): readonly object[] {
  const rows: object[] = [];
  for (let place = 0; place < values.length;) {
    const row: Record<string, SqlValue | undefined> = {};
    for (const name of columns) row[name] = values[place++];
    rows.push(row);
  }
  return rows;
}
