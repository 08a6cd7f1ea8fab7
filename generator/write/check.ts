import { lstatSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { firstDifference } from "./diff.js";
import type { GeneratorState } from "./generator-state.js";
import { hashOf, type Hash, type Hashes, type Manifest } from "./manifest.js";
import type { OutputFolder } from "./target.js";
import type { Change } from "./write.js";

/** Where a run stands: what it is given, and what the former run left. */
export interface Inputs {
  /** The folder that names of schema files are relative to. */
  readonly base: string;
  readonly wsdls: readonly string[];
  readonly out: string;
  readonly generator: GeneratorState;
  readonly before: Manifest | undefined;
}

/** True when schema, generator and output are those of the manifest. Reads files, parses none. */
export function isCurrent({ base, wsdls, out, generator, before }: Inputs): boolean {
  return (
    before !== undefined &&
    before.version === generator.version &&
    before.generator === generator.hash &&
    JSON.stringify(before.wsdls) === JSON.stringify(wsdls) &&
    changed(before.schema, base).length === 0 &&
    changed(before.files, out).length === 0
  );
}

/** Why the output is not current, in words; `schema` are the hashes of today's contract. */
export function causesOf(inputs: Inputs, schema: Hashes, output: OutputFolder): readonly string[] {
  const { before, generator, out } = inputs;
  if (before === undefined) return ["there is no manifest of a former run"];
  const names = new Set([...Object.keys(before.schema), ...Object.keys(schema)]);
  const schemas = [...names].filter((name) => before.schema[name] !== schema[name]);
  const edited = changed(before.files, out).map((path) => output.show(path));
  return [
    ...(schemas.length > 0 ? [`the schema changed (${schemas.join(", ")})`] : []),
    ...(before.version !== generator.version || before.generator !== generator.hash
      ? ["the generator changed"]
      : []),
    ...(edited.length > 0 ? [`generated files were changed or removed by hand (${edited.join(", ")})`] : []),
  ];
}

/** The first difference of each file. */
export function differencesOf(folder: OutputFolder, changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ target, text }) =>
    firstDifference(folder.show(target.path), target.content, text),
  );
}

/** Files whose content is not the one of the hash. */
function changed(hashes: Hashes, folder: string): string[] {
  return Object.keys(hashes).filter((name) => fileHash(resolve(folder, name)) !== hashes[name]);
}

function fileHash(path: string): Hash | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isFile() === true ? hashOf(readFileSync(path)) : undefined;
}
