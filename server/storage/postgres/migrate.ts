import { createHash } from "node:crypto";
import { StoreError } from "../errors.js";
import type { Database, Queries, Session } from "./engine/database.js";
import { sql } from "./engine/statement.js";
import { accounts, ledger } from "./migrations/accounts.js";
import { campaigns } from "./migrations/campaigns.js";
import { coverage } from "./migrations/coverage.js";
import { delivery } from "./migrations/delivery.js";
import { desk } from "./migrations/desk.js";
import { inbox } from "./migrations/inbox.js";
import { incoming } from "./migrations/incoming.js";
import { links } from "./migrations/links.js";
import { lists } from "./migrations/lists.js";
import { outbox } from "./migrations/outbox.js";
import { tube } from "./migrations/tube.js";

/** One step of the schema. Once released, neither the SQL nor the order ever changes: add a step instead. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** True when the version before this step runs on with it: it adds what that version does not look at. */
  readonly additive: boolean;
}

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
];

interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly additive: boolean;
}

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
const versions = sql<Applied>(
  "SELECT version, name, checksum, additive FROM schema_version ORDER BY version",
);
const record = sql("INSERT INTO schema_version VALUES ($1, $2, $3, $4, $5)");

/** Any number, the same in every version: one process at a time migrates. */
const lock = sql("SELECT pg_advisory_xact_lock(4815162342)");

function checksum(step: Migration): string {
  return createHash("sha256").update(step.sql).digest("hex");
}

/** Steps that this version does not know are those of a newer one. It may use what they leave as it was. */
function compare(applied: readonly Applied[], steps: readonly Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const step = steps[index];
    if (step === undefined && !row.additive)
      throw new StoreError("newerSchema", `schema ${applied.length}, this version knows ${steps.length}`);
    if (step !== undefined && row.checksum !== checksum(step))
      throw new StoreError("changedSchema", `step ${row.version}, ${row.name}`);
  }
}

/** The steps that a schema has seen; none in a database without tables. */
async function appliedTo(queries: Queries): Promise<readonly Applied[]> {
  return (await queries.get(versionTables)) === undefined ? [] : queries.all(versions);
}

async function apply(session: Session, steps: readonly Migration[]): Promise<void> {
  await session.exec("SET LOCAL lock_timeout = 0");
  await session.all(lock);
  // Another process may have added steps before the lock was free, so they are compared again.
  const applied = await appliedTo(session);
  compare(applied, steps);
  await session.exec(versionTable);
  for (const [index, step] of steps.entries()) {
    if (index < applied.length) continue;
    await session.exec(step.sql);
    await session.run(record, index + 1, step.name, checksum(step), step.additive, Date.now());
  }
}

/**
 * Brings the schema up to date, all steps or none. Processes that start at once wait for each other. A schema that is up to date
 * is only read. Rejects with a `StoreError` `newerSchema` or `changedSchema`.
 */
export async function migrate(database: Database, steps: readonly Migration[] = migrations): Promise<void> {
  const applied = await appliedTo(database);
  compare(applied, steps);
  if (applied.length < steps.length) await database.transaction((session) => apply(session, steps));
}
