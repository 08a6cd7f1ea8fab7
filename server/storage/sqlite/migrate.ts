import { createHash } from "node:crypto";
import { StoreError } from "../errors.js";
import type { Database } from "./engine/database.js";
import { incoming, forwardMethod, strayComplete, inbox, inboxSubject } from "./migrations/incoming.js";
import { campaigns } from "./migrations/campaigns.js";
import { delivery, lockedOwner } from "./migrations/delivery.js";
import {
  coverage,
  customerSettings,
  userInbox,
  userNetworks,
  accountRevision,
  tube,
} from "./migrations/accounts.js";
import { desk } from "./migrations/desk.js";
import { interimStates } from "./migrations/interim-states.js";
import { initial } from "./migrations/initial.js";
import { lanes, compactBlocks, retried, deferrals, fairShare } from "./migrations/queues.js";
import { lists } from "./migrations/lists.js";
import { messageBodies, mmsWishes } from "./migrations/message-bodies.js";
import { beginWriting } from "./engine/write-lock.js";

/** One step of the schema. Once released, neither the SQL nor the order ever changes: add a step instead. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Every step, oldest first; the version of a schema is the number of applied steps. */
export const migrations: readonly Migration[] = [
  { name: "initial", sql: initial },
  { name: "inbox", sql: inbox },
  { name: "lists", sql: lists },
  { name: "message-bodies", sql: messageBodies },
  { name: "customer-settings", sql: customerSettings },
  { name: "coverage", sql: coverage },
  { name: "compact-blocks", sql: compactBlocks },
  { name: "tube", sql: tube },
  { name: "campaigns", sql: campaigns },
  { name: "lanes", sql: lanes },
  { name: "mms-wishes", sql: mmsWishes },
  { name: "user-inbox", sql: userInbox },
  { name: "delivery", sql: delivery },
  { name: "inbox-subject", sql: inboxSubject },
  { name: "incoming", sql: incoming },
  { name: "account-revision", sql: accountRevision },
  { name: "retried", sql: retried },
  { name: "locked-owner", sql: lockedOwner },
  { name: "forward-method", sql: forwardMethod },
  { name: "fair-share", sql: fairShare },
  { name: "deferrals", sql: deferrals },
  { name: "user-networks", sql: userNetworks },
  { name: "interim-states", sql: interimStates },
  { name: "stray-complete", sql: strayComplete },
  { name: "desk", sql: desk },
];

interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

const versionTable = `CREATE TABLE IF NOT EXISTS schema_version (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT`;

function checksum(migration: Migration): string {
  return createHash("sha256").update(migration.sql).digest("hex");
}

function compare(applied: readonly Applied[], steps: readonly Migration[]): void {
  if (applied.length > steps.length) {
    throw new StoreError("newerSchema", `schema ${applied.length}, this version knows ${steps.length}`);
  }
  for (const [index, row] of applied.entries()) {
    const step = steps[index];
    if (step === undefined || row.checksum !== checksum(step)) {
      throw new StoreError("changedSchema", `step ${row.version}, ${row.name}`);
    }
  }
}

/** The steps applied to a schema; none in a file without tables. */
function appliedTo(database: Database): readonly Applied[] {
  const table = database.prepare<object>("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").get();
  if (table === undefined) return [];
  return database
    .prepare<Applied>("SELECT version, name, checksum FROM schema_version ORDER BY version")
    .all();
}

/** True when no step is missing. Only reads: another process may write for a long time. */
function isCurrent(database: Database, steps: readonly Migration[]): boolean {
  const applied = appliedTo(database);
  compare(applied, steps);
  return applied.length === steps.length;
}

/** Another process may have added steps before the write lock was free, so they are compared again. */
function apply(database: Database, steps: readonly Migration[]): void {
  database.exec(versionTable);
  const applied = appliedTo(database);
  compare(applied, steps);
  const record = database.prepare("INSERT INTO schema_version VALUES (?, ?, ?, ?)");
  for (const [index, step] of steps.entries()) {
    if (index < applied.length) continue;
    database.exec(step.sql);
    record.run(index + 1, step.name, checksum(step), Date.now());
  }
}

/**
 * Brings the schema up to date, all steps or none. Processes that start at once wait for each other. A schema that is up to date
 * is only read, without waiting for the write lock. Throws a `StoreError` `newerSchema` or `changedSchema`.
 */
export function migrate(database: Database, steps: readonly Migration[] = migrations): void {
  if (isCurrent(database, steps)) return;
  beginWriting(database);
  try {
    apply(database, steps);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
