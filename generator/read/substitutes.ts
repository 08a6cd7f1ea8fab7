import { resolve } from "node:path";
import { isWebUrl } from "../origin.js";
import type { ContractFile } from "./contract.js";
import { isAddress } from "./names.js";
import { realPath, type Reading } from "./source.js";
import { Catalogs } from "./xml-catalog.js";

/** Options that give documents in place of others. */
export interface SubstituteOptions {
  /** Files and URLs by the location that they are read for, as it is written or as it is resolved. */
  readonly map?: Readonly<Record<string, string>>;
  /** XML Catalogs, looked at in their order after `map`. */
  readonly catalog?: readonly string[];
}

/** A location, and the path or URL of the document to read for it. */
type MapEntry = readonly [location: string, target: string];

/** Documents that are read in place of others. */
export interface Substitutes {
  /** The path or address of the document to read, by a location as written and as resolved; undefined for the document itself. */
  readonly find: (location: string, resolved: string) => string | undefined;
  /** Entries of `map` that matched no location so far, one for each document of which none did. */
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

/** The URLs of WSDLs, and those that they are mapped to: all are named by the user. */
export function namedUrls(wsdls: readonly string[], map: SubstituteOptions["map"] = {}): readonly string[] {
  const { find } = mapped(map);
  return wsdls.filter(isWebUrl).flatMap((wsdl) => [wsdl, find(wsdl, wsdl) ?? wsdl]);
}

function mapped(map: Readonly<Record<string, string>>): Pick<Substitutes, "find" | "unused"> {
  const entries = Object.entries(map).map(
    ([location, target]) => [location, isWebUrl(target) ? target : resolve(target)] as const,
  );
  const targets = new Map(entries);
  const local = entries.filter(([location]) => !isAddress(location));
  const byPath = new Map(local.map(([location, target]) => [realPath(location), target]));
  const ofPath = (path: string): string | undefined =>
    byPath.size === 0 ? undefined : byPath.get(realPath(path));
  const used = new Set<string>();
  const find = (location: string, resolved: string): string | undefined => {
    const target =
      targets.get(location) ?? targets.get(resolved) ?? (isAddress(resolved) ? undefined : ofPath(resolved));
    if (target !== undefined) used.add(target);
    return target;
  };
  return {
    find: (location, resolved) => {
      const target = find(location, resolved);
      // A URL that cannot be fetched is mapped in its turn.
      return target !== undefined && isWebUrl(target) ? (find(target, target) ?? target) : target;
    },
    // A configuration gives each document two locations: as written, and as a path.
    unused: () => {
      const first = new Map([...entries].reverse().map(([location, target]) => [target, location]));
      return [...first]
        .filter(([target]) => !used.has(target))
        .map(([target, location]) => [location, target]);
    },
  };
}
