import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../errors.js";
import { asStoreError, type Database, type Driver } from "./database.js";

const common = "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;";
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

/** Opens the connection that writes. Every commit is on disk before it returns. */
export function openWriter(driver: Driver, path: string): Database {
  const database = driver.open(path, false);
  database.exec(common);
  const mode = database.prepare<{ journal_mode: string }>("PRAGMA journal_mode = WAL").get()?.journal_mode;
  if (mode !== "wal") throw new StoreError("noWal", path);
  database.exec(durable);
  return database;
}

/** Opens a connection that only reads. It sees every commit that was answered before a statement starts. */
export function openReader(driver: Driver, path: string): Database {
  const database = driver.open(path, true);
  database.exec(common);
  return database;
}
