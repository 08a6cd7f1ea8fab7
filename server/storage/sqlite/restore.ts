import { existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StoreError } from "../errors.js";
import { createFolder, openWriter } from "./engine/connection.js";
import { checkIntegrity, type Copied, copyInto, syncFile, withPartial } from "./copy.js";
import { asStoreError, type Database, type Driver } from "./engine/database.js";
import { loadDriver } from "./engine/driver.js";
import { type Held, holdAll } from "./hold-all.js";
import { migrate } from "./migrate.js";
import { ownerLock } from "./engine/owner-lock.js";

/** Handling of queued messages after a restore: stop everything, or continue as before. */
export type RestoredLinks = "stopped" | "kept";

export interface Restored extends Copied, Held {
  /** Where the database is that was there before; undefined when there was none. */
  readonly before: string | undefined;
}

const nothing: Held = { messages: 0, links: 0, campaigns: 0 };

/**
 * Replaces a database by a copy, in one step after the copy is complete, checked and on disk: if the process ends at
 * any time, the path has either the previous or the restored database. The previous one is kept beside it.
 *
 * Rejects with a `StoreError`: `inUse` while any process has the database open.
 */
export async function restoreSqlite(
  path: string,
  file: string,
  links: RestoredLinks,
  now: number,
): Promise<Restored> {
  const begun = performance.now();
  const driver = await loadDriver();
  const target = resolve(path);
  let held = nothing;
  let before: string | undefined;
  createFolder(dirname(target));
  withPartial(target, (partial) => {
    copyInto(driver, resolve(file), partial);
    held = prepare(driver, partial, links, now);
    before = replace(driver, partial, target, now);
  });
  return { ...held, before, bytes: statSync(target).size, milliseconds: performance.now() - begun };
}

function prepare(driver: Driver, partial: string, links: RestoredLinks, now: number): Held {
  const database = openWriter(driver, partial);
  try {
    migrate(database);
    const held = links === "stopped" ? holdAll(database, now) : nothing;
    checkIntegrity(database, partial);
    // Moves the content of the write-ahead log into the database and removes the log: one file again.
    database.exec("PRAGMA journal_mode = DELETE");
    return held;
  } finally {
    database.close();
    syncFile(partial);
  }
}

/** Returns where the database of before is. */
function replace(driver: Driver, partial: string, target: string, now: number): string | undefined {
  const release = occupy(driver, target);
  try {
    const before = existsSync(target) ? `${target}.before-restore-${stamp(now)}` : undefined;
    if (before !== undefined) linkSync(target, before);
    // Left by a process that was killed: SQLite would read it into the restored database.
    for (const log of ["-wal", "-shm", "-journal"]) rmSync(target + log, { force: true });
    renameSync(partial, target);
    syncFile(dirname(target));
    return before;
  } finally {
    release();
  }
}

/** `20300115T120000Z` */
function stamp(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d+/gu, "");
}

/** Keeps every other process out of a database; returns a function that releases it. */
function occupy(driver: Driver, target: string): () => void {
  const lock = ownerLock(driver, `${target}-delivery`);
  if (!lock.hold("restore")) {
    lock.close();
    throw new StoreError("inUse", target);
  }
  const database = existsSync(target) ? exclusive(driver, target) : undefined;
  return () => {
    database?.close();
    lock.close();
  };
}

/**
 * Only the last connection can end the write-ahead log: if that fails, there is another connection. A file that is
 * damaged or not a database cannot be in use by another process.
 */
function exclusive(driver: Driver, target: string): Database | undefined {
  const database = driver.open(target, false);
  try {
    database.exec("PRAGMA busy_timeout = 0");
    const { journal_mode: mode } = database
      .prepare<{ journal_mode: string }>("PRAGMA journal_mode = DELETE")
      .get() ?? { journal_mode: "" };
    if (mode !== "delete") throw new StoreError("busy", target);
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    const failure = asStoreError(error);
    if (failure.code === "busy") throw new StoreError("inUse", target);
    if (failure.code === "damaged" || failure.code === "notADatabase") return undefined;
    throw failure;
  }
}
