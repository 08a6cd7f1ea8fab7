import { join } from "node:path";
import { afterAll } from "@jest/globals";
import { placeOf } from "#server/storage/index.js";
import { temporaryFolder } from "./fixtures.js";
import type { PostgresServer } from "./local-server.js";
import { anyServer } from "./postgres-server.js";

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

async function create(template?: string): Promise<string> {
  if (storeKind === "sqlite") return `sqlite:${join(folder.path, `${(files += 1)}.db`)}`;
  started ??= startServer();
  return (await started).createDatabase(template);
}

/** URL of a new place without a schema. It is removed after the tests of the file. */
export async function emptyDatabase(): Promise<string> {
  return create();
}

/** URL of a new database with a current schema and no rows. It is removed after the tests of the file. */
export async function newDatabase(): Promise<string> {
  const template = process.env["MESSENGER_TEST_TEMPLATE"];
  const url = await create(template);
  if (storeKind === "sqlite" || template === undefined) await (await placeOf(url)).migrate(false, Date.now());
  return url;
}

/** Declares tests of what only one store has, such as files. */
export function onlyOn(kind: StoreKind, declare: () => void): void {
  if (kind === storeKind) declare();
}
