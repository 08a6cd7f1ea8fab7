import {
  type OwnTable,
  ofPostgres,
  sharedTables,
  type TransferRow,
  type TransferTable,
} from "../transfer/tables.js";
import type { TransferReader } from "../transfer/transfer.js";
import type { Queries } from "./engine/session.js";
import { sql } from "./engine/statement.js";
import { checksOf } from "../tables/checks.js";
import { readsOn } from "./engine/scripts.js";

/** Rows of a fetch; fewer where a row may be large. */
const mostRows = { plain: 2_000, withBytes: 4 };

export interface PostgresColumn {
  readonly table: string;
  readonly column: string;
  /** As SQL names it. */
  readonly type: string;
}

const columns = sql<PostgresColumn>(
  `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
   FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND a.attnum > 0 AND NOT a.attisdropped`,
);
const references = sql<{ readonly table: string; readonly name: string }>(
  `SELECT c.relname AS table, f.relname AS name
   FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
     JOIN pg_catalog.pg_class f ON f.oid = k.confrelid
   WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace`,
);

type Row = Readonly<Record<string, string | number | boolean | Uint8Array | null>>;

/** A database, read in one transaction. */
export interface PostgresReader extends TransferReader {
  readonly columns: readonly PostgresColumn[];
}

function tablesOf(
  found: readonly PostgresColumn[],
  refers: readonly { readonly table: string; readonly name: string }[],
): readonly TransferTable[] {
  const names = [...new Set(found.map(({ table }) => table))];
  const own = names.map((name): OwnTable => ({
    name,
    columns: found.filter(({ table }) => table === name).map(({ column }) => column),
    references: refers.filter(({ table }) => table === name).map((each) => each.name),
  }));
  return sharedTables(own, ofPostgres);
}

function rowOf({ columns: names }: TransferTable, row: Row): TransferRow {
  return names.map((name) => {
    const value = row[name] ?? null;
    return typeof value === "boolean" ? Number(value) : value;
  });
}

/** Reads a database in the transaction of `queries`. */
export async function postgresReader(queries: Queries): Promise<PostgresReader> {
  const found = await queries.all(columns);
  const tables = tablesOf(found, await queries.all(references));
  return {
    columns: found,
    tables,
    async *rows(table) {
      const hasBytes = found.some((each) => each.table === table.name && each.type === "bytea");
      const cursor = `transfer_${table.name}`;
      const list = table.columns.map((column) => `"${column}"`).join(", ");
      await queries.run(sql(`DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${list} FROM "${table.name}"`));
      const fetch = sql<Row>(`FETCH ${hasBytes ? mostRows.withBytes : mostRows.plain} FROM ${cursor}`);
      for (let rows = await queries.all(fetch); rows.length > 0; rows = await queries.all(fetch))
        yield rows.map((row) => rowOf(table, row));
      await queries.run(sql(`CLOSE ${cursor}`));
    },
    size: async () => {
      let sum = 0;
      for (const { name } of tables)
        sum +=
          (await queries.get(sql<{ readonly n: number }>(`SELECT count(*) AS n FROM "${name}"`)))?.n ?? 0;
      return sum;
    },
    check: () => checksOf(readsOn(queries)),
  };
}
