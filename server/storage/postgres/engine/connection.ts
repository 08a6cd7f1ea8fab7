import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { StoreError } from "../../errors.js";
import { type Database, pooledDatabase } from "./database.js";
import { loadDriver, readers } from "./driver.js";
import { placeOf, type PostgresSettings } from "./settings.js";
import { sql } from "./statement.js";

/** Milliseconds for a connection, and for the response to a statement; after the latter the connection is given up. */
const patience = { connect: 5_000, answer: 120_000 };

/** Oldest server, as `server_version_num` says it. */
const oldestServer = 150_000;

function fileOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new StoreError("badDatabaseUrl", `${path} cannot be read`);
  }
}

function tlsOptions({ tls, rootCertificate, certificate, key }: PostgresSettings): ConnectionOptions | false {
  if (tls === "disable") return false;
  return {
    rejectUnauthorized: tls !== "require",
    ...(tls === "verify-ca" ? { checkServerIdentity: () => undefined } : {}),
    ...(rootCertificate === undefined ? {} : { ca: fileOf(rootCertificate) }),
    ...(certificate === undefined ? {} : { cert: fileOf(certificate) }),
    ...(key === undefined ? {} : { key: fileOf(key) }),
  };
}

const server = sql<{ readonly version: number; readonly words: string; readonly encoding: string }>(
  `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS words,
     current_setting('server_encoding') AS encoding`,
);

/** Refuses a server that the store cannot work with. */
async function check(database: Database): Promise<void> {
  const found = await database.get(server);
  if (found === undefined || found.version < oldestServer)
    throw new StoreError("oldPostgres", `this one is ${found?.words ?? "unknown"}`);
  if (found.encoding !== "UTF8") throw new StoreError("notUtf8", found.encoding);
}

/** Milliseconds for the response to a statement that reads a whole table, or waits for a disk. */
export const longPatience = 86_400_000;

/** Connects to a server. Rejects with a `StoreError` where it cannot be used. */
export async function connect(settings: PostgresSettings, answer = patience.answer): Promise<Database> {
  const driver = await loadDriver();
  const { host, port, user, password, database: name, connections } = settings;
  const config = {
    ...{ host, port, user, password, database: name, ssl: tlsOptions(settings) },
    ...{ keepAlive: true, application_name: "messenger", types: readers(driver) },
    ...{ connectionTimeoutMillis: patience.connect, query_timeout: answer },
  };
  const pool = new driver.Pool({ ...config, max: connections });
  // Whoever uses a connection that is lost gets the failure of the statement; this one would end the process.
  const ignore = (): void => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  const database = pooledDatabase(pool, () => new driver.Client(config), placeOf(settings));
  try {
    await check(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
