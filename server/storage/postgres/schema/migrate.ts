import { setTimeout } from "node:timers/promises";
import { postgresTable } from "../../schema/render.js";
import { type AppliedStep, checksum, pendingSteps, type SchemaStep, type SchemaUse } from "../../schema/steps.js";
import { laterStepsOf } from "../../schema/later-steps.js";
import { firstRows, firstTables, partitioned } from "../../schema/tables.js";
import type { Database } from "../engine/database.js";
import { isLocked } from "../engine/failure.js";
import type { Queries, Session } from "../engine/session.js";
import { sql } from "../engine/statement.js";
import { callbacks, ofChanges } from "./callbacks.js";
import { own } from "./own.js";
import { recipients } from "./recipients.js";
import { firstWeek, perWeek, weekMilliseconds, weeks } from "../../schema/numbers.js";

/** Seconds of a week. */
const seconds = weekMilliseconds / 1_000;

/**
 * `add_partitions` makes those for a time where they are missing, with the sequences of their numbers: beside the table first, as only
 * attaching them lets others go on meanwhile. A statement has the triggers of the table that it names, so each partition has those of its
 * table too. The space that is left in a page is for changes: those of a recipient, its part and counts; others change rarely.
 */
const partitions = `
CREATE FUNCTION add_partitions(at bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  week bigint := least(greatest(at / ${weekMilliseconds} - ${firstWeek}, 0), ${weeks - 1});
  suffix text := to_char(to_timestamp((week + ${firstWeek}) * ${seconds}) AT TIME ZONE 'UTC', 'YYYYMMDD');
  parent text;
  key text;
BEGIN
  IF to_regclass('txn_' || suffix) IS NOT NULL
  THEN RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(4815162343);
  IF EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'txn_' || suffix)
  THEN RETURN;
  END IF;
  FOREACH parent IN ARRAY ARRAY[${partitioned.map((table) => `'${table}'`).join(", ")}] LOOP
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) WITH (fillfactor = %s, autovacuum_vacuum_scale_factor = 0.02)',
      parent || '_' || suffix, parent, CASE parent WHEN 'recipient' THEN 60 WHEN 'sent_part' THEN 90 WHEN 'recipient_count' THEN 90 ELSE 100 END);
    key := CASE parent WHEN 'txn' THEN 'seq' WHEN 'recipient' THEN 'id' END;
    IF key IS NOT NULL THEN
      EXECUTE format('CREATE SEQUENCE %I MINVALUE %s MAXVALUE %s OWNED BY %I.%I',
        parent || '_number_' || suffix, week * ${perWeek} + 1, (week + 1) * ${perWeek} - 1, parent || '_' || suffix, key);
    END IF;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, parent || '_' || suffix,
      week * ${perWeek}, (week + 1) * ${perWeek});
  END LOOP;
  EXECUTE format('${ofChanges("messages_change", "%I")}', 'recipient_' || suffix);
  EXECUTE format('${ofChanges("parts_change", "%I")}', 'sent_part_' || suffix);
END $$;
`;

/** One step of the schema. Once released, neither the SQL nor the order ever changes: add a step instead. */
export type Migration = Required<SchemaStep>;

const initial = [...firstTables.map(postgresTable), firstRows, own, recipients, callbacks, partitions].join("\n");

/** Every step, oldest first; the version of a schema is the number of steps it has seen. */
export const migrations: readonly Migration[] = [
  { name: "initial", sql: initial, additive: false },
  ...laterStepsOf("postgres"),
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
/** Milliseconds since the epoch by the clock of the server, where the schema may not have `store_time` yet. */
export const clock = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

const record = sql(`INSERT INTO schema_version VALUES ($1, $2, $3, $4, ${clock})`);

/** Any number, the same in every version: one process at a time migrates. */
const lock = sql("SELECT pg_advisory_xact_lock(4815162342)");

/** The steps that a schema has seen; none in a database without tables. */
export async function appliedTo(queries: Queries): Promise<readonly AppliedStep[]> {
  return (await queries.get(versionTables)) === undefined ? [] : queries.all(versions);
}

/**
 * Milliseconds that a step waits for a table while other processes run: those that need the table wait behind it, and fail after their own
 * limit. Then it gives all locks back for the pause. Tries last for at least ten minutes.
 */
const [patience, pause, tries] = [300, 2_000, 300];

async function apply(session: Session, use: SchemaUse, steps: readonly Migration[]): Promise<void> {
  await session.exec("SET LOCAL lock_timeout = 0");
  await session.all(lock);
  // Another process may have added steps before the lock was free, so they are compared again.
  const applied = await appliedTo(session);
  const pending = pendingSteps(applied, steps, use);
  if (pending.every(({ additive }) => additive)) await session.exec(`SET LOCAL lock_timeout = ${patience}`);
  await session.exec(versionTable);
  for (const [index, step] of pending.entries()) {
    await session.exec(step.sql);
    const version = applied.length + index + 1;
    await session.run(record, version, step.name, checksum(step), step.additive);
  }
}

/**
 * Prepares the schema for use, all steps or none. Processes that start at once wait for each other. A current schema is only
 * read. Rejects with a `StoreError` `missing`, `olderSchema`, `newerSchema` or `changedSchema`, or `busy` if others keep a table.
 */
export async function prepareSchema(
  database: Database,
  use: SchemaUse,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const pending = pendingSteps(await appliedTo(database), steps, use);
  for (let attempt = 1; pending.length > 0; attempt++) {
    try {
      await database.transaction((session) => apply(session, use, steps));
      return;
    } catch (error) {
      if (attempt === tries || !isLocked(error)) throw error;
      await setTimeout(pause);
    }
  }
}
