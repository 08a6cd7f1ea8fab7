// Compiles the packages and the tests, or those named as arguments, puts the data beside the code that reads it, bundles the
// commands and the threads of the store, and builds the documentation. With --progress it says what it does.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildDocumentation } from "./documentation.js";
import { removeStale } from "./stale.js";

/** What each package ships besides its own files. */
const data = {
  generator: ["templates/reference", "templates/scaffold", "docs/reference/diagnostics.md"],
  host: [
    "templates/help",
    "templates/json",
    "templates/site/assets/site.css",
    "templates/site/assets/icon.svg",
  ],
  server: ["schema", "generated/openapi.json", "templates/web", "templates/console", "templates/portal"],
};

/** The native compiler takes a fifth of the time of the one in JavaScript, which editors, ESLint and ts-morph use. */
const compiler = new URL(
  "bin/tsc",
  pathToFileURL(createRequire(import.meta.url).resolve("typescript-native/package.json")),
);

const names = process.argv.slice(2).filter((argument) => argument !== "--progress");
const isShown = names.length < process.argv.length - 2;

/** @param {string} text */
function tell(text) {
  if (isShown) process.stderr.write(`Building Messenger: ${text}\n`);
}

for (const folder of ["runtime", "generator", "host", "generated", "server"])
  removeStale(folder, `${folder}/dist`);
removeStale(".", "dist");

tell("packages");
// Tables of the documentation are made by the generator, which the server does not import.
const compiled = names.includes("server") ? [...names, "generator"] : names;
const { status } = spawnSync(process.execPath, [fileURLToPath(compiler), "-b", ...compiled], {
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

for (const [name, paths] of Object.entries(data)) {
  if (!existsSync(`${name}/dist`)) continue;
  for (const path of paths) {
    rmSync(`${name}/dist/${path}`, { recursive: true, force: true });
    cpSync(path, `${name}/dist/${path}`, { recursive: true });
  }
}

tell("commands");
await import("./bundle.js");

if (names.length === 0 || names.includes("server")) {
  tell("documentation");
  await buildDocumentation();
}
