import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Diagnostics } from "../diagnostics.js";
import type { Artefact } from "../emit/emitter.js";
import { reasonOf } from "../read/source.js";
import { manifestName, printManifest, type Manifest } from "./manifest.js";
import type { OutputFolder, Target } from "./target.js";

/** Action on a file of the output. */
export type Action = "create" | "change" | "delete" | "leave";

/** A file of the output with its action. */
export interface FileAction {
  /** Below the output folder, with slashes. */
  readonly path: string;
  readonly action: Action;
}

/** A file and its new content. */
export interface Change {
  readonly target: Target;
  /** Undefined to remove it. */
  readonly text: string | undefined;
}

/** Desired content of the output folder. */
export interface Wanted {
  readonly artefacts: readonly Artefact[];
  readonly manifest: Manifest;
  /** The manifest of the former run. */
  readonly before: Manifest | undefined;
}

/** Every output file, the manifest last, and the stale ones; undefined when one of them may not be written. */
export function changesOf(folder: OutputFolder, wanted: Wanted): readonly Change[] | undefined {
  const files = wanted.artefacts.flatMap(({ path, text }) => changeOf(folder, path, text));
  const stale = folder.stale(wanted.artefacts).map((target): Change => ({ target, text: undefined }));
  const manifest = isLeft([...files, ...stale]) ? keptGenerator(wanted) : wanted.manifest;
  const last = changeOf(folder, manifestName, printManifest(manifest));
  return files.length < wanted.artefacts.length || last.length === 0
    ? undefined
    : [...stale, ...files, ...last];
}

function changeOf(folder: OutputFolder, path: string, text: string): readonly Change[] {
  const target = folder.target(path);
  return target === undefined ? [] : [{ target, text }];
}

/** True when no file is created, changed or deleted. */
export function isLeft(changes: readonly Change[]): boolean {
  return changes.every((change) => actionOf(change) === "leave");
}

/** A different version of the generator or its packages does not change the manifest if the output is the same. */
function keptGenerator({ manifest, before }: Wanted): Manifest {
  return before === undefined
    ? manifest
    : { ...manifest, version: before.version, generator: before.generator };
}

export function actionsOf(changes: readonly Change[]): readonly FileAction[] {
  return changes.map((change) => ({ path: change.target.path, action: actionOf(change) }));
}

function actionOf({ target: { content }, text }: Change): Action {
  if (text === content) return "leave";
  if (text === undefined) return "delete";
  return content === undefined ? "create" : "change";
}

/**
 * Writes the files whose content changes and removes the stale ones. An interrupted run leaves the old manifest.
 * @returns false, with a diagnostic, when a file cannot be written
 */
export function applyChanges(
  folder: OutputFolder,
  changes: readonly Change[],
  diagnostics: Diagnostics,
): boolean {
  for (const { target, text } of changes) {
    const { path, absolute, content } = target;
    if (text === content) continue;
    try {
      if (text === undefined) remove(absolute, folder.path);
      else replace(absolute, text);
    } catch (error) {
      const shown = folder.show(path);
      diagnostics.reportFile("MG4004", shown, { path: shown, reason: reasonOf(error) });
      return false;
    }
  }
  return true;
}

/** A reader never sees a partial file, and a symbolic link created meanwhile is not followed. */
function replace(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(fresh, text, { flag: "wx" });
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
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
