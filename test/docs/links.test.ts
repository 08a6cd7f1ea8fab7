import { existsSync, readFileSync } from "node:fs";
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
