import { mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Diagnostics } from "../diagnostics.js";
import type { Artefact } from "../emit/emitter.js";
import { reasonOf } from "../read/source.js";
import { manifestName, printManifest, type Manifest } from "./manifest.js";
import type { OutputFolder, Target } from "./target.js";

/** What a run changed, in output order. */
export interface Written {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
}

/** A file and what it shall hold. */
export interface Change {
  readonly target: Target;
  /** Undefined to remove it. */
  readonly text: string | undefined;
}

/** Every output file, the manifest last, and the stale ones; undefined when one of them may not be written. */
export function changesOf(
  folder: OutputFolder,
  artefacts: readonly Artefact[],
  manifest: Manifest,
): readonly Change[] | undefined {
  const wanted = [...artefacts, { path: manifestName, text: printManifest(manifest) }];
  const changes = wanted.flatMap(({ path, text }): Change[] => {
    const target = folder.target(path);
    return target === undefined ? [] : [{ target, text }];
  });
  if (changes.length < wanted.length) return undefined;
  const stale = folder.stale(artefacts).map((target): Change => ({ target, text: undefined }));
  return [...stale, ...changes];
}

/** Writes the files whose content changes and removes the stale ones. An interrupted run leaves the old manifest. */
export function applyChanges(
  folder: OutputFolder,
  changes: readonly Change[],
  diagnostics: Diagnostics,
): Written | undefined {
  const result = {
    written: new Array<string>(),
    removed: new Array<string>(),
    unchanged: new Array<string>(),
  };
  for (const { target, text } of changes) {
    const { path, absolute, content } = target;
    if (text === content) {
      result.unchanged.push(path);
      continue;
    }
    try {
      if (text === undefined) remove(absolute, folder.path);
      else replace(absolute, text);
    } catch (error) {
      const shown = folder.show(path);
      diagnostics.reportFile("MG4004", shown, { path: shown, reason: reasonOf(error) });
      return undefined;
    }
    (text === undefined ? result.removed : result.written).push(path);
  }
  return result;
}

/** A reader never sees half a file, and a link put in its place meanwhile is not followed. */
function replace(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, text, { flag: "wx" });
  renameSync(fresh, path);
}

/** The file, and the folders around it that are empty then. */
function remove(path: string, root: string): void {
  rmSync(path);
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}
