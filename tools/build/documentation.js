// The documentation that the server serves at /docs: built anew if one of its sources is newer.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const target = "server/dist/docs";
const builder = "dist/site-builder.js";

const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
const folders = [
  "bench",
  "deploy",
  "docs",
  "examples",
  "schema",
  "templates/json",
  "templates/site",
  "tools/site",
];

/** Pages beside the tests that they are about. */
const plans = ["generator", "mutations", "faces/smpp"].map((name) => `test/${name}/README.md`);
const packages = ["generated", "generator", "host", "runtime", "server"];

/** @param {string} folder @param {(name: string) => boolean} isWanted @returns {readonly string[]} paths */
function filesIn(folder, isWanted = () => true) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter(isWanted).map((name) => join(folder, name));
}

/** Sources of the tables that the site makes, and of the options of the commands. */
function tables() {
  const maker = readFileSync("tools/site/tables.ts", "utf8");
  const imported = Array.from(maker.matchAll(/from "#(.+)\.js"/gu), ([, path = ""]) => `${path}.ts`);
  return [
    ...imported,
    "generator/commands/options.ts",
    "runtime/json/errors.ts",
    "runtime/json-http/problems.ts",
  ];
}

function sources() {
  const declarations = packages.flatMap((name) => filesIn(`${name}/dist`, (file) => file.endsWith(".d.ts")));
  const readmes = packages.map((name) => `${name}/README.md`);
  return [
    ...pages,
    ...plans,
    ...tables(),
    ...readmes,
    ...folders.flatMap((folder) => filesIn(folder)),
    ...declarations,
  ];
}

function isCurrent() {
  const built = `${target}/index.html`;
  if (!existsSync(built)) return false;
  const { mtimeMs } = statSync(built);
  return sources().every((path) => statSync(path).mtimeMs <= mtimeMs);
}

export async function buildDocumentation() {
  if (isCurrent()) return;
  // The builder is compiled with the tests, which a build of single packages leaves out. Modules of packages find files beside them.
  const options = { bundle: true, packages: "external", external: ["#*"], platform: "node", format: "esm" };
  await build({ ...options, entryPoints: ["tools/site/build.ts"], outfile: builder });
  const { buildSite } = await import("../../dist/site-builder.js");
  buildSite(target);
}
