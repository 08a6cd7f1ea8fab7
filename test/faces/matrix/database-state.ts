import { createHash } from "node:crypto";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { postgresReader } from "#server/storage/postgres/transfer-reader.js";
import { openReader } from "#server/storage/sqlite/engine/connection.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { sqliteReader } from "#server/storage/sqlite/files/transfer-reader.js";
import type { TransferReader } from "#server/storage/transfer/transfer.js";

/** What a database has, whatever the driver: rows of each table, without sessions, kept forms and processes. */
export type DatabaseState = ReadonlyMap<string, readonly string[]>;

async function stateBy(reader: TransferReader): Promise<DatabaseState> {
  const state = new Map<string, readonly string[]>();
  for (const table of reader.tables) {
    const rows: string[] = [];
    for await (const part of reader.rows(table)) rows.push(...part.map((row) => JSON.stringify(row)));
    state.set(table.name, rows.toSorted());
  }
  return state;
}

export async function stateOf(url: string): Promise<DatabaseState> {
  if (url.startsWith("sqlite:")) {
    const database = openReader(await loadDriver(), url.slice("sqlite:".length));
    try {
      return await stateBy(sqliteReader(database));
    } finally {
      database.close();
    }
  }
  const database = await connect(postgresSettings(url), undefined, "read");
  try {
    return await database.snapshot(async (queries) => stateBy(await postgresReader(queries)));
  } finally {
    await database.close();
  }
}

const shortened = (row: string): string =>
  row.length <= 200
    ? row
    : `${row.slice(0, 160)} ${createHash("sha256").update(row).digest("hex").slice(0, 8)}`;

/** Rows that came, with `+`, and those that went, with `-`, in the tables that are not left out. */
export function differences(
  before: DatabaseState,
  after: DatabaseState,
  leftOut: ReadonlySet<string>,
): readonly string[] {
  return [...after].flatMap(([table, rows]) => {
    if (leftOut.has(table)) return [];
    const known = new Set(before.get(table));
    const now = new Set(rows);
    const came = rows.filter((row) => !known.has(row)).map((row) => `+ ${table} ${shortened(row)}`);
    const went = [...known].filter((row) => !now.has(row)).map((row) => `- ${table} ${shortened(row)}`);
    return [...went, ...came];
  });
}
