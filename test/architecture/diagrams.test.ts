import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { sourceFiles } from "./source-files.js";

const page = readFileSync("docs/architecture.md", "utf8");

/** Folders of the packages by their names. */
const folders = new Map(
  ["generator", "runtime", "host", "generated", "server"].map((folder) => {
    const { name } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as { readonly name: string };
    return [name, folder];
  }),
);

/** One arrow of a diagram: paths of a file without its ending, or of a folder. */
interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** A diagram follows a paragraph that begins with the name of its package; a line is a chain of lists of parts. */
const diagrams = Array.from(
  page.matchAll(/^`([a-z-]+)`: .*\n(?:.+\n)*\n```text\n([^`]*)```/gm),
  ([, name, text]) => ({
    folder: folders.get(name ?? "") ?? "",
    arrows: (text ?? "").split("\n").flatMap(arrowsOf),
  }),
);

function arrowsOf(line: string): readonly Arrow[] {
  const lists = line.split(" --> ").map((list) => list.split(", ").map((part) => part.trim()));
  return lists
    .slice(1)
    .flatMap((targets, index) => (lists[index] ?? []).flatMap((from) => targets.map((to) => ({ from, to }))));
}

/** True for the file of a part, and for the files in its folder. */
function belongs(path: string, part: string): boolean {
  return path === `${part}.ts` || path.startsWith(`${part}/`);
}

test("docs/architecture.md has a diagram of each package that has parts", () => {
  expect(diagrams.map(({ folder }) => folder)).toEqual(["generator", "runtime", "host", "server"]);
});

test.each(diagrams)("each arrow in the diagram of $folder is an import", ({ folder, arrows }) => {
  const imports = sourceFiles(folder).flatMap((file) =>
    file.imports.map(({ target }) => ({ path: file.path, target })),
  );
  const missing = arrows.filter(
    ({ from, to }) =>
      !imports.some(
        ({ path, target }) => belongs(path, `${folder}/${from}`) && belongs(target, `${folder}/${to}`),
      ),
  );
  expect(arrows.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test.each(diagrams)("each part in the diagram of $folder exists", ({ folder, arrows }) => {
  const parts = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  const missing = [...parts].filter(
    (part) => !existsSync(`${folder}/${part}`) && !existsSync(`${folder}/${part}.ts`),
  );
  expect(missing).toEqual([]);
});
