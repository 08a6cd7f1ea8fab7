import {
  type OwnTable,
  ofSqlite,
  sharedTables,
  type TransferRow,
  type TransferTable,
  type TransferValue,
} from "../../transfer/tables.js";
import type { TransferReader } from "../../transfer/transfer.js";
import type { Database } from "../engine/database.js";
import { checksOfFile } from "./inspect.js";
import { prepareQueueOf } from "../hot/blocks.js";

/** A batch ends with the row that reaches one of these. */
const mostRows = 2_000;
const mostBytes = 2_097_152;

type Row = Readonly<Record<string, TransferValue>>;

/** The tables of a file with the columns of each, and the tables that these refer to. */
function ownTables(database: Database): readonly OwnTable[] {
  const names = database
    .prepare<{ readonly name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all();
  const columns = database.prepare<{ readonly name: string }>("SELECT name FROM pragma_table_info(?)");
  const references = database.prepare<{ readonly name: string }>(
    'SELECT "table" AS name FROM pragma_foreign_key_list(?)',
  );
  const namesOf = (rows: readonly { readonly name: string }[]): readonly string[] =>
    rows.map(({ name }) => name);
  return names.map(({ name }) => ({
    name,
    columns: namesOf(columns.all(name)),
    references: namesOf(references.all(name)),
  }));
}

/** Rows that the shared schema has and this one has not, in place of a table. */
const views: Readonly<Record<string, string>> = {
  inbox_count: `(SELECT c.id AS customer_id, ifnull(i.total, 0) AS total, ifnull(i.unread, 0) AS unread
    FROM customer c LEFT JOIN inbox_count i ON i.customer_id = c.id)`,
};

function selectOf({ name, columns }: TransferTable): string {
  const computed = ofSqlite.computed[name] ?? [];
  const values = columns.filter((column) => !computed.includes(column)).map((column) => `"${column}"`);
  return `SELECT ${values.join(", ")} FROM ${views[name] ?? name}`;
}

/** Adds the computed columns. */
function completion(database: Database, table: string): (row: Row) => Row {
  if (table !== "recipient_block") return (row) => row;
  const queueOf = prepareQueueOf(database);
  return (row) => ({ ...row, lane: queueOf(Number(row["txn"]), "bulk") });
}

function sizeOf(row: TransferRow): number {
  let size = 0;
  for (const value of row) size += value === null || typeof value === "number" ? 8 : value.length;
  return size;
}

function* batches(database: Database, table: TransferTable): Generator<readonly TransferRow[], void> {
  const complete = completion(database, table.name);
  let batch: TransferRow[] = [];
  let bytes = 0;
  for (const found of database.prepare<Row>(selectOf(table)).iterate()) {
    const row = complete(found);
    const values = table.columns.map((column) => transferred(row[column] ?? null));
    batch.push(values);
    bytes += sizeOf(values);
    if (batch.length < mostRows && bytes < mostBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** PostgreSQL has no U+0000 in a text. */
function transferred(value: TransferValue): TransferValue {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
}

/** Reads a file that does not change meanwhile. */
export function sqliteReader(database: Database): TransferReader {
  const tables = sharedTables(ownTables(database), ofSqlite);
  return {
    tables,
    async *rows(table) {
      yield* batches(database, table);
    },
    size: async () => {
      const counts = tables.map(({ name }) =>
        database.prepare<{ readonly n: number }>(`SELECT count(*) AS n FROM ${views[name] ?? name} x`).get(),
      );
      return counts.reduce((sum, row) => sum + (row?.n ?? 0), 0);
    },
    check: () => checksOfFile(database),
  };
}
