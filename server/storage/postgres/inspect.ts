import type { DatabaseSize, DatabaseStats } from "../place.js";
import { RecipientState } from "../../domain/recipient-state.js";
import { text } from "../script/columns.js";
import { sql as declared } from "../script/statement.js";
import { type CheckResult, checksOf, type Invariant } from "../tables/checks.js";
import { isOpen } from "../tables/outbox/conditions.js";
import { connect, longPatience } from "./engine/connection.js";
import type { Queries } from "./engine/session.js";
import { readsOn } from "./engine/scripts.js";
import { postgresSettings } from "./engine/settings.js";
import { sql } from "./engine/statement.js";
import { tableNames } from "./exclusive.js";
import { appliedTo, clock, prepareSchema } from "./schema/migrate.js";

const time = sql<{ readonly now: number }>(`SELECT ${clock} AS now`);

/** Time of the server, which needs no schema. Rejects with a `StoreError`. */
export async function postgresTime(url: string): Promise<number> {
  const database = await connect(postgresSettings(url), undefined, "read");
  try {
    return (await database.get(time))?.now ?? Date.now();
  } finally {
    await database.close();
  }
}

/** Reads one snapshot of a database; its schema must be that of this version. */
async function withSnapshot<T>(url: string, use: (queries: Queries) => Promise<T>): Promise<T> {
  const database = await connect(postgresSettings(url), longPatience, "read");
  try {
    await prepareSchema(database, "use");
    return await database.snapshot(use);
  } finally {
    await database.close();
  }
}

/** Every message that is in flight or waits for a receipt can be found as such. */
const found: Invariant = {
  name: "open messages are found",
  broken: declared(
    `SELECT 'message ' || r.id AS what FROM recipient r
     WHERE r.state > ${RecipientState.Queued} AND r.${isOpen} AND r.held_at IS NULL AND r.late_since IS NULL
       AND NOT EXISTS (SELECT FROM dispatched d WHERE d.id = r.id) LIMIT 1`,
    { what: text() },
  ),
};

/** Checks the data; the pages are those of the database server. Rejects with a `StoreError`. */
export function checkPostgres(url: string): Promise<readonly CheckResult[]> {
  return withSnapshot(url, (queries) => checksOf(readsOn(queries), [found]));
}

const bytes = sql<{ readonly bytes: number }>("SELECT pg_database_size(current_database()) AS bytes");
const oldest = sql<{ readonly oldest: number | null }>("SELECT min(created_at) AS oldest FROM txn");

/** Size of a database behind a connection. */
export async function sizeOf(queries: Queries): Promise<DatabaseSize> {
  const schema = (await appliedTo(queries)).length;
  return { driver: "postgres", schema, bytes: (await queries.get(bytes))?.bytes ?? 0, free: null };
}

/** Size of a database. Rejects with a `StoreError`. */
export function postgresSize(url: string): Promise<DatabaseSize> {
  return withSnapshot(url, sizeOf);
}

/** Facts about a database. Rejects with a `StoreError`. */
export function postgresStats(url: string): Promise<DatabaseStats> {
  return withSnapshot(url, async (queries) => {
    const tables: { readonly name: string; readonly rows: number }[] = [];
    for (const { name } of await queries.all(tableNames)) {
      const count = sql<{ readonly n: number }>(`SELECT count(*) AS n FROM "${name}"`);
      tables.push({ name, rows: (await queries.get(count))?.n ?? 0 });
    }
    const first = await queries.get(oldest);
    return { ...(await sizeOf(queries)), oldest: first?.oldest ?? null, tables };
  });
}
