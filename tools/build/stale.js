// Removes what was compiled from sources that are gone or have another name: the compiler leaves it, and a test among it would still run.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const declaration = ".d.ts";

/** @param {string} folder of sources @param {string} output folder of what is compiled from them */
export function removeStale(folder, output) {
  if (!existsSync(output)) return;
  for (const name of readdirSync(output, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(declaration)) continue;
    const path = name.slice(0, -declaration.length);
    if (existsSync(join(folder, `${path}.ts`))) continue;
    for (const end of [declaration, ".js", ".js.map"]) rmSync(join(output, path + end), { force: true });
  }
}
