import { sqliteTable } from "../../schema/render.js";
import {
  type AppliedStep,
  checksum,
  pendingSteps,
  type SchemaStep,
  type SchemaUse,
} from "../../schema/steps.js";
import { laterStepsOf } from "../../schema/later-steps.js";
import { firstRows, firstTables } from "../../schema/tables.js";
import type { Database } from "../engine/database.js";
import { beginWriting } from "../engine/write-lock.js";
import { own } from "./own.js";

const initial = [...firstTables.map(sqliteTable), firstRows, own].join("\n");

/** Every step, oldest first; the version of a schema is the number of applied steps. */
export const migrations: readonly SchemaStep[] = [
  { name: "initial", sql: initial },
  ...laterStepsOf("sqlite"),
];

const versionTable = `CREATE TABLE IF NOT EXISTS schema_version (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT`;

/** The steps applied to a schema; none in a file without tables. */
export function appliedTo(database: Database): readonly AppliedStep[] {
  const table = database.prepare<object>("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").get();
  if (table === undefined) return [];
  return database
    .prepare<AppliedStep>("SELECT version, name, checksum FROM schema_version ORDER BY version")
    .all();
}

/** Another process may have added steps before the write lock was free, so they are compared again. */
function apply(database: Database, use: SchemaUse, steps: readonly SchemaStep[]): void {
  database.exec(versionTable);
  const applied = appliedTo(database);
  const record = database.prepare("INSERT INTO schema_version VALUES (?, ?, ?, ?)");
  for (const [index, step] of pendingSteps(applied, steps, use).entries()) {
    database.exec(step.sql);
    record.run(applied.length + index + 1, step.name, checksum(step), Date.now());
  }
}

/**
 * Prepares the schema for use, all steps or none. Processes that start at once wait for each other. A current schema is only
 * read, without waiting for the write lock.
 * @throws StoreError `missing`, `olderSchema`, `newerSchema` or `changedSchema`
 */
export function prepareSchema(
  database: Database,
  use: SchemaUse,
  steps: readonly SchemaStep[] = migrations,
): void {
  if (pendingSteps(appliedTo(database), steps, use).length === 0) return;
  beginWriting(database);
  try {
    apply(database, use, steps);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
