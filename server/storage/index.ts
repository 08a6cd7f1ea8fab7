import { resolve } from "node:path";
import type { NewAuditEntry } from "../domain/audit.js";
import { withoutPassword } from "../domain/delivery/url-secrets.js";
import type { Store } from "../ports/store.js";
import { StoreError } from "./errors.js";
import type { BackedUp, CopyProgress, Place, StoreOptions } from "./place.js";
import type { Erasure } from "./erasure.js";
import type { Migrated } from "./schema/steps.js";
import type { CheckResult, Compacted, DatabaseSize, DatabaseStats } from "./inspection.js";
import type { Restored, RestoredLinks } from "./restore.js";
import { transfer, type TransferProgress, type TransferredTable } from "./transfer/transfer.js";

export type { StoreOptions } from "./place.js";

/** The databases that can be used. A driver is loaded when it is needed: each has some hundred modules. */
const drivers = [
  {
    address: /^sqlite:(?!:)(.+)$/su,
    isShared: false,
    place: async (path: string): Promise<Place> => (await import("./sqlite/place.js")).sqlitePlace(path),
  },
  {
    address: /^(postgres(?:ql)?:.*)$/su,
    isShared: true,
    place: async (url: string): Promise<Place> => (await import("./postgres/place.js")).postgresPlace(url),
  },
];

/** A database URL for operators: without a password, and with the whole path of a file. */
export function shownUrl(url: string): string {
  return withoutPassword(url).replace(/^sqlite:(?!:)(.+)$/su, (_, path: string) => `sqlite:${resolve(path)}`);
}

/** @throws StoreError `unknownScheme`, without a password */
function driverOf(url: string): { readonly isShared: boolean; readonly place: () => Promise<Place> } {
  for (const { address, isShared, place } of drivers) {
    const [, found] = address.exec(url) ?? [];
    if (found !== undefined) return { isShared, place: () => place(found) };
  }
  throw new StoreError("unknownScheme", withoutPassword(url));
}

async function placeOf(url: string): Promise<Place> {
  return driverOf(url).place();
}

/** Whether several server processes, with different roles, may use the database behind a URL at once. */
export function isSharedStore(url: string): boolean {
  return driverOf(url).isShared;
}

/** Ways in which others can read or change the data behind a URL: one line each. */
export async function storeExposures(url: string): Promise<readonly string[]> {
  return (await placeOf(url)).exposures();
}

/**
 * The time of the database behind a URL, whatever its schema is: that of the server of PostgreSQL, or of this machine for a file.
 * Rejects with a `StoreError`.
 */
export async function storeTime(url: string): Promise<number> {
  return (await placeOf(url)).time();
}

/**
 * Opens the store behind a database URL. Its schema must be that of this version: only `migrateStore` migrates.
 *
 * `sqlite:PATH` is a file, relative to the working directory; its folder is created when only that is missing.
 * `postgres://USER@HOST/DATABASE` is a database of a server, which must exist. Any number of processes may open the same
 * database. Rejects with a `StoreError`.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  return (await placeOf(url)).open(options);
}

/** Creates or migrates the schema behind a URL; with `dryRun` only reports what it would do. Rejects with a `StoreError`. */
export async function migrateStore(url: string, dryRun: boolean, now: number): Promise<Migrated> {
  return (await placeOf(url)).migrate(dryRun, now);
}

/** Checks the data behind a URL, also while a server uses it. Rejects with a `StoreError`. */
export async function checkStore(url: string): Promise<readonly CheckResult[]> {
  return (await placeOf(url)).check();
}

/** Size and version of the database behind a URL. Rejects with a `StoreError`. */
export async function storeSize(url: string): Promise<DatabaseSize> {
  return (await placeOf(url)).size();
}

/** Facts about the database behind a URL. Rejects with a `StoreError`. */
export async function storeStats(url: string): Promise<DatabaseStats> {
  return (await placeOf(url)).stats();
}

/** Removes data behind a URL, also while a server uses it. Rejects with a `StoreError`. */
export async function eraseFrom<T>(url: string, erasure: Erasure<T>): Promise<T> {
  return (await placeOf(url)).erase(erasure);
}

/** Gives free space back to the file system; the database must not be in use. Rejects with a `StoreError`. */
export async function compactStore(url: string): Promise<Compacted> {
  return (await placeOf(url)).compact();
}

/** Copies the database behind a URL, also while a server uses it, into a new file or a folder. Rejects with a `StoreError`. */
export async function backupStore(
  url: string,
  target: string,
  now: number,
  progress?: CopyProgress,
): Promise<BackedUp> {
  return (await placeOf(url)).backup(target, now, progress);
}

/** Result of `messenger database copy`. */
export interface CopiedStore {
  readonly tables: readonly TransferredTable[];
  readonly milliseconds: number;
}

/**
 * Copies a database that no other process uses into an empty place, of the same kind or another one: completely, or not at all.
 * Rejects with a `StoreError`.
 */
export async function copyStore(
  from: string,
  to: string,
  by: Pick<NewAuditEntry, "at" | "actor">,
  progress: TransferProgress = () => undefined,
): Promise<CopiedStore> {
  const begun = performance.now();
  const [source, target] = [await placeOf(from), await placeOf(to)];
  const entry = (tables: readonly TransferredTable[]): NewAuditEntry => {
    const rows = tables.reduce((sum, each) => sum + each.rows, 0);
    return { ...by, action: "database copy", subject: { from: withoutPassword(from) }, after: { rows } };
  };
  const tables = await source.read((reader) =>
    target.fill((filled) => transfer({ source: reader, target: filled, entry, progress })),
  );
  return { tables, milliseconds: performance.now() - begun };
}

/**
 * Restores a copy as a new database behind a URL; without a file prepares one whose data the tools of its server have restored.
 * Rejects with a `StoreError`.
 */
export async function restoreStore(
  url: string,
  file: string | undefined,
  links: RestoredLinks,
  now: number,
): Promise<Restored> {
  return (await placeOf(url)).restore(file, links, now);
}
