import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hash } from "./manifest.js";

const require = createRequire(import.meta.url);

/** Root of this package; this file runs as its `dist/write/generator-state.js`. */
export const packageRoot = fileURLToPath(new URL("../../", import.meta.url));

/** A checkout hashes its sources: the folder of compiled files may contain files of removed sources. */
const isCheckout = existsSync(join(packageRoot, "read"));
const compiled = isCheckout ? "." : "dist";
const runtimeRoot = dirname(require.resolve("messenger-gen-runtime/package.json"));

/** Folders on which the output depends besides the schema, by name. */
const sources = [
  ...["read", "model", "plan", "emit"].map((name) => [name, join(packageRoot, compiled, name)] as const),
  ["xsd", join(runtimeRoot, compiled, "xsd")],
  ["templates/reference", join(packageRoot, "dist/templates/reference")],
] as const;
const extensions = isCheckout ? [".ts", ".hbs"] : [".js", ".hbs"];
const printers = ["ts-morph", "handlebars"];

export interface GeneratorState {
  readonly version: string;
  readonly hash: Hash;
}

/**
 * Version of the generator, and a hash over its code, its templates and the versions of the packages that print.
 * A run with another hash generates again; if the output is the same, it remains current.
 */
export function generatorState(): GeneratorState {
  const hash = createHash("sha256");
  for (const [name, folder] of sources) {
    for (const file of filesBelow(folder))
      hash.update(`${name}/${file}\n`).update(readFileSync(join(folder, file)));
  }
  for (const name of printers) hash.update(`${name} ${versionIn(require.resolve(`${name}/package.json`))}\n`);
  return { version: packageVersion(), hash: hash.digest("hex") };
}

export function packageVersion(): string {
  return versionIn(join(packageRoot, "package.json"));
}

/** Code and templates, in an order that is the same everywhere. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => extensions.some((extension) => path.endsWith(extension)))
    .sort();
}

function versionIn(path: string): string {
  const value: unknown = JSON.parse(readFileSync(path, "utf8"));
  const known = typeof value === "object" && value !== null && "version" in value;
  return known ? String(value.version) : "";
}
