import { type AppliedStep, checksum, pendingSteps, type SchemaStep, type SchemaUse } from "../schema.js";
import type { Database, Queries, Session } from "./engine/database.js";
import { sql } from "./engine/statement.js";
import { accounts, ledger } from "./migrations/accounts.js";
import { apiKeys } from "./migrations/api-keys.js";
import {
  alertPace,
  balanceAlerts,
  callbacks,
  postedCallbacks,
  readyCallbacks,
} from "./migrations/callbacks.js";
import { billing, carriedLedger, carriedTime, refunded } from "./migrations/billing.js";
import { campaigns } from "./migrations/campaigns.js";
import { blacklistRevision, coverage } from "./migrations/coverage.js";
import { delivery } from "./migrations/delivery.js";
import { auditAction, desk, failedAttempts, once } from "./migrations/desk.js";
import { forwardClaims } from "./migrations/forward-claims.js";
import { attemptTimes, loginAttempts } from "./migrations/login-attempts.js";
import { inbox } from "./migrations/inbox.js";
import { incoming } from "./migrations/incoming.js";
import { leases } from "./migrations/leases.js";
import { links } from "./migrations/links.js";
import { lists } from "./migrations/lists.js";
import { operators, operatorTotp } from "./migrations/operators.js";
import { outbox } from "./migrations/outbox.js";
import { processClock, processes } from "./migrations/processes.js";
import { traffic, usage } from "./migrations/usage.js";
import { tube } from "./migrations/tube.js";

/** One step of the schema. Once released, neither the SQL nor the order ever changes: add a step instead. */
export type Migration = Required<SchemaStep>;

/** Every step, oldest first; the version of a schema is the number of steps it has seen. */
export const migrations: readonly Migration[] = [
  { name: "accounts", sql: accounts, additive: false },
  { name: "ledger", sql: ledger, additive: false },
  { name: "coverage", sql: coverage, additive: false },
  { name: "tube", sql: tube, additive: false },
  { name: "lists", sql: lists, additive: false },
  { name: "links", sql: links, additive: false },
  { name: "inbox", sql: inbox, additive: false },
  { name: "incoming", sql: incoming, additive: false },
  { name: "outbox", sql: outbox, additive: false },
  { name: "delivery", sql: delivery, additive: false },
  { name: "campaigns", sql: campaigns, additive: false },
  { name: "desk", sql: desk, additive: true },
  { name: "leases", sql: leases, additive: false },
  { name: "processes", sql: processes, additive: true },
  { name: "forward-claims", sql: forwardClaims, additive: true },
  { name: "login-attempts", sql: loginAttempts, additive: true },
  { name: "usage", sql: usage, additive: true },
  { name: "operators", sql: operators, additive: true },
  { name: "callbacks", sql: callbacks, additive: true },
  { name: "billing", sql: billing, additive: true },
  { name: "api-keys", sql: apiKeys, additive: true },
  { name: "once", sql: once, additive: true },
  { name: "refunded", sql: refunded, additive: true },
  { name: "ready-callbacks", sql: readyCallbacks, additive: true },
  { name: "traffic", sql: traffic, additive: true },
  { name: "posted-callbacks", sql: postedCallbacks, additive: true },
  { name: "audit-action", sql: auditAction, additive: true },
  { name: "balance-alerts", sql: balanceAlerts, additive: true },
  { name: "carried-ledger", sql: carriedLedger, additive: true },
  { name: "operator-totp", sql: operatorTotp, additive: true },
  { name: "alert-pace", sql: alertPace, additive: true },
  { name: "attempt-times", sql: attemptTimes, additive: true },
  { name: "carried-time", sql: carriedTime, additive: true },
  { name: "failed-attempts", sql: failedAttempts, additive: true },
  { name: "blacklist-revision", sql: blacklistRevision, additive: true },
  { name: "process-clock", sql: processClock, additive: true },
];

const versionTable = `CREATE TABLE IF NOT EXISTS schema_version (
  version bigint PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  additive boolean NOT NULL,
  applied_at bigint NOT NULL
)`;

// Reads the catalog itself: what a session stores of names is not brought up to date by waiting for an advisory lock.
const versionTables = sql(
  "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_version'",
);
const versions = sql<AppliedStep>(
  "SELECT version, name, checksum, additive FROM schema_version ORDER BY version",
);
const record = sql("INSERT INTO schema_version VALUES ($1, $2, $3, $4, $5)");

/** Any number, the same in every version: one process at a time migrates. */
const lock = sql("SELECT pg_advisory_xact_lock(4815162342)");

/** The steps that a schema has seen; none in a database without tables. */
export async function appliedTo(queries: Queries): Promise<readonly AppliedStep[]> {
  return (await queries.get(versionTables)) === undefined ? [] : queries.all(versions);
}

async function apply(session: Session, use: SchemaUse, steps: readonly Migration[]): Promise<void> {
  await session.exec("SET LOCAL lock_timeout = 0");
  await session.all(lock);
  // Another process may have added steps before the lock was free, so they are compared again.
  const applied = await appliedTo(session);
  const pending = pendingSteps(applied, steps, use);
  await session.exec(versionTable);
  for (const [index, step] of pending.entries()) {
    await session.exec(step.sql);
    const version = applied.length + index + 1;
    await session.run(record, version, step.name, checksum(step), step.additive, Date.now());
  }
}

/**
 * Prepares the schema for use, all steps or none. Processes that start at once wait for each other. A current schema is only
 * read. Rejects with a `StoreError` `missing`, `olderSchema`, `newerSchema` or `changedSchema`.
 */
export async function prepareSchema(
  database: Database,
  use: SchemaUse,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const pending = pendingSteps(await appliedTo(database), steps, use);
  if (pending.length > 0) await database.transaction((session) => apply(session, use, steps));
}
