import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { type Counts, queueReads } from "#server/storage/sqlite/counts.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import type { Database } from "#server/storage/sqlite/engine/database.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { packings } from "#server/storage/sqlite/packings.js";
import { threadScript, WriterClient } from "#server/storage/sqlite/engine/writer-client.js";
import { Changes } from "#server/storage/sqlite/engine/kept.js";
import { prepareSchema } from "#server/storage/sqlite/schema/migrate.js";
import { apartReads } from "#server/storage/sqlite/apart.js";
import { storeOf } from "#server/storage/sqlite/store.js";
import { readsOn } from "#server/storage/sqlite/engine/scripts.js";
import { usageTotals } from "#server/storage/tables/usage/usage.js";
import { allWrites, type Writes } from "#server/storage/sqlite/writes.js";
import { temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
const sources = "server/storage/sqlite";

afterAll(() => {
  folder.remove();
});

/** A statement as the store prepares it: compiled with its first call. */
interface Prepared {
  readonly text: string;
  /** Source file that prepares it. */
  readonly file: string;
}

/** The innermost file of the driver on the stack. */
function caller(): string {
  return /storage\/sqlite\/(?<file>[\w/-]+)\.[jt]s/u.exec(new Error().stack ?? "")?.groups?.["file"] ?? "";
}

/** Passes statements on, and records them. */
function recording(database: Database): {
  readonly recorder: Database;
  readonly prepared: readonly Prepared[];
} {
  const prepared: Prepared[] = [];
  const prepare: Database["prepare"] = (text) => {
    prepared.push({ text, file: caller() });
    return database.prepare(text);
  };
  return { recorder: { ...database, prepare }, prepared };
}

/** Compiles a statement without running it; returns the error. */
function errorOf(database: Database, { text, file }: Prepared): string | undefined {
  const nulls = Array.from({ length: text.split("?").length - 1 }, () => null);
  try {
    database.prepare(`EXPLAIN ${text}`).all(...nulls);
    return undefined;
  } catch (error) {
    return `${file}: ${String(error)}: ${text}`;
  }
}

/** These prepare a statement where they run it, or run one of another file: every test of theirs compiles it. */
const atOnce = [
  ...[
    "files/copy",
    "files/exclusive",
    "files/inspect",
    "files/live-copy",
    "files/migrate-file",
    "files/restore",
  ],
  ...["files/transfer", "files/transfer-reader", "schema/migrate"],
  ...["engine/better-sqlite3", "engine/connection", "engine/database"],
  ...["engine/driver", "engine/group-commit", "engine/node-sqlite", "engine/node-sqlite-module.d"],
  ...["engine/scripts", "engine/snapshot", "reader"],
];

test("every statement that is compiled with its first call can be compiled", async () => {
  const path = join(folder.path, "messenger.db");
  const database = openWriter(await loadDriver(), path);
  try {
    prepareSchema(database, "create");
    const { recorder, prepared } = recording(database);
    // Its thread starts with its first call.
    const writer = new WriterClient<Writes>(
      { path, drivers: [], schema: "use" },
      threadScript("writer"),
      packings,
    );
    const counts: Counts = { ...queueReads(recorder), ...usageTotals(readsOn(recorder)) };
    const close = async (): Promise<void> => undefined;
    const apart = apartReads({ path, drivers: [] });
    storeOf(recorder, new Changes(), () => recorder, writer, { ...counts, close }, apart);
    allWrites(recorder);

    expect(prepared.length).toBeGreaterThan(100);
    expect(prepared.flatMap((each) => errorOf(database, each) ?? [])).toEqual([]);
    expect(prepared.filter(({ text }) => /LIMIT \?/u.test(text))).toEqual([]);
    const preparing = readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter(
        (file) => file.endsWith(".ts") && /\bprepare\b[<(]/u.test(readFileSync(join(sources, file), "utf8")),
      )
      .map((file) => file.replace(/\.ts$/u, ""));
    const recorded = new Set(prepared.map(({ file }) => file));
    expect(preparing.filter((file) => !recorded.has(file) && !atOnce.includes(file))).toEqual([]);
  } finally {
    database.close();
  }
});
