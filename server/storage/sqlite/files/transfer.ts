import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StoreError } from "../../errors.js";
import { orderLedger } from "../../schema/ledger-order.js";
import { firstNumbersOfWeeks, weekOf } from "../../schema/numbers.js";
import { addAudit } from "../../tables/audit/audit.js";
import { ScriptRunner } from "../engine/scripts.js";
import { ofSqlite, type TransferTable } from "../../transfer/tables.js";
import type { LastNumbers, TransferSource, TransferTarget } from "../../transfer/transfer.js";
import { syncFile, withPartial } from "./copy.js";
import { createFile, createFolder, requireFile } from "../engine/connection.js";
import type { Database, SqlValue, Statement } from "../engine/database.js";
import { loadDriver } from "../engine/driver.js";
import { withExclusive } from "./exclusive.js";
import { prepareSchema } from "../schema/migrate.js";
import { place } from "./restore.js";
import { sqliteReader } from "./transfer-reader.js";

/** Reads a file that no other process uses; none can use it until `use` is done. Rejects with a `StoreError`. */
export async function readSqlite<T>(path: string, use: (source: TransferSource) => Promise<T>): Promise<T> {
  const file = resolve(path);
  requireFile(file);
  return withExclusive(await loadDriver(), file, (database) => {
    prepareSchema(database, "use");
    return use(sourceOf(database));
  });
}

function sourceOf(database: Database): TransferSource {
  const weeks = database.prepare<{ readonly first: number }>(firstNumbersOfWeeks);
  const numbers = database.prepare<{ readonly name: string; readonly last: number }>(
    "SELECT name, seq AS last FROM sqlite_sequence",
  );
  return {
    ...sqliteReader(database),
    weeks: async () => weeks.all().map(({ first }) => weekOf(first)),
    lastNumbers: async () => new Map(numbers.all().map(({ name, last }) => [name, last])),
  };
}

/** Fills a new file, which appears only when `use` is done. Rejects with a `StoreError`: `exists` for a file that is there. */
export async function fillSqlite<T>(path: string, use: (target: TransferTarget) => Promise<T>): Promise<T> {
  const driver = await loadDriver();
  const target = resolve(path);
  if (existsSync(target)) throw new StoreError("exists", target);
  createFolder(dirname(target));
  return withPartial(target, async (partial) => {
    createFile(partial);
    const database = driver.open(partial, false);
    let result: T;
    try {
      // A file that is not complete is removed.
      database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF");
      prepareSchema(database, "create");
      result = await use(targetOf(database));
    } finally {
      database.close();
    }
    syncFile(partial);
    await place(driver, partial, target);
    return result;
  });
}

const triggersSql = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'";

function targetOf(database: Database): TransferTarget {
  const triggers = database.prepare<{ readonly name: string; readonly sql: string }>(triggersSql).all();
  const inserts = new Map<string, Insert>();
  return {
    ...sqliteReader(database),
    prepare: async () => {
      // Rows are copied as they are, with whatever triggers have made of others.
      for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
      database.exec("BEGIN");
    },
    exec: async (text) => {
      database.exec(text);
    },
    write: async (table, rows) => {
      const insert = inserts.get(table.name) ?? prepareInsert(database, table);
      inserts.set(table.name, insert);
      for (const row of rows) insert(row);
    },
    finish: async (last, entry) => {
      new ScriptRunner(database).run(addAudit(entry));
      continueNumbers(database, last);
      database.exec(orderLedger);
      database.exec("COMMIT");
      for (const { sql } of triggers) database.exec(sql);
    },
  };
}

type Insert = (row: readonly SqlValue[]) => void;

function prepareInsert(database: Database, { name, columns }: TransferTable): Insert {
  const computed = ofSqlite.computed[name] ?? [];
  const stored = [...columns.entries()].filter(([, column]) => !computed.includes(column));
  const names = stored.map(([, column]) => `"${column}"`).join(", ");
  const places = stored.map(() => "?").join(", ");
  const insert: Statement<never> = database.prepare(`INSERT INTO ${name} (${names}) VALUES (${places})`);
  return (row) => {
    insert.run(...stored.map(([index]) => row[index] ?? null));
  };
}

/** A number of a deleted row is never given again. */
function continueNumbers(database: Database, last: LastNumbers): void {
  const tables = database
    .prepare<{ readonly name: string }>("SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'")
    .all();
  const remove = database.prepare("DELETE FROM sqlite_sequence WHERE name = ?");
  const add = database.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)");
  const largest = (name: string): number =>
    database.prepare<{ readonly n: number | null }>(`SELECT max(rowid) AS n FROM ${name}`).get()?.n ?? 0;
  for (const { name } of tables) {
    const number = Math.max(largest(name), last.get(name) ?? 0);
    remove.run(name);
    if (number > 0) add.run(name, number);
  }
}
