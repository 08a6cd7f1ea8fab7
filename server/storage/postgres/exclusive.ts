import { setTimeout } from "node:timers/promises";
import { StoreError } from "../errors.js";
import { connect, longPatience } from "./engine/connection.js";
import type { Database } from "./engine/database.js";
import type { Queries, Session } from "./engine/session.js";
import { postgresSettings } from "./engine/settings.js";
import { sql } from "./engine/statement.js";
import { prepareSchema } from "./schema/migrate.js";

/** Names of all tables; partitions belong to theirs. */
export const tableNames = sql<{ readonly name: string }>(
  `SELECT relname AS name FROM pg_catalog.pg_class
   WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
);

/** Other connections of Messenger. */
const others = sql<{ readonly n: number }>(
  `SELECT count(*)::int AS n FROM pg_catalog.pg_stat_activity
   WHERE datname = current_database() AND application_name = 'messenger' AND pid <> pg_backend_pid()`,
);

/** Milliseconds between looks at other connections, and number of looks: one that was closed is listed until its server process has ended. */
const lookInterval = 100;
const looks = 20;

/** Rejects with `inUse` while other processes of Messenger are connected. */
export async function requireUnused(queries: Queries): Promise<void> {
  for (let look = 1; ; look++) {
    const connections = (await queries.get(others))?.n ?? 0;
    if (connections === 0) return;
    if (look === looks) throw new StoreError("inUse", `${connections} connections of Messenger`);
    await setTimeout(lookInterval);
  }
}

/** Uses a database to which no other process of Messenger is connected. Rejects with a `StoreError`: `inUse`. */
export async function withUnused<T>(
  url: string,
  schema: "use" | "create",
  use: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await connect(postgresSettings(url), longPatience);
  try {
    await requireUnused(database);
    await prepareSchema(database, schema);
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Locks all tables until the end of the transaction: others can read them only. */
export async function lockTables(queries: Queries, mode: "SHARE" | "EXCLUSIVE"): Promise<void> {
  const names = (await queries.all(tableNames)).map(({ name }) => `"${name}"`);
  await queries.run(sql(`LOCK TABLE ${names.join(", ")} IN ${mode} MODE`));
}

/** Changes any table in one transaction; others can only read them meanwhile. The limit of time between statements does not apply. */
export function changeAll<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return database.transaction(async (session) => {
    await session.exec("SET LOCAL idle_in_transaction_session_timeout = 0");
    await lockTables(session, "EXCLUSIVE");
    return work(session);
  });
}
