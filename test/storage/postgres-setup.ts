/** Global set-up of the Jest project `postgres`: one server for all its files, and a database with a current schema to copy. */
import { openStore } from "#server/storage/index.js";
import { localServer, type PostgresServer } from "./local-server.js";
import { namedServer } from "./named-server.js";

let servers: readonly PostgresServer[] = [];

/** Starts a server unless `MESSENGER_TEST_POSTGRES` names one. Workers of Jest inherit the variables. */
export default async function setUp(): Promise<void> {
  const own = process.env["MESSENGER_TEST_POSTGRES"] ? undefined : await localServer();
  if (own !== undefined) process.env["MESSENGER_TEST_POSTGRES"] = await own.createDatabase();
  const base = process.env["MESSENGER_TEST_POSTGRES"];
  if (base === undefined || base === "") return;
  const named = namedServer(base);
  servers = [named, ...(own === undefined ? [] : [own])];
  const template = await named.createDatabase();
  await (await openStore(template)).close();
  process.env["MESSENGER_TEST_TEMPLATE"] = new URL(template).pathname.slice(1);
}

/** Removes what was made. */
export async function tearDown(): Promise<void> {
  for (const server of servers) await server.stop();
}
