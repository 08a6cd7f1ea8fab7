import type { Database } from "#server/storage/postgres/engine/database.js";
import { sql } from "#server/storage/postgres/engine/statement.js";
import { cpuOfServer, parentOf } from "../process-tree.js";

/** CPU in microseconds until now. */
export interface Use {
  readonly at: number;
  readonly database: number;
  readonly own: number;
}

const log = sql<{ readonly log: number }>("SELECT pg_current_wal_lsn() - '0/0' AS log");
const backend = sql<{ readonly pid: number }>("SELECT pg_backend_pid() AS pid");

/** Process of the server, whose children are those of its connections. */
export async function postmasterOf(database: Database): Promise<number> {
  return parentOf((await database.get(backend))?.pid ?? NaN) ?? NaN;
}

export function used(postmaster: number): Use {
  const { user, system } = process.cpuUsage();
  return {
    at: performance.now(),
    database: cpuOfServer(postmaster),
    own: user + system,
  };
}

/** Bytes of the write-ahead log until now. */
export async function logOf(database: Database): Promise<number> {
  return (await database.get(log))?.log ?? NaN;
}

/** Rows that were written to the tables of messages and their accounts, and statements, since the database was made. */
export interface Written {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** Updates of recipients, and those of them that changed no index. */
  readonly ofRecipients: number;
  readonly hot: number;
  readonly commits: number;
  readonly statements: number;
}

/** What connections have written is visible when they have ended. */
const written = sql<Omit<Written, "statements">>(
  `SELECT sum(n_tup_ins) AS inserted, sum(n_tup_upd) AS updated, sum(n_tup_del) AS deleted,
     sum(n_tup_upd) FILTER (WHERE relname ~ '^recipient_\\d{8}$') AS "ofRecipients",
     sum(n_tup_hot_upd) FILTER (WHERE relname ~ '^recipient_\\d{8}$') AS hot,
     (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits
   FROM pg_stat_user_tables`,
);
const extension = sql("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
const calls = sql<{ readonly statements: number }>(
  `SELECT sum(calls) AS statements FROM pg_stat_statements
   WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
);
const dearest = sql<{ readonly statement: string; readonly calls: number; readonly microseconds: number }>(
  `SELECT regexp_replace(query, '\\s+', ' ', 'g') AS statement, calls,
     ((total_exec_time + total_plan_time) * 1000)::bigint AS microseconds FROM pg_stat_statements
   WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
   ORDER BY total_exec_time + total_plan_time DESC LIMIT 25`,
);

/** Whether the server counts statements: `shared_preload_libraries = 'pg_stat_statements'`. */
async function countsStatements(database: Database): Promise<boolean> {
  try {
    await database.run(extension);
    return (await database.run(calls)) > 0;
  } catch {
    return false;
  }
}

export async function writtenRows(database: Database): Promise<Written> {
  const row = await database.get(written);
  if (row === undefined) throw new Error("no statistics");
  const statements = (await countsStatements(database)) ? (await database.get(calls))?.statements : undefined;
  return { ...row, statements: statements ?? NaN };
}

/** The statements that took the most time, planning included, a line each; none where the server does not count them. */
export async function dearestStatements(database: Database, messages: number): Promise<readonly string[]> {
  if (!(await countsStatements(database))) return [];
  const rows = await database.all(dearest);
  return rows.map(
    ({ statement, calls: times, microseconds }) =>
      `${(microseconds / messages).toFixed(1)} us, ${times} times: ${statement.slice(0, 160)}`,
  );
}
