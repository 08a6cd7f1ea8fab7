import { connect, longPatience } from "./engine/connection.js";
import type { Database, Queries, Session } from "./engine/database.js";
import { postgresSettings } from "./engine/settings.js";
import { sql } from "./engine/statement.js";
import { prepareSchema, requireUnused } from "./migrate.js";

/** Names of all tables; partitions belong to theirs. */
export const tableNames = sql<{ readonly name: string }>(
  `SELECT relname AS name FROM pg_catalog.pg_class
   WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
);

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
