import { createRequire } from "node:module";
import { StoreError } from "../../errors.js";
import type { Driver, DriverName } from "./database.js";

/** Loads without the warning that Node 22 prints on stderr at each start: the part that is used is settled. */
async function withoutWarning<T>(load: () => Promise<T>): Promise<T> {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith("SQLite is an experimental"))
      Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return await load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

async function loadNodeSqlite(): Promise<Driver | undefined> {
  if (!hasNodeSqlite(process.versions.node)) return undefined;
  return withoutWarning(async () => (await import("./node-sqlite.js")).nodeSqlite);
}

/** Version of the installed better-sqlite3, read without loading it: the wrong one ends the process. */
function installedBetterSqlite3(): string | undefined {
  try {
    const manifest: unknown = createRequire(import.meta.url)("better-sqlite3/package.json");
    if (typeof manifest !== "object" || manifest === null || !("version" in manifest)) return undefined;
    return typeof manifest.version === "string" ? manifest.version : undefined;
  } catch {
    return undefined;
  }
}

async function loadBetterSqlite3(): Promise<Driver | undefined> {
  const installed = installedBetterSqlite3();
  if (installed === undefined || !runsBetterSqlite3(process.versions.node, installed)) return undefined;
  try {
    return (await import("./better-sqlite3.js")).betterSqlite3;
  } catch {
    return undefined;
  }
}

const loaders: Readonly<Record<DriverName, () => Promise<Driver | undefined>>> = {
  "node:sqlite": loadNodeSqlite,
  "better-sqlite3": loadBetterSqlite3,
};

/** Every driver name, the preferred one first. */
export const driverNames: readonly DriverName[] = ["node:sqlite", "better-sqlite3"];

/** Version of the SQLite inside a driver; undefined when the driver is there but cannot open anything. */
function sqliteVersion(driver: Driver): string | undefined {
  try {
    const database = driver.open(":memory:", false);
    const row = database.prepare<{ version: string }>("SELECT sqlite_version() AS version").get();
    database.close();
    return row?.version;
  } catch {
    return undefined;
  }
}

/**
 * Loads the first driver that is there and holds a safe SQLite. Rejects with `noDriver`, or with `oldSqlite` when
 * there are only unsafe ones.
 */
export async function loadDriver(names: readonly DriverName[] = driverNames): Promise<Driver> {
  const unsafe: string[] = [];
  for (const name of names) {
    const driver = await loaders[name]();
    const version = driver === undefined ? undefined : sqliteVersion(driver);
    if (driver === undefined || version === undefined) continue;
    if (isSafeVersion(version)) return driver;
    unsafe.push(`${name} has ${version}`);
  }
  throw unsafe.length > 0
    ? new StoreError("oldSqlite", unsafe.join(", "))
    : new StoreError("noDriver", `Node ${process.versions.node}`);
}

/**
 * Returns whether an SQLite version is free of the WAL-reset bug, which can lose committed data when two connections
 * write and checkpoint at the same instant: fixed in 3.51.3, and in the older lines from 3.50.7 and 3.44.6 on
 * (https://sqlite.org/wal.html).
 */
export function isSafeVersion(version: string): boolean {
  const match = /^3\.(\d+)\.(\d+)/u.exec(version);
  if (match === null) return false;
  const minor = Number(match[1]);
  const patch = Number(match[2]);
  if (minor === 44) return patch >= 6;
  if (minor === 50) return patch >= 7;
  return minor > 51 || (minor === 51 && patch >= 3);
}

/** Returns whether a Node version brings `node:sqlite` without a flag (22.13; 23.4 in the odd line). */
export function hasNodeSqlite(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  return major > 23 || (major === 23 && minor >= 4) || (major === 22 && minor >= 13);
}

/** Returns whether a better-sqlite3 version runs on a Node version: 13 crashes the process on Node older than 22. */
export function runsBetterSqlite3(nodeVersion: string, driverVersion: string): boolean {
  return Number.parseInt(driverVersion, 10) < 13 || Number.parseInt(nodeVersion, 10) >= 22;
}
