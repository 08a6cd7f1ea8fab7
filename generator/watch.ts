import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isAddress } from "./read/names.js";
import { fileHash } from "./write/check.js";
import type { InputFile } from "./write/manifest.js";

/** Milliseconds between two looks at the files. */
const interval = 150;
/** Maximum of polls that wait until files no longer change. */
const patience = 20;
/** Milliseconds within which two changes of a file may have the same time. */
const timeResolution = 2_000;

/**
 * Calls `again` whenever the content of a file differs from the content that was read, and then watches the files that
 * it returns. Never returns.
 *
 * Files are polled: this works with editors that replace files, folders that are removed and created, and network
 * drives, and detects files saved during a run.
 */
export async function watchFiles(
  inputs: readonly InputFile[],
  again: (changed: ReadonlySet<string>) => Promise<readonly InputFile[]>,
): Promise<never> {
  let watched = inputs;
  for (;;) watched = await again(await nextChange(watched));
}

async function nextChange(inputs: readonly InputFile[]): Promise<ReadonlySet<string>> {
  const files = inputs.filter(({ path }) => !isAddress(path)).map((input) => new WatchedFile(input));
  for (;;) {
    if (files.some((file) => file.isChanged())) {
      await settled(files);
      const changed = files.filter((file) => file.isChanged()).map(({ path }) => path);
      if (changed.length > 0) return new Set(changed);
    }
    await delay(interval);
  }
}

/** Waits until no file has changed between two looks. */
async function settled(files: readonly WatchedFile[]): Promise<void> {
  for (let look = 0, before = ""; look < patience; look++) {
    const now = files.map(({ path }) => stateOf(path).text).join("\n");
    if (now === before) return;
    before = now;
    await delay(interval);
  }
}

class WatchedFile {
  readonly path: string;
  readonly #hash: string | undefined;
  /** The state of the file when its content was last the one that was read. */
  #unchanged: string | undefined;

  constructor({ path, hash }: InputFile) {
    this.path = path;
    this.#hash = hash;
  }

  isChanged(): boolean {
    const { text, time } = stateOf(this.path);
    if (text === this.#unchanged) return false;
    if (hashNow(this.path) !== this.#hash) return true;
    this.#unchanged = Math.abs(Date.now() - time) > timeResolution ? text : undefined;
    return false;
  }
}

/** Value that changes whenever a file is written or replaced, and time of the last change in milliseconds. */
function stateOf(path: string): { readonly text: string; readonly time: number } {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = statSync(path, { bigint: true });
    return { text: [dev, ino, size, mtimeNs, ctimeNs].join(" "), time: Number(ctimeMs) };
  } catch {
    return { text: "", time: 0 };
  }
}

/** Undefined also while the file cannot be read. */
function hashNow(path: string): string | undefined {
  try {
    return fileHash(path);
  } catch {
    return undefined;
  }
}
