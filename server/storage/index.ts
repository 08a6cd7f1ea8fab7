import type { Store } from "../ports/store.js";
import { StoreError } from "./errors.js";
import { postgresSettings, tlsWarnings } from "./postgres/engine/settings.js";
import { migratePostgres } from "./postgres/migrate.js";
import { openPostgresStore } from "./postgres/store.js";
import type { OnCommit } from "./protocol/calls.js";
import { backupSqlite, type Copied } from "./sqlite/copy.js";
import { exposure } from "./sqlite/engine/connection.js";
import type { Migrated } from "./schema.js";
import { migrateSqlite } from "./sqlite/migrate-file.js";
import { type Restored, type RestoredLinks, restoreSqlite } from "./sqlite/restore.js";
import { openSqliteStore } from "./sqlite/store.js";

export interface StoreOptions {
  readonly onCommit?: OnCommit;
  /** False: refuse an empty place. */
  readonly create?: boolean;
}

/** What can be done with the database behind a URL. */
interface Place {
  /** Whether several server processes, with different roles, may use it at once. */
  readonly isShared: boolean;
  warnings(): readonly string[];
  open(options: StoreOptions): Promise<Store>;
  migrate(dryRun: boolean, now: number): Promise<Migrated>;
  backup(file: string): Promise<Copied>;
  restore(file: string, links: RestoredLinks, now: number): Promise<Restored>;
}

function sqlitePlace(path: string): Place {
  return {
    isShared: false,
    warnings: () => {
      const warning = exposure(path);
      return warning === undefined ? [] : [warning];
    },
    open: ({ onCommit, create = true }) =>
      openSqliteStore(path, undefined, onCommit, create ? "create" : "use"),
    migrate: (dryRun, now) => migrateSqlite(path, dryRun, now),
    backup: (file) => backupSqlite(path, file),
    restore: (file, links, now) => restoreSqlite(path, file, links, now),
  };
}

const experimental = "the PostgreSQL store is experimental: let one server process use a database";

function postgresPlace(url: string): Place {
  const notCopied = (): Promise<never> => Promise.reject(new StoreError("copiedElsewhere"));
  return {
    isShared: true,
    warnings: () => [experimental, ...tlsWarnings(postgresSettings(url))],
    open: ({ onCommit, create = true }) => openPostgresStore(url, onCommit, create ? "create" : "use"),
    migrate: (dryRun) => migratePostgres(url, dryRun),
    backup: notCopied,
    restore: notCopied,
  };
}

/** @throws StoreError `unknownScheme`, without a password */
function placeOf(url: string): Place {
  const path = /^sqlite:(?!:)(.+)$/su.exec(url)?.[1];
  if (path !== undefined) return sqlitePlace(path);
  if (/^postgres(?:ql)?:/u.test(url)) return postgresPlace(url);
  throw new StoreError("unknownScheme", url.replace(/\/\/.*@/u, "//***@"));
}

/** Whether several server processes, with different roles, may use the database behind a URL at once. */
export function isSharedStore(url: string): boolean {
  return placeOf(url).isShared;
}

/** Warnings for the operator about an open store: one line each. */
export function storeWarnings(url: string): readonly string[] {
  return placeOf(url).warnings();
}

/**
 * Opens the store behind a database URL. Its schema must be that of this version: only `migrateStore` migrates.
 *
 * `sqlite:PATH` is a file, relative to the working directory; its folder is created when only that is missing.
 * `postgres://USER@HOST/DATABASE` is a database of a server, which must exist. Any number of processes may open the same
 * database. Rejects with a `StoreError`.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  return placeOf(url).open(options);
}

/** Creates or migrates the schema behind a URL; with `dryRun` only reports what it would do. Rejects with a `StoreError`. */
export async function migrateStore(url: string, dryRun: boolean, now: number): Promise<Migrated> {
  return placeOf(url).migrate(dryRun, now);
}

/** Copies the database behind a URL into a new file, which may run beside a server. Rejects with a `StoreError`. */
export async function backupStore(url: string, file: string): Promise<Copied> {
  return placeOf(url).backup(file);
}

/** Puts a copy into the empty place behind a URL. Rejects with a `StoreError`. */
export async function restoreStore(
  url: string,
  file: string,
  links: RestoredLinks,
  now: number,
): Promise<Restored> {
  return placeOf(url).restore(file, links, now);
}
