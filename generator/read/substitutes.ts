import { resolve } from "node:path";
import type { ContractFile } from "./contract.js";
import { isAddress } from "./names.js";
import { realPath, type Reading } from "./source.js";
import { Catalogs } from "./xml-catalog.js";

/** Options that give documents in place of others. */
export interface SubstituteOptions {
  /** Files by the location that they are read for, as it is written or as it is resolved. */
  readonly map?: Readonly<Record<string, string>>;
  /** XML Catalogs, looked at in their order after `map`. */
  readonly catalog?: readonly string[];
}

/** A location, and the path of the file to read for it. */
type MapEntry = readonly [location: string, file: string];

/** Documents that are read in place of others. */
export interface Substitutes {
  /** The path or address of the document to read, by a location as written and as resolved; undefined for the document itself. */
  readonly find: (location: string, resolved: string) => string | undefined;
  /** Entries of `map` that matched no location so far, one for each file of which none did. */
  readonly unused: () => readonly MapEntry[];
  /** The catalogs that were read so far. */
  readonly files: readonly ContractFile[];
  /** Paths of catalogs that were looked for and do not exist. */
  readonly missing: ReadonlySet<string>;
}

/** Reads the catalogs and reports errors in them; a catalog that another one names is read when it is needed. */
export function substitutesOf({ map = {}, catalog = [] }: SubstituteOptions, reading: Reading): Substitutes {
  const { find: fromMap, unused } = mapped(map);
  const catalogs = new Catalogs(catalog, reading);
  return {
    find: (location, resolved) => fromMap(location, resolved) ?? catalogs.find(location, resolved),
    unused,
    files: catalogs.files,
    missing: catalogs.missing,
  };
}

function mapped(map: Readonly<Record<string, string>>): Pick<Substitutes, "find" | "unused"> {
  const entries = Object.entries(map).map(([location, file]) => [location, resolve(file)] as const);
  const files = new Map(entries);
  const local = entries.filter(([location]) => !isAddress(location));
  const byPath = new Map(local.map(([location, file]) => [realPath(location), file]));
  const ofPath = (path: string): string | undefined =>
    byPath.size === 0 ? undefined : byPath.get(realPath(path));
  const used = new Set<string>();
  return {
    find: (location, resolved) => {
      const file =
        files.get(location) ?? files.get(resolved) ?? (isAddress(resolved) ? undefined : ofPath(resolved));
      if (file !== undefined) used.add(file);
      return file;
    },
    // A configuration gives each file two locations: as written, and as a path.
    unused: () => {
      const first = new Map([...entries].reverse().map(([location, file]) => [file, location]));
      return [...first].filter(([file]) => !used.has(file)).map(([file, location]) => [location, file]);
    },
  };
}
