import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hash } from "./manifest.js";

const require = createRequire(import.meta.url);

/** Root of this package; this file runs as its `dist/write/generator-state.js` or from its bundle. */
export const packageRoot = fileURLToPath(new URL("../../", import.meta.url));

/** What the output depends on besides the schema: the bundle, which contains the runtime's part, and the templates. */
const sources = ["dist/program", "dist/templates/reference"];
const extensions = [".js", ".hbs"];
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
  state ??= readState();
  return state;
}

let state: GeneratorState | undefined;

function readState(): GeneratorState {
  const hash = createHash("sha256");
  for (const folder of sources) {
    for (const file of filesBelow(join(packageRoot, folder)))
      hash.update(`${folder}/${file}\n`).update(readFileSync(join(packageRoot, folder, file)));
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
