import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { threadScript } from "#server/storage/sqlite/engine/writer-client.js";

/** What a script and the bundled files that it loads at once import from elsewhere. */
function importsOf(script: URL): readonly string[] {
  const text = readFileSync(script, "utf8");
  const names = [...text.matchAll(/^(?:import|export)\b[^;]*?(?:from )?"([^"]+)";/gmu)].map(
    ([, name = ""]) => name,
  );
  return names.flatMap((name) => (/^\.\/[^/]+$/u.test(name) ? importsOf(new URL(name, script)) : [name]));
}

test.each(["writer", "counter"] as const)(
  "the thread %s loads bundled files and parts of Node only",
  (name) => {
    const imports = importsOf(threadScript(name));
    expect(imports).toContain("node:worker_threads");
    expect(imports.filter((each) => !each.startsWith("node:"))).toEqual([]);
  },
);
