// Compiles the packages and the tests, or those named as arguments, puts the data beside the code that reads it, and bundles
// the commands and the threads of the store.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";

/** What each package ships besides its own files. */
const data = {
  generator: ["templates/reference", "templates/scaffold", "docs/reference/diagnostics.md"],
  host: ["templates/help"],
  server: ["schema", "templates/console"],
};

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [compiler, "-b", ...process.argv.slice(2)], {
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

await import("./bundle.js");
