import type { Store } from "../ports/store.js";
import { StoreError } from "./errors.js";
import { postgresSettings, tlsWarnings } from "./postgres/engine/settings.js";
import { openPostgresStore } from "./postgres/store.js";
import type { OnCommit } from "./protocol/calls.js";
import { backupSqlite, type Copied } from "./sqlite/copy.js";
import { exposure, requireFile } from "./sqlite/engine/connection.js";
import { type Restored, type RestoredLinks, restoreSqlite } from "./sqlite/restore.js";
import { openSqliteStore } from "./sqlite/store.js";

export interface StoreOptions {
  readonly onCommit?: OnCommit;
  /** False: refuse to create the database. Only files are created. */
  readonly create?: boolean;
}

/** What can be done with the database behind a URL. */
interface Place {
  /** Whether several server processes, with different roles, may use it at once. */
  readonly isShared: boolean;
  warnings(): readonly string[];
  open(options: StoreOptions): Promise<Store>;
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
    open: async ({ onCommit, create = true }) => {
      if (!create) requireFile(path);
      return openSqliteStore(path, undefined, onCommit);
    },
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
    open: ({ onCommit }) => openPostgresStore(url, onCommit),
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
 * Opens the store behind a database URL and brings its schema up to date.
 *
 * `sqlite:PATH` is a file, relative to the working directory; its folder is created when only that is missing.
 * `postgres://USER@HOST/DATABASE` is a database of a server, which must exist. Any number of processes may open the same
 * database. Rejects with a `StoreError`.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  return placeOf(url).open(options);
}

/** Copies the database behind a URL into a new file, which may run beside a server. Rejects with a `StoreError`. */
export async function backupStore(url: string, file: string): Promise<Copied> {
  return placeOf(url).backup(file);
}

/** Replaces the database behind a URL, which must not be in use, by a copy. Rejects with a `StoreError`. */
export async function restoreStore(
  url: string,
  file: string,
  links: RestoredLinks,
  now: number,
): Promise<Restored> {
  return placeOf(url).restore(file, links, now);
}
