import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { StoreError } from "../../errors.js";
import { requireFile } from "../engine/connection.js";
import { asStoreError, type Database, type Driver } from "../engine/database.js";
import { loadDriver } from "../engine/driver.js";
import { copyLive } from "./live-copy.js";
import type { BackedUp, CopyProgress } from "../../place.js";

/**
 * Copies a database, which may be in use, into a new file that only its owner may read; into a folder under a name with the
 * time. The file appears only when it is complete, verified and on disk.
 *
 * Rejects with a `StoreError`: `exists` for a file that is there.
 */
export async function backupSqlite(
  path: string,
  target: string,
  now: number,
  progress?: CopyProgress,
): Promise<BackedUp> {
  const begun = performance.now();
  const driver = await loadDriver();
  requireFile(resolve(path));
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = resolve(target, ...(isFolder ? [`messenger-${stamp(now)}.db`] : []));
  if (existsSync(file)) throw new StoreError("exists", file);
  let until = 0;
  await withPartial(file, async (partial) => {
    until = await copyInto(driver, resolve(path), partial, progress);
    verifyCopy(driver, partial);
    syncFile(partial);
    publish(partial, file);
  });
  return { file, until, bytes: statSync(file).size, milliseconds: performance.now() - begun };
}

/** Copies a database that may be in use into one file; returns the time up to which it has every commit. */
export async function copyInto(
  driver: Driver,
  path: string,
  partial: string,
  progress?: CopyProgress,
): Promise<number> {
  if (!existsSync(path)) throw new StoreError("cannotOpen", `no file ${path}`);
  const until = await copyLive(driver, path, partial, progress);
  const database = driver.open(partial, false);
  try {
    // Moves the log into the file.
    database.exec("PRAGMA journal_mode = DELETE");
  } finally {
    database.close();
  }
  return until;
}

/** @throws StoreError `damaged` */
export function verifyCopy(driver: Driver, path: string): void {
  const copy = driver.open(path, true);
  try {
    checkIntegrity(copy, path);
  } finally {
    copy.close();
  }
}

/** @throws StoreError `damaged` with the first thing that is wrong. */
export function checkIntegrity(database: Database, path: string): void {
  const found = database
    .prepare<{ integrity_check: string }>("PRAGMA integrity_check(1)")
    .get()?.integrity_check;
  if (found !== "ok") throw new StoreError("damaged", `${path}: ${found ?? "no result"}`);
  const orphan = database.prepare<object>("PRAGMA foreign_key_check").get();
  if (orphan !== undefined) throw new StoreError("damaged", `${path}: a row refers to a missing row`);
}

const siblings = ["", "-wal", "-shm", "-journal"];

/**
 * Writes a file next to its destination, under a name with the process id. The file is removed if `write` fails;
 * leftovers of ended processes are removed by the next call.
 */
export async function withPartial<T>(target: string, write: (partial: string) => T | Promise<T>): Promise<T> {
  const partial = `${target}.${process.pid}.partial`;
  try {
    removeLeftovers(target);
    return await write(partial);
  } catch (error) {
    throw asStoreError(error, codeOfFile(error));
  } finally {
    for (const sibling of siblings) rmSync(partial + sibling, { force: true });
  }
}

function removeLeftovers(target: string): void {
  const folder = dirname(target);
  const form = /^\.(\d+)\.partial(-wal|-shm|-journal)?$/u;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(target))) continue;
    const pid = form.exec(name.slice(basename(target).length))?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

export function errorCode(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

function codeOfFile(error: unknown): "exists" | "full" | "cannotOpen" | undefined {
  switch (errorCode(error)) {
    case "EEXIST":
      return "exists";
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return "full";
    case "ENOENT":
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "cannotOpen";
    default:
      return undefined;
  }
}

export function syncFile(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Renames a complete file to its final name, which must be free, and syncs the folder. */
export function publish(partial: string, target: string): void {
  try {
    linkSync(partial, target);
  } catch (error) {
    // Some network file systems have no hard links; there, two concurrent backups into one file are not detected.
    if (errorCode(error) === "EEXIST" || existsSync(target)) throw new StoreError("exists", target);
    renameSync(partial, target);
  }
  syncFile(dirname(target));
}

/** Time in a file name: `20300115T120000Z`. */
export function stamp(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d+/gu, "");
}
