import type { Store } from "../ports/store.js";
import { StoreError } from "./errors.js";
import type { OnCommit } from "./protocol/calls.js";
import { backupSqlite, type Copied } from "./sqlite/copy.js";
import { exposure, requireFile } from "./sqlite/engine/connection.js";
import { type Restored, type RestoredLinks, restoreSqlite } from "./sqlite/restore.js";
import { openSqliteStore } from "./sqlite/store.js";

export interface StoreOptions {
  readonly onCommit?: OnCommit;
  /** False: refuse to create the database. */
  readonly create?: boolean;
}

/** Warnings for the operator about an open store: one line each. */
export function storeWarnings(url: string): readonly string[] {
  const warning = exposure(pathOf(url));
  return warning === undefined ? [] : [warning];
}

/**
 * Opens the store behind a database URL and brings its schema up to date.
 *
 * `sqlite:PATH` is a file, relative to the working directory; its folder is created when only that is missing. Any number of
 * processes may open the same file. Rejects with a `StoreError`.
 */
export async function openStore(url: string, { onCommit, create = true }: StoreOptions = {}): Promise<Store> {
  const path = pathOf(url);
  if (!create) requireFile(path);
  return openSqliteStore(path, undefined, onCommit);
}

/** Copies the database behind a URL into a new file, which may run beside a server. Rejects with a `StoreError`. */
export async function backupStore(url: string, file: string): Promise<Copied> {
  return backupSqlite(pathOf(url), file);
}

/** Replaces the database behind a URL, which must not be in use, by a copy. Rejects with a `StoreError`. */
export async function restoreStore(
  url: string,
  file: string,
  links: RestoredLinks,
  now: number,
): Promise<Restored> {
  return restoreSqlite(pathOf(url), file, links, now);
}

function pathOf(url: string): string {
  const path = /^sqlite:(?!:)(.+)$/su.exec(url)?.[1];
  if (path === undefined) throw new StoreError("unknownScheme", url.replace(/\/\/.*@/u, "//***@"));
  return path;
}
