import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "@jest/globals";
import { pages } from "./pages.js";

/** The text of a page without its code blocks. */
function proseOf(page: string): string {
  return readFileSync(page, "utf8").replace(/^```[\s\S]*?^```$/gm, "");
}

/** Anchors of the headings of a page, as GitHub and npm derive them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

const links = pages.flatMap((page) =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => ({ page, target })),
);

test("every relative link leads to a file, and to a heading of it", () => {
  const broken = links.filter(({ page, target }) => {
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), path));
    return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).has(anchor));
  });
  expect(broken).toEqual([]);
  expect(links.length).toBeGreaterThan(100);
});

/** Sources by their path; those of packages also without the name of the package, and by the end of the path. */
const sources = [
  "bench",
  "generated",
  "generator",
  "host",
  "runtime",
  "schema",
  "server",
  "templates",
  "test",
  "tools",
]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.(?:ts|hbs)$/u.test(path) && !/\/(?:dist|node_modules)\//u.test(path))
  .map((path) => `/${path}`);

/** Pages for maintainers name files of the project; guides and the reference also name files of their readers. */
const named = pages
  .filter((page) => !/^docs\/(?:guides|reference)\//u.test(page))
  .flatMap((page) =>
    [...proseOf(page).matchAll(/`((?:[\w.@-]+\/)*[\w.-]+\.(?:ts|hbs))`/gu)].map(([, path = ""]) => ({
      page,
      path,
    })),
  );

test("every source file that a page for maintainers names is there, `my-` of a reader's own aside", () => {
  const gone = named.filter(
    ({ path }) => !/(?:^|\/)my-/u.test(path) && !sources.some((source) => source.endsWith(`/${path}`)),
  );
  expect(gone).toEqual([]);
  expect(named.length).toBeGreaterThan(100);
});
