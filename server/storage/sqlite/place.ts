import type { Place } from "../place.js";
import { backupSqlite } from "./copy.js";
import { exposure } from "./engine/connection.js";
import { eraseSqlite } from "./erase.js";
import { checkSqlite, compactSqlite, sqliteSize, sqliteStats } from "./inspect.js";
import { migrateSqlite } from "./migrate-file.js";
import { restoreSqlite } from "./restore.js";
import { openSqliteStore } from "./store.js";
import { fillSqlite, readSqlite } from "./transfer.js";

/** A file. */
export function sqlitePlace(path: string): Place {
  return {
    exposures: () => {
      const warning = exposure(path);
      return warning === undefined ? [] : [warning];
    },
    time: () => Promise.resolve(Date.now()),
    open: ({ onCommit, create = true }) =>
      openSqliteStore(path, undefined, onCommit, create ? "create" : "use"),
    migrate: (dryRun, now) => migrateSqlite(path, dryRun, now),
    check: () => checkSqlite(path),
    size: () => sqliteSize(path),
    stats: () => sqliteStats(path),
    compact: () => compactSqlite(path),
    erase: (erasure) => eraseSqlite(path, erasure),
    backup: (target, now, progress) => backupSqlite(path, target, now, progress),
    read: (use) => readSqlite(path, use),
    fill: (use) => fillSqlite(path, use),
    restore: (file, links, now) => restoreSqlite(path, file, links, now),
  };
}
