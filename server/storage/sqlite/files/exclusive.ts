import { existsSync } from "node:fs";
import { StoreError } from "../../errors.js";
import { asStoreError, type Database, type Driver } from "../engine/database.js";
import { ownerLock } from "../engine/owner-lock.js";

/** Keeps servers away from the place of a database while `use` runs. @throws StoreError `inUse` while one runs */
export async function withoutServer<T>(driver: Driver, path: string, use: () => T | Promise<T>): Promise<T> {
  const lock = ownerLock(driver, `${path}-delivery`);
  try {
    if (!lock.hold("maintenance")) throw new StoreError("inUse", path);
    return await use();
  } finally {
    lock.close();
  }
}

/**
 * Opens a database that no other process has open, and keeps every other process out until it is closed. Its write-ahead log
 * is part of the file again. @throws StoreError `inUse`
 */
export async function withExclusive<T>(
  driver: Driver,
  path: string,
  use: (database: Database) => T | Promise<T>,
): Promise<T> {
  return withoutServer(driver, path, async () => {
    if (!existsSync(path)) throw new StoreError("missing", path);
    const database = driver.open(path, false);
    try {
      lockAll(database, path);
      return await use(database);
    } finally {
      database.close();
    }
  });
}

/** Only the last connection can end the write-ahead log: if that fails, there is another connection. */
function lockAll(database: Database, path: string): void {
  try {
    database.exec("PRAGMA busy_timeout = 0");
    const mode = database.prepare<{ journal_mode: string }>("PRAGMA journal_mode = DELETE").get();
    if (mode?.journal_mode !== "delete") throw new StoreError("busy", path);
    // In this mode the lock of a transaction stays after its end.
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  } catch (error) {
    const failure = asStoreError(error);
    throw failure.code === "busy" ? new StoreError("inUse", path) : failure;
  }
}
