import { constants, copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "@jest/globals";
import { placeOf } from "#server/storage/index.js";
import { temporaryFolder } from "./fixtures.js";
import type { PostgresServer } from "./local-server.js";
import { anyServer, projectPool } from "./postgres-server.js";

/** Stores that tests run on, one per Jest project. */
export type StoreKind = "sqlite" | "postgres";

/** The store of this Jest project, from `globals` in `jest.config.js`. */
export const storeKind: StoreKind =
  (globalThis as { readonly messengerStore?: StoreKind }).messengerStore ?? "sqlite";

const folder = temporaryFolder();
let files = 0;
let started: Promise<PostgresServer> | undefined;

afterAll(async () => {
  folder.remove();
  await (await started)?.stop();
});

async function startServer(): Promise<PostgresServer> {
  const server = await anyServer();
  if (server === undefined) throw new Error("PostgreSQL is not available here");
  return server;
}

/** URL of a new place without a schema. It is removed after the tests of the file. */
export async function emptyDatabase(): Promise<string> {
  if (storeKind === "sqlite") return `sqlite:${join(folder.path, `${(files += 1)}.db`)}`;
  started ??= startServer();
  return (await started).createDatabase();
}

/** A file with a current schema and no rows: a copy takes a tenth of the time of making the tables. */
let filled: Promise<string> | undefined;

async function fillFile(): Promise<string> {
  const path = join(folder.path, "filled.db");
  await (await placeOf(`sqlite:${path}`)).migrate(false, Date.now());
  return path;
}

const pool = storeKind === "postgres" ? projectPool() : undefined;

/** URL of a database with a current schema and no rows. It is removed or used again after the tests of the file. */
export async function newDatabase(): Promise<string> {
  if (pool !== undefined) return pool.take();
  const url = await emptyDatabase();
  filled ??= fillFile();
  copyFileSync(await filled, url.slice("sqlite:".length), constants.COPYFILE_FICLONE);
  return url;
}

/** The same, of a database that no test has used: one of PostgreSQL has no partitions. */
export async function unusedDatabase(): Promise<string> {
  return pool?.takeUnused() ?? newDatabase();
}

/** Lets a later test of the file use a database. */
export function giveBack(url: string): void {
  pool?.giveBack(url);
}

/** Declares tests of what only one store has, such as files. */
export function onlyOn(kind: StoreKind, declare: () => void): void {
  if (kind === storeKind) declare();
}
