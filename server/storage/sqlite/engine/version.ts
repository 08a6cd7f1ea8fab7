/**
 * Tells whether an SQLite version is free of the WAL-reset bug, which can lose committed data when two connections
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

/** Tells whether a Node version brings `node:sqlite` without a flag (22.13; 23.4 in the odd line). */
export function hasNodeSqlite(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  return major > 23 || (major === 23 && minor >= 4) || (major === 22 && minor >= 13);
}

/** Tells whether a better-sqlite3 version runs on a Node version: 13 crashes the process on Node older than 22. */
export function runsBetterSqlite3(nodeVersion: string, driverVersion: string): boolean {
  return Number.parseInt(driverVersion, 10) < 13 || Number.parseInt(nodeVersion, 10) >= 22;
}
