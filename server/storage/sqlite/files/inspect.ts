import { resolve } from "node:path";
import type { Compacted, DatabaseSize, DatabaseStats } from "../../place.js";
import { text } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { checksOf, type CheckResult, type Invariant } from "../../tables/checks.js";
import { openReader, requireFile } from "../engine/connection.js";
import type { Database } from "../engine/database.js";
import { loadDriver } from "../engine/driver.js";
import { readsOn } from "../engine/scripts.js";
import { withExclusive } from "./exclusive.js";
import { appliedTo, prepareSchema } from "../schema/migrate.js";

/** Reads one snapshot of a file, which may be in use; its schema must be that of this version. */
async function withSnapshot<T>(path: string, use: (database: Database) => T | Promise<T>): Promise<T> {
  const file = resolve(path);
  requireFile(file);
  const database = openReader(await loadDriver(), file);
  try {
    prepareSchema(database, "use");
    database.exec("BEGIN");
    return await use(database);
  } finally {
    database.close();
  }
}

const what = { what: text() };

const ofFile: readonly Invariant[] = [
  {
    name: "the file is intact",
    broken: sql(
      "SELECT integrity_check AS what FROM pragma_integrity_check WHERE integrity_check <> 'ok' LIMIT 1",
      what,
    ),
  },
  {
    name: "references lead to existing rows",
    broken: sql('SELECT "table" AS what FROM pragma_foreign_key_check LIMIT 1', what),
  },
  {
    name: "ledger entries are found by time",
    broken: sql(
      `SELECT 'ledger entry ' || l.id AS what FROM ledger l
       WHERE l.id <= (SELECT upto FROM ledger_ordered)
         AND NOT EXISTS (SELECT 1 FROM ledger_order o WHERE o.customer_id = l.customer_id AND o.at = l.at AND o.id = l.id)
       UNION ALL SELECT 'ledger entry ' || o.id FROM ledger_order o WHERE NOT EXISTS (SELECT 1 FROM ledger l WHERE l.id = o.id)
       LIMIT 1`,
      what,
    ),
  },
];

/** Checks the file behind a connection. */
export function checksOfFile(database: Database): Promise<readonly CheckResult[]> {
  return checksOf(readsOn(database), ofFile);
}

/** Checks a file, also while a server uses it. Rejects with a `StoreError`. */
export function checkSqlite(path: string): Promise<readonly CheckResult[]> {
  return withSnapshot(path, checksOfFile);
}

function sizeOf(database: Database): DatabaseSize {
  const pragma = (name: string): number =>
    database.prepare<{ value: number }>(`SELECT ${name} AS value FROM pragma_${name}`).get()?.value ?? 0;
  return {
    driver: "sqlite",
    schema: appliedTo(database).length,
    bytes: pragma("page_count") * pragma("page_size"),
    free: pragma("freelist_count") * pragma("page_size"),
  };
}

/** Size of a file. Rejects with a `StoreError`. */
export function sqliteSize(path: string): Promise<DatabaseSize> {
  return withSnapshot(path, sizeOf);
}

/** Facts about a file. Rejects with a `StoreError`. */
export function sqliteStats(path: string): Promise<DatabaseStats> {
  return withSnapshot(path, (database) => {
    const tables = database
      .prepare<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
      )
      .all();
    const count = (table: string): number =>
      database.prepare<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;
    const oldest = database.prepare<{ at: number | null }>("SELECT min(created_at) AS at FROM txn").get();
    return {
      ...sizeOf(database),
      oldest: oldest?.at ?? null,
      tables: tables.map(({ name }) => ({ name, rows: count(name) })),
    };
  });
}

/** Gives the space of deleted rows back to the file system; no other process may use the file. Rejects with a `StoreError`. */
export async function compactSqlite(path: string): Promise<Compacted> {
  const { bytes: before } = await sqliteSize(path);
  await withExclusive(await loadDriver(), resolve(path), (database) => {
    database.exec("VACUUM");
  });
  return { before, after: (await sqliteSize(path)).bytes };
}
