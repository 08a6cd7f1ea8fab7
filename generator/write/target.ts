import { lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnostics } from "../diagnostics.js";
import type { Artefact } from "../emit/emitter.js";
import { isInside, realPath, reasonOf } from "../read/source.js";
import { hashOf, manifestName, type Manifest } from "./manifest.js";

/** An output file as it is on the disk now. */
export interface Target {
  /** Below the output folder, with slashes. */
  readonly path: string;
  readonly absolute: string;
  /** Undefined when there is no such file. */
  readonly content: string | undefined;
}

const allowed = /^[a-z0-9]+(?:[.-][a-z0-9]+)*(?:\/[a-z0-9]+(?:[.-][a-z0-9]+)*)*$/;

/** The output folder, and which of its files are ours. */
export class OutputFolder {
  /** Without links. */
  readonly path: string;
  readonly #shown: string;
  readonly #before: Manifest | undefined;
  readonly #diagnostics: Diagnostics;

  /** `shown`: how messages call the folder. */
  constructor(path: string, shown: string, before: Manifest | undefined, diagnostics: Diagnostics) {
    this.path = realPath(path);
    this.#shown = shown;
    this.#before = before;
    this.#diagnostics = diagnostics;
  }

  show(path: string): string {
    return this.#shown === "" ? path : `${this.#shown}/${path}`;
  }

  /** The file an artefact goes to; undefined, with a diagnostic, when it may not be written. */
  target(path: string): Target | undefined {
    const shown = this.show(path);
    try {
      const found = this.#find(path);
      if (typeof found !== "string") return found;
      this.#diagnostics.reportFile(found, shown, { path: shown });
    } catch (error) {
      this.#diagnostics.reportFile("MG4004", shown, { path: shown, reason: reasonOf(error) });
    }
    return undefined;
  }

  #find(path: string): Target | "MG4001" | "MG4002" | "MG4003" {
    if (!allowed.test(path)) return "MG4001";
    const absolute = join(this.path, path);
    if (!isInside(realPath(dirname(absolute)), this.path)) return "MG4002";
    const status = lstatSync(absolute, { throwIfNoEntry: false });
    if (status === undefined) return { path, absolute, content: undefined };
    if (!status.isFile()) return "MG4002";
    const content = readFileSync(absolute, "utf8");
    return this.#isOurs(path, content) ? { path, absolute, content } : "MG4003";
  }

  /** Files of the former run that are not written any more, as far as they are still there. */
  stale(artefacts: readonly Artefact[]): Target[] {
    const kept = new Set(artefacts.map(({ path }) => path));
    const former = Object.keys(this.#before?.files ?? {}).filter(
      (path) => allowed.test(path) && !kept.has(path),
    );
    return former.flatMap((path) => {
      const absolute = join(this.path, path);
      const isFile = lstatSync(absolute, { throwIfNoEntry: false })?.isFile() === true;
      if (path === manifestName || !isFile || !isInside(realPath(absolute), this.path)) return [];
      const content = readFileSync(absolute, "utf8");
      return this.#isOurs(path, content) ? [{ path, absolute, content }] : [];
    });
  }

  /** As written by the former run, or with our header. */
  #isOurs(path: string, content: string): boolean {
    const written = this.#before?.files[path];
    return (
      (written !== undefined && written === hashOf(content)) ||
      content.slice(0, 400).includes("messenger-gen")
    );
  }
}
