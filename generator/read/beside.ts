import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, join } from "node:path";
import { shellWord } from "../diagnostics.js";
import { shownAddress } from "../origin.js";
import { isAddress } from "./names.js";
import { shownFrom } from "./source.js";

/** A document that is not there: how it is referred to, and what it has to be. */
export interface Wanted {
  readonly location: string;
  readonly kind: "wsdl" | "schema";
  readonly namespace: string;
}

/** Most files of a folder that are looked at, and bytes of each. */
const fileLimit = 500;
const startLimit = 64 * 1024;
/** Most files that a hint names. */
const shownLimit = 3;

/**
 * Documents of a folder that have exactly the namespace of a missing one, without those that `isRead`; the one with the name of the
 * missing one goes before all others.
 */
export function besides(
  folder: string,
  { location, kind, namespace }: Wanted,
  isRead: (path: string) => boolean,
): readonly string[] {
  const root = kind === "wsdl" ? "definitions" : "schema";
  const found = namesIn(folder)
    .map((name) => join(folder, name))
    .filter((path) => !isRead(path) && rootOf(path) === `${root} ${namespace}`);
  const name = basename(isAddress(location) ? new URL(location, "http://example.com").pathname : location);
  const same = found.filter((path) => basename(path) === name);
  return same.length > 0 ? same : found;
}

/** A sentence that names the documents with the options to paste; empty for none. `base`: the folder that names in messages are relative to. */
export function besideHint({ location, namespace }: Wanted, paths: readonly string[], base: string): string {
  const hints = paths.slice(0, shownLimit).map((path) => {
    const option = shellWord(`${shownAddress(location)}=${shownFrom(".", path)}`);
    return `${shownFrom(base, path)} has the namespace ${namespace}: add --map ${option}. `;
  });
  return hints.join("");
}

function namesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    return files.toSorted().slice(0, fileLimit);
  } catch {
    return [];
  }
}

/** `schema urn:example`: the root element and its target namespace, by the first bytes of a file. */
function rootOf(path: string): string | undefined {
  const start = startOf(path)?.replace(/<!--[^]*?-->|<\?[^]*?\?>/g, "");
  const [, root, attributes = ""] =
    /^[^<]*<(?:[\w.-]+:)?(schema|definitions)\b([^>]*)>/.exec(start ?? "") ?? [];
  const [, , namespace = ""] = /\stargetNamespace\s*=\s*(["'])(.*?)\1/.exec(attributes) ?? [];
  return root === undefined ? undefined : `${root} ${namespace.replaceAll("&amp;", "&")}`;
}

function startOf(path: string): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      if (!fstatSync(file).isFile()) return undefined;
      const bytes = Buffer.alloc(startLimit);
      const length = readSync(file, bytes, 0, startLimit, 0);
      return bytes.toString(bytes[1] === 0 || bytes[0] === 0xff ? "utf16le" : "utf8", 0, length);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
