import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** A contract of the corpus on which the generator is measured. Its documents are published elsewhere and are not part of the project. */
export interface IndexedContract {
  readonly id: string;
  /** Repository, commit and path, as `owner/name@commit:path`; absent if it is not known. */
  readonly source?: string;
  /** The WSDL, below the folder of the contract. */
  readonly main: string;
  /** SHA-256 in hexadecimal digits of every document of the contract, by its path below that folder. */
  readonly files: Readonly<Record<string, string>>;
}

/** Which contracts of the corpus a folder has. */
export interface Presence {
  /** Ids of contracts of which the folder has all documents. */
  readonly there: readonly string[];
  /** Of the others. */
  readonly missing: readonly string[];
  /** Documents that belong to no contract of the corpus: their paths. */
  readonly unknown: readonly string[];
}

/** The index: `npm run conformance -- FOLDER --corpus write` makes it. */
export const indexPath = "bench/conformance/corpus.json";

export function readIndex(): readonly IndexedContract[] {
  return JSON.parse(readFileSync(indexPath, "utf8")) as readonly IndexedContract[];
}

/** What a folder holds besides contracts. */
const ownFiles: ReadonlySet<string> = new Set(["index.json", "README.md"]);

/** SHA-256 of every document in a folder, by its path with slashes. */
export function hashesIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => path.slice(join(folder, sep).length))
    .filter((path) => !ownFiles.has(path))
    .toSorted();
  const hash = (path: string): string =>
    createHash("sha256")
      .update(readFileSync(join(folder, path)))
      .digest("hex");
  return new Map(files.map((path) => [path.replaceAll(sep, "/"), hash(path)]));
}

/** The index of contracts, from the hashes of the folder that holds them. */
export function indexOf(
  entries: readonly Omit<IndexedContract, "files">[],
  hashes: ReadonlyMap<string, string>,
): readonly IndexedContract[] {
  return entries
    .map(({ id, source, main }) => {
      const own = [...hashes].filter(([path]) => path.startsWith(`${id}/`));
      const files = Object.fromEntries(own.map(([path, hash]) => [path.slice(id.length + 1), hash]));
      return { id, ...(source === undefined ? {} : { source }), main, files };
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Compares a folder with the index: a document counts by its hash, wherever it lies. */
export function presenceOf(index: readonly IndexedContract[], hashes: ReadonlyMap<string, string>): Presence {
  const present = new Set(hashes.values());
  const known = new Set(index.flatMap(({ files }) => Object.values(files)));
  const isThere = ({ files }: IndexedContract): boolean =>
    Object.values(files).every((hash) => present.has(hash));
  const idsOf = (contracts: readonly IndexedContract[]): readonly string[] => contracts.map(({ id }) => id);
  return {
    there: idsOf(index.filter(isThere)),
    missing: idsOf(index.filter((contract) => !isThere(contract))),
    unknown: [...hashes].filter(([, hash]) => !known.has(hash)).map(([path]) => path),
  };
}

/** Lines about a folder; those of one without any contract of the corpus name none. */
export function presenceText({ there, missing, unknown }: Presence): string {
  const named = (title: string, names: readonly string[]): string =>
    names.length === 0 ? "" : `\n${title} (${names.length}): ${names.join(", ")}`;
  const count = `${there.length} of the ${there.length + missing.length} contracts of the corpus are there, by SHA-256`;
  return there.length === 0 ? count : count + named("missing", missing) + named("not of the corpus", unknown);
}
