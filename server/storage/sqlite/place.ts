import { resolve } from "node:path";
import type { Place } from "../place.js";
import type { Steps } from "../script/steps.js";
import { databasesBeside } from "./files/beside.js";
import { backupSqlite } from "./files/copy.js";
import { exposure, openWriter, requireFile } from "./engine/connection.js";
import { loadDriver } from "./engine/driver.js";
import { ScriptRunner } from "./engine/scripts.js";
import { beginWriting } from "./engine/write-lock.js";
import { checkSqlite, compactSqlite, sqliteSize, sqliteStats } from "./files/inspect.js";
import { prepareSchema } from "./schema/migrate.js";
import { migrateSqlite } from "./files/migrate-file.js";
import { restoreSqlite } from "./files/restore.js";
import { openSqliteStore } from "./store.js";
import { fillSqlite, readSqlite } from "./files/transfer.js";

/** Removes data from a file, also while a server uses it; freed pages are overwritten. */
async function erase<T>(path: string, script: () => Steps<T>): Promise<T> {
  const file = resolve(path);
  requireFile(file);
  const database = openWriter(await loadDriver(), file);
  try {
    prepareSchema(database, "use");
    database.exec("PRAGMA secure_delete = ON");
    beginWriting(database);
    const erased = new ScriptRunner(database).run(script());
    database.exec("COMMIT");
    return erased;
  } finally {
    // Rolls back what is not committed.
    database.close();
  }
}

/** A file. */
export function sqlitePlace(path: string): Place {
  return {
    exposures: () => {
      const warning = exposure(path);
      return warning === undefined ? [] : [warning];
    },
    beside: () => databasesBeside(path),
    time: () => Promise.resolve(Date.now()),
    open: ({ onCommit, create = true }) =>
      openSqliteStore(path, undefined, onCommit, create ? "create" : "use"),
    migrate: (dryRun, now) => migrateSqlite(path, dryRun, now),
    check: () => checkSqlite(path),
    size: () => sqliteSize(path),
    stats: () => sqliteStats(path),
    compact: () => compactSqlite(path),
    erase: (script) => erase(path, script),
    backup: (target, now, progress) => backupSqlite(path, target, now, progress),
    read: (use) => readSqlite(path, use),
    fill: (use) => fillSqlite(path, use),
    restore: (file, links, now) => restoreSqlite(path, file, links, now),
  };
}
