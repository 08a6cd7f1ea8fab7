import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Diagnostics } from "../diagnostics.js";
import type { Origin } from "../origin.js";
import { isWebUrl } from "../origin.js";
import type { ContractSource } from "./contract.js";

/** Bytes of all files of one contract together. */
export const sizeLimit = 64 * 1024 * 1024;

/** Where a file was named: the place of an import, or undefined for the command line. */
export type NamedAt = Origin | undefined;

/** Opens files: regular ones, inside the permitted folders, up to the size limit in all. */
export class SourceReader {
  readonly #folders: readonly string[];
  readonly #diagnostics: Diagnostics;
  #left = sizeLimit;

  /** `folders` are without links. */
  constructor(folders: readonly string[], diagnostics: Diagnostics) {
    this.#folders = folders;
    this.#diagnostics = diagnostics;
  }

  /** `shown` is how messages call the file, `beside` names documents that may be meant if it is not there. */
  read(path: string, shown: string, at: NamedAt, beside = ""): ContractSource | undefined {
    try {
      const real = realpathSync(path);
      const found = this.#folders.some((folder) => isInside(real, folder)) ? this.#bytes(real) : "MG1003";
      if (typeof found !== "string") return { path: real, bytes: found };
      const folder = shownFrom(".", dirname(real)) || ".";
      report(this.#diagnostics, found, shown, at, {
        file: shown,
        folder,
        limit: `${sizeLimit / 1024 / 1024} MiB`,
      });
      return undefined;
    } catch (error) {
      report(this.#diagnostics, "MG1001", shown, at, { file: shown, reason: reasonOf(error), beside });
      return undefined;
    }
  }

  /** Checked again after opening: the name may have been given to another file in between. */
  #bytes(path: string): Buffer | "MG1002" | "MG1005" {
    if (!statSync(path).isFile()) return "MG1002";
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const status = fstatSync(file);
      if (!status.isFile()) return "MG1002";
      if (status.size > this.#left) return "MG1005";
      this.#left -= status.size;
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  }
}

/** What reading a contract and reading its catalogs have in common. */
export interface Reading {
  readonly reader: SourceReader;
  /** The folder that names of files are relative to. */
  readonly base: string;
  readonly diagnostics: Diagnostics;
}

/**
 * Folders that a contract may be read from, without links: those of its WSDLs, the checkouts that contain them, the nearest
 * common folder of several WSDLs, and `allow`. A folder that contains the home folder counts only if it is in `allow`.
 */
export function permittedFolders(
  wsdls: readonly string[],
  allow: readonly string[] = [],
  home = homedir(),
): readonly string[] {
  const own = wsdls.filter((wsdl) => !isWebUrl(wsdl)).map((wsdl) => dirname(realPath(wsdl)));
  const around = [...own.flatMap((folder) => checkoutOf(folder) ?? []), ...commonFolder(own)];
  const isShared = (folder: string): boolean => isInside(realPath(home), folder);
  return [...own, ...around.filter((folder) => !isShared(folder)), ...allow.map(realPath)];
}

/** The nearest folder around a folder that contains `.git`. */
function checkoutOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : checkoutOf(parent);
}

/** The nearest folder around all folders, except the root of the file system. */
function commonFolder([first, ...others]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  let folder = first;
  while (!others.every((other) => isInside(other, folder))) folder = dirname(folder);
  return dirname(folder) === folder ? [] : [folder];
}

/** The path without links, as far as it exists. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const absolute = resolve(path);
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
  }
}

/** True for the folder itself and everything below it. Both without links. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * The folder that file names are relative to: the parent of the output folder, so that names do not depend on the
 * working folder; for a file outside it, the folder of the WSDL.
 */
export function baseFolder(wsdl: string, out: string): string {
  const path = realPath(wsdl);
  const around = dirname(realPath(out));
  return isWebUrl(wsdl) || isInside(path, around) ? around : dirname(path);
}

/** A path with forward slashes, relative to a folder. */
export function shownFrom(folder: string, path: string): string {
  return relative(folder, resolve(path)).split(sep).join("/");
}

function report(
  diagnostics: Diagnostics,
  code: "MG1001" | "MG1002" | "MG1003" | "MG1005",
  shown: string,
  at: NamedAt,
  values: {
    readonly file: string;
    readonly reason?: string;
    readonly limit?: string;
    readonly folder?: string;
    readonly beside?: string;
  },
): void {
  const filled = { reason: "", limit: "", folder: "", beside: "", ...values };
  if (at === undefined) diagnostics.reportFile(code, shown, filled);
  else diagnostics.report(code, at, filled);
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "the file does not exist"],
  ["EACCES", "permission denied"],
  ["ELOOP", "its symbolic links form a cycle"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ENOTDIR", "a part of its path is not a folder"],
]);

/** The reason of a failed file operation, without the path. */
export function reasonOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return reasons.get(code) ?? (code || "unknown reason");
}
