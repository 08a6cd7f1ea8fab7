import { resolve } from "node:path";
import type { NewAuditEntry } from "../domain/audit.js";
import { withoutPassword } from "../domain/delivery/links/url-secrets.js";
import type { Erasing } from "../ports/erasing.js";
import type { Store } from "../ports/store.js";
import { StoreError } from "./errors.js";
import type { Place, Replica, StoreOptions } from "./place.js";
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

/** The database behind a URL. Rejects with a `StoreError`. */
export async function placeOf(url: string): Promise<Place> {
  return driverOf(url).place();
}

/** What removes data from the database behind a URL; its modules are loaded with the first use. */
export const erasingAt = (url: string): Erasing => ({
  customer: async (id, entry) => {
    const { removeCustomer } = await import("./tables/erasure/customer-removal.js");
    return (await placeOf(url)).erase(() => removeCustomer(id, entry));
  },
  number: async (number, entry) => {
    const { eraseNumber } = await import("./tables/erasure/number-erasure.js");
    return (await placeOf(url)).erase(() => eraseNumber(number, entry));
  },
});

/** Whether several server processes, with different roles, may use the database behind a URL at once. */
export function isSharedStore(url: string): boolean {
  return driverOf(url).isShared;
}

/**
 * Opens the store behind a database URL. Its schema must be that of this version: only `Place.migrate` migrates.
 *
 * `sqlite:PATH` is a file, relative to the working directory; its folder is created when only that is missing.
 * `postgres://USER@HOST/DATABASE` is a database of a server, which must exist. Any number of processes may open the same
 * database. Rejects with a `StoreError`.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  return (await placeOf(url)).open(options);
}

/** The replica that settings name; undefined for none. `readLag`: seconds. */
export function replicaOf(settings: {
  readonly readDatabase?: string | undefined;
  readonly readLag?: number | undefined;
}): Replica | undefined {
  const { readDatabase: url, readLag = 10 } = settings;
  return url === undefined ? undefined : { url, longestLag: readLag * 1_000 };
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
