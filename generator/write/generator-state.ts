import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hash } from "./manifest.js";

/** Root of this package; this file runs as `dist/generator/write/generator-state.js`. */
export const packageRoot = fileURLToPath(new URL("../../../", import.meta.url));

/** A checkout goes by its sources: a folder of compiled files may still hold some whose sources are gone. */
const isCheckout = existsSync(join(packageRoot, "generator"));
const code = ["generator/read", "generator/model", "generator/plan", "generator/emit", "runtime/xsd"];
/** What the output depends on besides the schema. */
const sources = [...code.map((folder) => (isCheckout ? folder : `dist/${folder}`)), "templates/reference"];
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
  for (const folder of sources) {
    for (const file of filesBelow(folder))
      hash.update(`${file}\n`).update(readFileSync(join(packageRoot, file)));
  }
  const require = createRequire(import.meta.url);
  for (const name of printers) hash.update(`${name} ${versionIn(require.resolve(`${name}/package.json`))}\n`);
  return { version: packageVersion(), hash: hash.digest("hex") };
}

export function packageVersion(): string {
  return versionIn(join(packageRoot, "package.json"));
}

/** Code and templates, in an order that is the same everywhere. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(packageRoot, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(path);
      return extensions.some((extension) => entry.name.endsWith(extension)) ? [path] : [];
    })
    .sort();
}

function versionIn(path: string): string {
  const value: unknown = JSON.parse(readFileSync(path, "utf8"));
  const known = typeof value === "object" && value !== null && "version" in value;
  return known ? String(value.version) : "";
}
