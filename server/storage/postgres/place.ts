import { StoreError } from "../errors.js";
import type { Place, Restored, RestoredLinks } from "../place.js";
import { type Migrated, pendingSteps } from "../schema/steps.js";
import type { Steps } from "../script/steps.js";
import { connect } from "./engine/connection.js";
import type { Database } from "./engine/database.js";
import type { Session } from "./engine/session.js";
import { runScript } from "./engine/scripts.js";
import { postgresSettings, tlsWarnings } from "./engine/settings.js";
import { changeAll, requireUnused, withUnused } from "./exclusive.js";
import { checkPostgres, postgresSize, postgresStats, postgresTime, sizeOf } from "./inspect.js";
import { appliedTo, migrations, prepareSchema } from "./schema/migrate.js";
import { openPostgresStore } from "./store.js";
import { fillPostgres, readPostgres } from "./transfer.js";
import { type Held, holdAll, nothingHeld } from "../tables/delivery/holding.js";
import { sql } from "./engine/statement.js";
import { expand } from "./hot/recipient-inserts.js";
import { Claims } from "./hot/claim.js";
import { KnownWeeks } from "./hot/partitions.js";
import { primitivesOn } from "./primitives.js";

async function connected<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect(postgresSettings(url));
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Creates or migrates the schema; with `dryRun` only reports what it would do. */
function migrate(url: string, dryRun: boolean): Promise<Migrated> {
  return connected(url, async (database) => {
    const applied = await appliedTo(database);
    const pending = pendingSteps(applied, migrations, "migrate");
    if (!dryRun && applied.length > 0 && pending.some(({ additive }) => !additive)) {
      await requireUnused(database);
    }
    if (!dryRun) await prepareSchema(database, "migrate");
    const steps = pending.map(({ name }) => name);
    return { from: applied.length, to: applied.length + steps.length, steps, copy: null };
  });
}

/** Removes data. Old versions of rows stay until a vacuum. */
function erase<T>(url: string, script: () => Steps<T>): Promise<T> {
  return connected(url, async (database) => {
    await prepareSchema(database, "use");
    return database.transaction((session) => runScript(session, script()));
  });
}

/** Ended leases keep their names, so that no process can renew them. */
const endLeases = sql("UPDATE delivery_lease SET ended = true WHERE NOT ended");
const freeBinds = sql("DELETE FROM bind");

/** Stops all sending. */
async function held(session: Session, now: number): Promise<Held> {
  while (await expand(session));
  const result = await runScript(session, holdAll(now), primitivesOn(new Claims(), new KnownWeeks()));
  for (const statement of [endLeases, freeBinds]) await session.run(statement);
  return result;
}

/**
 * Prepares a database whose data `pg_restore` or a recovery has restored, in one transaction. The schema must be that of this version.
 *
 * Rejects with a `StoreError`: `copiedElsewhere` for a file, `inUse` while other processes of Messenger are connected.
 */
async function restorePostgres(
  url: string,
  file: string | undefined,
  links: RestoredLinks,
  now: number,
): Promise<Restored> {
  if (file !== undefined) throw new StoreError("copiedElsewhere");
  const begun = performance.now();
  return withUnused(url, "use", async (database) => {
    const result = await changeAll(database, async (session) =>
      links === "stopped" ? held(session, now) : nothingHeld,
    );
    const { bytes } = await sizeOf(database);
    return { ...result, bytes, milliseconds: performance.now() - begun };
  });
}

/** A database of a server. */
export function postgresPlace(url: string): Place {
  return {
    exposures: () => tlsWarnings(postgresSettings(url)),
    beside: () => [],
    time: () => postgresTime(url),
    open: ({ onCommit, create = true, replica }) =>
      openPostgresStore(url, onCommit, create ? "create" : "use", replica),
    migrate: (dryRun) => migrate(url, dryRun),
    check: () => checkPostgres(url),
    size: () => postgresSize(url),
    stats: () => postgresStats(url),
    erase: (script) => erase(url, script),
    read: (use) => readPostgres(url, use),
    fill: (use) => fillPostgres(url, use),
    compact: () => Promise.reject(new StoreError("compactedElsewhere")),
    backup: () => Promise.reject(new StoreError("copiedElsewhere")),
    restore: (file, links, now) => restorePostgres(url, file, links, now),
  };
}
