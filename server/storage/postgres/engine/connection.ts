import type pg from "pg";
import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type { Client } from "pg";
import { StoreError } from "../../errors.js";
import { type Database, pooledDatabase } from "./database.js";
import type { Access } from "./session.js";
import { asStoreError } from "./failure.js";
import { takeNotice } from "./flight.js";
import { passwordOf } from "./password.js";
import { startOptions } from "./opening.js";
import { placeOf, type PostgresSettings } from "./settings.js";
import { sql } from "./statement.js";

/** The part of the package that is used. */
type Driver = Pick<typeof pg, "Client" | "Pool" | "types">;

function isMissing(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"
  );
}

/** Loads the driver, which is installed only where PostgreSQL is used. Rejects with `noPostgresDriver`. */
async function loadDriver(): Promise<Driver> {
  try {
    return (await import("pg")).default;
  } catch (error) {
    if (isMissing(error)) throw new StoreError("noPostgresDriver");
    throw error;
  }
}

/** Types whose text is read as a number: whole ones of 8 bytes, and sums of them. The store's are all below 2^53. */
const numbers: readonly number[] = [20, 1700];

/** How columns are read: as the driver does, and 64-bit numbers as numbers. */
function readers({ types }: Driver): pg.CustomTypesConfig {
  return {
    getTypeParser: (id, format) =>
      numbers.includes(id) ? Number : (types.getTypeParser(id, format) as (text: string) => unknown),
  };
}

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

interface Server {
  readonly version: number;
  readonly words: string;
  readonly encoding: string;
  /** `on` in a standby, too. */
  readonly readOnly: "on" | "off";
}

const server = sql<Server>(
  `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS words,
     current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS "readOnly"`,
);

/** Refuses a server that the store cannot work with. */
async function check(database: Database, use: ConnectionUse, place: string): Promise<void> {
  const found = await database.get(server);
  if (found === undefined || found.version < oldestServer)
    throw new StoreError("oldPostgres", `this one is ${found?.words ?? "unknown"}`);
  if (found.encoding !== "UTF8") throw new StoreError("notUtf8", found.encoding);
  if (!acceptsStandby.has(use) && found.readOnly === "on") throw new StoreError("standby", place);
}

const backend = "SELECT pg_backend_pid() AS pid";

/**
 * False behind a pooler such as PgBouncer: the process number that it reported for the connection is not that of the server process
 * that executes the statements. Rejects with `statementPooler` if it allows no transactions.
 */
async function isDirect(client: Client, place: string): Promise<boolean> {
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly pid: number }>(backend);
    if ("processID" in client && client.processID === rows[0]?.pid) return true;
    await client.query("BEGIN; COMMIT");
    return false;
  } catch (error) {
    throw asStoreError(error, place);
  } finally {
    // Where the log-in fails, the driver leaves the connection open. Not awaited: that lasts until the server closes it.
    client.end().catch(() => undefined);
  }
}

/** Milliseconds for the response to a statement that reads a whole table, or waits for a disk. */
export const longPatience = 86_400_000;

/**
 * `read`: a standby is accepted. `serve`: for the store of a server, whose statements read few rows of large tables. `serveReads`: for what that
 * store reads of a replica.
 */
type ConnectionUse = "read" | "write" | "serve" | "serveReads";

const acceptsStandby: ReadonlySet<ConnectionUse> = new Set(["read", "serveReads"]);

/** Connects to a server. Rejects with a `StoreError` where it cannot be used. */
export async function connect(
  settings: PostgresSettings,
  answer = patience.answer,
  use: ConnectionUse = "write",
): Promise<Database> {
  const driver = await loadDriver();
  const { host, port, user, database: name, connections } = settings;
  const config = {
    host,
    port,
    user,
    database: name,
    ssl: tlsOptions(settings),
    password: () => passwordOf(settings),
    keepAlive: true,
    application_name: "messenger",
    types: readers(driver),
    connectionTimeoutMillis: patience.connect,
    query_timeout: answer,
  };
  // Whoever uses a connection that is lost gets the failure of the statement; this one would end the process.
  const ignore = (): void => undefined;
  const place = placeOf(settings);
  const access: Access = {
    place,
    isDirect: await isDirect(new driver.Client(config).on("error", ignore), place),
    serves: use === "serve" || use === "serveReads",
  };
  const options = access.serves && access.isDirect ? { options: startOptions } : {};
  const pool = new driver.Pool({ ...config, ...options, max: connections });
  pool.on("error", ignore);
  pool.on("connect", (client) => {
    client.on("error", ignore).on("notice", (notice) => {
      takeNotice(client, notice);
    });
  });
  try {
    const database = pooledDatabase(pool, () => new driver.Client(config), access);
    await check(database, use, place);
    return database;
  } catch (error) {
    await pool.end();
    throw error;
  }
}
