import { createFile } from "./connection.js";
import type { Database, Driver } from "./database.js";

/**
 * A lock of the operating system that ends with its process, however that ends: who can take it knows that the one before
 * is gone, and need not wait until it has been silent for long enough.
 */
export interface OwnerLock {
  /** True when the owner has the lock, now or already. */
  hold(owner: string): boolean;
  /** Does nothing for another owner than the one who has it. */
  release(owner: string): void;
  close(): void;
}

/** Never held: owners are told apart by time alone. */
export const noOwnerLock: OwnerLock = {
  hold: () => false,
  release: () => undefined,
  close: () => undefined,
};

/** The lock of a file beside the database: a write transaction in a database that holds nothing. */
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
