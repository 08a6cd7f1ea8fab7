import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hash } from "./manifest.js";

/** Root of this package; this file runs as `dist/generator/write/generator-state.js`. */
export const packageRoot = fileURLToPath(new URL("../../../", import.meta.url));

/** What the output depends on besides the schema. */
const sources = [
  "dist/generator/read",
  "dist/generator/model",
  "dist/generator/plan",
  "dist/generator/emit",
  "dist/runtime/xsd",
  "templates",
];
const printers = ["ts-morph", "handlebars"];

export interface GeneratorState {
  readonly version: string;
  readonly hash: Hash;
}

/** Version of the generator, and a hash over its compiled code, its templates and the versions of what prints the output. */
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

/** JavaScript and templates, in an order that is the same everywhere. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(packageRoot, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(path);
      return /\.(?:js|hbs)$/.test(entry.name) ? [path] : [];
    })
    .sort();
}

function versionIn(path: string): string {
  const value: unknown = JSON.parse(readFileSync(path, "utf8"));
  const known = typeof value === "object" && value !== null && "version" in value;
  return known ? String(value.version) : "";
}
