import { createFile } from "./connection.js";
import type { Database, Driver } from "./database.js";

/**
 * A lock of the operating system that is released when its process ends, however it ends. A process that obtains it
 * need not wait until the lease of the previous owner expires.
 */
export interface OwnerLock {
  /** True when the owner has the lock, now or already. */
  hold(owner: string): boolean;
  /** Does nothing unless the owner holds it. */
  release(owner: string): void;
  close(): void;
}

/** Never held: ownership depends on the lease alone. */
export const noOwnerLock: OwnerLock = {
  hold: () => false,
  release: () => undefined,
  close: () => undefined,
};

/** The lock of a file beside the database: a write transaction in an empty database. */
export function ownerLock(driver: Driver, path: string): OwnerLock {
  let database: Database | undefined;
  let holder: string | undefined;

  const begin = (owner: string): boolean => {
    try {
      if (database === undefined) {
        createFile(path);
        database = driver.open(path, false);
        database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY");
      }
      database.exec("BEGIN IMMEDIATE");
      holder = owner;
      return true;
    } catch {
      return false;
    }
  };
  return {
    hold: (owner) => (holder === undefined ? begin(owner) : holder === owner),
    release: (owner) => {
      if (holder !== owner) return;
      holder = undefined;
      database?.exec("ROLLBACK");
    },
    close: () => {
      holder = undefined;
      database?.close();
      database = undefined;
    },
  };
}
