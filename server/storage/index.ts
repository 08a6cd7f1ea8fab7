import type { Store } from "../ports/store.js";
import { StoreError } from "./errors.js";
import type { OnCommit } from "./sqlite/protocol.js";
import { openSqliteStore } from "./sqlite/store.js";

export interface StoreOptions {
  readonly onCommit?: OnCommit;
}

/**
 * Opens the store behind a database URL and brings its schema up to date.
 *
 * `sqlite:PATH` is a file, relative to the working directory; its folder is created when only that is missing. Any number of
 * processes may open the same file. Rejects with a `StoreError`.
 */
export async function openStore(url: string, { onCommit }: StoreOptions = {}): Promise<Store> {
  const path = /^sqlite:(?!:)(.+)$/su.exec(url)?.[1];
  if (path === undefined) throw new StoreError("unknownScheme", url.replace(/\/\/.*@/u, "//***@"));
  return openSqliteStore(path, undefined, onCommit);
}
