import { existsSync, lstatSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isAddress } from "../read/names.js";
import { isInside } from "../read/source.js";
import { firstDifference } from "./diff.js";
import {
  hashOf,
  type Hash,
  type Hashes,
  type Manifest,
  type ManifestInputs,
  type ManifestSchema,
} from "./manifest.js";
import type { OutputFolder } from "./target.js";
import type { Change } from "./write.js";

/** The inputs of a run, and the manifest that the former run left. */
export interface Inputs extends ManifestInputs {
  /** The folder that names of schema files are relative to. */
  readonly base: string;
  /** Folders that may be read, without links. */
  readonly folders: readonly string[];
  readonly out: string;
  readonly before: Manifest | undefined;
}

/** True if neither the inputs nor the output differ from the manifest. Parses no document. */
export function isCurrent(inputs: Inputs): boolean {
  const { base, folders, out, before } = inputs;
  return (
    before !== undefined &&
    before.hasErrors === undefined &&
    generatorIs(before, inputs) &&
    optionsAre(before, inputs) &&
    Object.keys(before.schema).every((name) => mayRead(resolve(base, name), folders)) &&
    changed(before.schema, base).length === 0 &&
    found(before.missing, base).length === 0 &&
    changed(before.files, out).length === 0
  );
}

/** Why the output is not current. */
export function causesOf(inputs: Inputs, schema: ManifestSchema, output: OutputFolder): readonly string[] {
  const { before, base, out } = inputs;
  if (before === undefined) return ["there is no manifest of an earlier run"];
  const hashes = Object.fromEntries(schema.files.map(({ file, bytes }) => [file, hashOf(bytes)]));
  const names = new Set([...Object.keys(before.schema), ...Object.keys(hashes)]);
  const schemas = [...names].filter((name) => before.schema[name] !== hashes[name]);
  const appeared = found(before.missing, base).filter((name) => !schemas.includes(name));
  const edited = changed(before.files, out).map((path) => output.show(path));
  return [
    ...(schemas.length > 0 ? [`the schema changed (${schemas.join(", ")})`] : []),
    ...(appeared.length > 0 ? [`imported files exist now (${appeared.join(", ")})`] : []),
    ...(optionsAre(before, inputs) ? [] : ["the options changed"]),
    ...(generatorIs(before, inputs) ? [] : ["the generator changed"]),
    ...(edited.length > 0 ? [`generated files were changed or removed by hand (${edited.join(", ")})`] : []),
  ];
}

/** The first difference of each file. */
export function differencesOf(folder: OutputFolder, changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ target, text }) =>
    firstDifference(folder.show(target.path), target.content, text),
  );
}

function generatorIs(before: Manifest, { generator }: ManifestInputs): boolean {
  return before.version === generator.version && before.generator === generator.hash;
}

function optionsAre(before: Manifest, { options, wsdls }: ManifestInputs): boolean {
  return JSON.stringify([before.options, before.wsdls]) === JSON.stringify([options, wsdls]);
}

function mayRead(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isInside(path, folder));
}

/**
 * Files whose content is not the one of the hash; always including fetched documents, which can be compared only by
 * fetching them again.
 */
function changed(hashes: Hashes, folder: string): string[] {
  return Object.keys(hashes).filter(
    (name) => isAddress(name) || fileHash(resolve(folder, name)) !== hashes[name],
  );
}

function found(missing: readonly string[], base: string): string[] {
  return missing.filter((name) => existsSync(resolve(base, name)));
}

/** Hash of a regular file; undefined when there is none. */
export function fileHash(path: string): Hash | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isFile() === true ? hashOf(readFileSync(path)) : undefined;
}
