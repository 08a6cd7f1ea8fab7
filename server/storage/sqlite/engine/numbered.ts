import type { Database, SqlValue, Statement } from "./database.js";

/**
 * Prepares a statement that both databases run. Its parameters are `$1` to `$9`, in any order and each any number of times; the drivers of
 * SQLite bind values by position, so that a value is bound once for each use.
 */
export function prepareNumbered<Row = never>(
  database: Database,
  sql: string,
): Pick<Statement<Row>, "all" | "run"> {
  const indexes = [...sql.matchAll(/\$(\d)/gu)].map(([, digit]) => Number(digit) - 1);
  const text = sql.replace(/LIMIT \$\d/gu, "LIMIT +?").replace(/\$\d/gu, "?");
  const statement = database.prepare<Row>(text);
  const bound = (values: readonly SqlValue[]): SqlValue[] => indexes.map((index) => values[index] ?? null);
  return {
    all: (...values) => statement.all(...bound(values)),
    run: (...values) => statement.run(...bound(values)),
  };
}
