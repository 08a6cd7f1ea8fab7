import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One contract of a corpus, as its `index.json` describes it. */
export interface Entry {
  /** Folder of the entry, below that of the corpus. */
  readonly id: string;
  /** Where it is published; absent if the index does not say. */
  readonly source?: string;
  /** The WSDL, below the folder of the entry. */
  readonly main: string;
  /** Names of the operations that its SOAP bindings offer. */
  readonly operations: readonly string[];
  readonly features: readonly string[];
  /** Other programs that read the contract, of those it was given to. */
  readonly acceptedByOthers: number;
}

/** An entry is in the core of a corpus when at least this many other programs read it. */
export const coreAcceptance = 2;

/**
 * The entries of a corpus folder.
 *
 * @throws Error when there is no `index.json`, or it is not a list of entries.
 */
export function readEntries(folder: string): readonly Entry[] {
  const index: unknown = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));
  if (!Array.isArray(index)) throw new Error(`${folder}/index.json is not a list`);
  return index.map((row: unknown, at) => {
    const entry = isRecord(row) ? toEntry(row) : undefined;
    if (entry === undefined) throw new Error(`${folder}/index.json: entry ${at} has no id or main`);
    return entry;
  });
}

function toEntry(row: Readonly<Record<string, unknown>>): Entry | undefined {
  const { id, source, main, operations, features, accepted_by_other_tools: accepted } = row;
  if (typeof id !== "string" || typeof main !== "string") return undefined;
  return {
    id,
    ...(typeof source === "string" ? { source } : {}),
    main,
    operations: texts(operations),
    features: texts(features),
    acceptedByOthers: typeof accepted === "number" ? accepted : 0,
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
