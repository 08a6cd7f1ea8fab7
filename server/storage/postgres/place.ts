import { StoreError } from "../errors.js";
import type { Place } from "../place.js";
import { postgresSettings, tlsWarnings } from "./engine/settings.js";
import { erasePostgres } from "./erase.js";
import { checkPostgres, postgresSize, postgresStats, postgresTime } from "./inspect.js";
import { migratePostgres } from "./migrate-database.js";
import { openPostgresStore } from "./store.js";
import { restorePostgres } from "./restore.js";
import { fillPostgres, readPostgres } from "./transfer.js";

/** A database of a server. */
export function postgresPlace(url: string): Place {
  return {
    exposures: () => tlsWarnings(postgresSettings(url)),
    time: () => postgresTime(url),
    open: ({ onCommit, create = true }) => openPostgresStore(url, onCommit, create ? "create" : "use"),
    migrate: (dryRun) => migratePostgres(url, dryRun),
    check: () => checkPostgres(url),
    size: () => postgresSize(url),
    stats: () => postgresStats(url),
    erase: (erasure) => erasePostgres(url, erasure),
    read: (use) => readPostgres(url, use),
    fill: (use) => fillPostgres(url, use),
    compact: () => Promise.reject(new StoreError("compactedElsewhere")),
    backup: () => Promise.reject(new StoreError("copiedElsewhere")),
    restore: (file, links, now) => restorePostgres(url, file, links, now),
  };
}
