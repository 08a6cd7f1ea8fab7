import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "@jest/globals";
import { temporaryFolder } from "../storage/fixtures.js";

interface Stale {
  readonly removeStale: (folder: string, output: string) => void;
}

const { removeStale } = (await import(pathToFileURL(resolve("tools/build/stale.js")).href)) as Stale;
const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const compiled = (name: string): readonly string[] => [`${name}.d.ts`, `${name}.js`, `${name}.js.map`];

/** Sources, files of the output, and what is left of these. */
test.each<readonly [title: string, sources: readonly string[], output: readonly string[], left: string[]]>([
  ["what has a source stays", ["a.ts"], compiled("a"), [...compiled("a")]],
  ["what has none is removed", ["a.ts"], [...compiled("a"), ...compiled("b")], [...compiled("a")]],
  ["a file that was moved", ["x/a.ts"], [...compiled("a"), ...compiled("x/a")], [...compiled("x/a")]],
  ["a test whose name changed", ["b.test.ts"], compiled("a.test"), []],
  ["the last file of a folder", [], compiled("x/y/a"), []],
  [
    "a bundle, which has no declarations",
    [],
    ["program/cli.js", "program/cli.js.map"],
    ["program/cli.js", "program/cli.js.map"],
  ],
  ["data beside the code", [], ["schema/a.json", "docs/a.html"], ["docs/a.html", "schema/a.json"]],
  ["what the compiler knows", [], [".tsbuildinfo"], [".tsbuildinfo"]],
  ["a source that begins alike", ["ab.ts"], compiled("a"), []],
  ["nothing was compiled", ["a.ts"], [], []],
])("%s", (title, sources, output, left) => {
  const place = join(folder.path, title.replaceAll(/\W/gu, "-"));
  const write = (path: string): void => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "");
  };
  for (const name of sources) write(join(place, "src", name));
  for (const name of output) write(join(place, "out", name));
  removeStale(join(place, "src"), join(place, "out"));
  expect(filesIn(join(place, "out"))).toEqual(left);
});

/** Paths of the files of a folder, in order; none where it is not there. */
function filesIn(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(path, join(entry.parentPath, entry.name))).toSorted();
}
