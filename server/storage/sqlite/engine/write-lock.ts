import { asStoreError, type Database } from "./database.js";

/** Milliseconds that a connection waits for a lock that another one holds; then the call fails with `busy`. */
export const lockPatience = 5_000;

/** After `held` milliseconds with the write lock a thread leaves it free for `free` milliseconds. */
export const lockShare = { held: 150, free: 2 };

/** Milliseconds between two attempts to take the write lock. SQLite's own wait grows to 100: it would miss the pauses. */
const retryInterval = lockShare.free / 2;

/** Tells a thread that commits again and again when to pause, so that other processes get the write lock. */
export class LockPauses {
  #held = 0;

  /** Counts a transaction of so many milliseconds. */
  add(milliseconds: number): void {
    this.#held += milliseconds;
  }

  /** Milliseconds to leave the lock free now; counting starts again unless it is 0. */
  take(): number {
    if (this.#held < lockShare.held) return 0;
    this.#held = 0;
    return lockShare.free;
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** From now on statements fail with `busy` at once instead of waiting for a lock. */
export function stopWaiting(database: Database): void {
  database.exec("PRAGMA busy_timeout = 0");
}

/**
 * Begins a transaction that writes, and blocks the thread until the lock is free. The connection does not wait by itself.
 * @throws StoreError `busy` when it is not free after `patience` milliseconds
 */
export function takeWriteLock(database: Database, patience = lockPatience): void {
  const until = performance.now() + patience;
  while (!begins(database, until)) Atomics.wait(sleeper, 0, 0, retryInterval);
}

/** As `takeWriteLock`, on a connection that waits for other locks. */
export function beginWriting(database: Database, patience = lockPatience): void {
  stopWaiting(database);
  try {
    takeWriteLock(database, patience);
  } finally {
    database.exec(`PRAGMA busy_timeout = ${lockPatience}`);
  }
}

/** False when another connection has the lock and there is time left. */
function begins(database: Database, until: number): boolean {
  try {
    database.exec("BEGIN IMMEDIATE");
    return true;
  } catch (error) {
    if (asStoreError(error).code !== "busy" || performance.now() >= until) throw error;
    return false;
  }
}
