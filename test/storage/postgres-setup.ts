/** Global set-up of the Jest project `postgres`: one server for all its files, and a database with a current schema to copy. */
import { openStore } from "#server/storage/index.js";
import { preparedByProject, publish } from "./database-pool.js";
import { pristineOf } from "./emptied-database.js";
import { execute, localServer, type PostgresServer } from "./local-server.js";
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
  const url = await named.createDatabase();
  await (await openStore(url)).close();
  publish({ template: new URL(url).pathname.slice(1), pristine: await pristineOf(url) });
}

/** Removes the databases of the pools. */
async function removePool(): Promise<void> {
  const [prepared, base] = [preparedByProject(), process.env["MESSENGER_TEST_POSTGRES"]];
  if (prepared === undefined || base === undefined) return;
  const pooled = `SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${prepared.template}_')`;
  for (const { name } of (await execute(base, pooled)) as readonly { readonly name: string }[])
    await execute(base, `DROP DATABASE ${name} WITH (FORCE)`);
}

/** Removes what was made. */
export async function tearDown(): Promise<void> {
  await removePool();
  for (const server of servers) await server.stop();
}
