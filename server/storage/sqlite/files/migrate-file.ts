import { resolve } from "node:path";
import { existsSync, statSync } from "node:fs";
import { type AppliedStep, type Migrated, pendingSteps } from "../../schema/steps.js";
import { createFile, openWriter } from "../engine/connection.js";
import { publish, stamp, syncFile, verifyCopy, withPartial } from "./copy.js";
import type { Database, Driver } from "../engine/database.js";
import { loadDriver } from "../engine/driver.js";
import { withExclusive } from "./exclusive.js";
import { appliedTo, migrations, prepareSchema } from "../schema/migrate.js";

/**
 * Creates or migrates the schema of a file that no other process uses; with `dryRun` only reports what it would do. A database
 * that is migrated is first copied to the same folder. Rejects with a `StoreError`.
 */
export async function migrateSqlite(path: string, dryRun: boolean, now: number): Promise<Migrated> {
  const driver = await loadDriver();
  const file = resolve(path);
  const found = existsSync(file) && statSync(file).size > 0 ? reading(driver, file) : [];
  const steps = pendingSteps(found, migrations, "migrate").map(({ name }) => name);
  const result = { from: found.length, to: found.length + steps.length, steps, copy: null };
  if (dryRun || steps.length === 0) return result;
  if (found.length > 0) return { ...result, copy: await migrated(driver, file, now) };
  createFile(file);
  const database = openWriter(driver, file);
  try {
    prepareSchema(database, "migrate");
  } finally {
    database.close();
  }
  return result;
}

function reading(driver: Driver, file: string): readonly AppliedStep[] {
  const database = driver.open(file, true);
  try {
    return appliedTo(database);
  } finally {
    database.close();
  }
}

/** Returns the file name of the copy. */
async function migrated(driver: Driver, file: string, now: number): Promise<string> {
  const copy = `${file}.before-migrate-${stamp(now)}`;
  await withExclusive(driver, file, async (database) => {
    await writeCopy(driver, database, copy);
    prepareSchema(database, "migrate");
  });
  return copy;
}

async function writeCopy(driver: Driver, database: Database, copy: string): Promise<void> {
  await withPartial(copy, (partial) => {
    database.prepare("VACUUM INTO ?").run(partial);
    verifyCopy(driver, partial);
    syncFile(partial);
    publish(partial, copy);
  });
}
