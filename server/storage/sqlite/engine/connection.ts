import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../../errors.js";
import { asStoreError, type Database, type Driver } from "./database.js";
import { lockPatience } from "./write-lock.js";

/** KiB of pages that a connection keeps; a page that it does not keep is usually in the cache of the system. */
const pageCache = 4000;

const common = `PRAGMA busy_timeout = ${lockPatience}; PRAGMA foreign_keys = ON; PRAGMA cache_size = -${pageCache};`;
const durable =
  "PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST; PRAGMA journal_size_limit = 67108864;";

/** Creates a folder for the owner only, unless it is there. */
export function createFolder(path: string): void {
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
}

/**
 * Creates the file and its folder (not the folders above it) where missing, for the owner only: the file holds phone
 * numbers and password hashes.
 */
export function createFile(path: string): void {
  try {
    createFolder(dirname(path));
    // A file that is there is not opened: to close it would end the locks that this process has on it (POSIX fcntl).
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (typeof error === "object" && error !== null && "code" in error && error.code === "EEXIST") return;
    throw asStoreError(error, "cannotOpen");
  }
}

/** @throws StoreError when the file does not exist or is empty */
export function requireFile(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) throw new StoreError("missing", path);
}

/** A warning if other users of the machine may open the file; undefined on systems without such permissions. */
export function exposure(path: string): string | undefined {
  if (process.platform === "win32") return undefined;
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return undefined;
  const rights = mode.toString(8);
  return `other users of this machine may open the database file ${path} (mode ${rights}): chmod 600 it`;
}

/** Opens the connection that writes. Every commit is on disk before it returns. */
export function openWriter(driver: Driver, path: string): Database {
  const database = driver.open(path, false);
  database.exec(common);
  const mode = database.prepare<{ journal_mode: string }>("PRAGMA journal_mode = WAL").get()?.journal_mode;
  if (mode !== "wal") throw new StoreError("noWal", path);
  database.exec(durable);
  return database;
}

/** Opens a connection that only reads. It sees every commit that was acknowledged before a statement starts. */
export function openReader(driver: Driver, path: string): Database {
  const database = driver.open(path, true);
  database.exec(common);
  return database;
}
