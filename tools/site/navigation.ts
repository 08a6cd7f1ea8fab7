import { posix } from "node:path";
import { targetOf } from "./pages.js";

/** A page in the navigation. */
export interface Entry {
  readonly target: string;
  readonly title: string;
}

/** The pages of one reader. */
export interface Group {
  readonly reader: string;
  readonly entries: readonly Entry[];
}

/** The page that lists all others by reader. */
export const indexPage = "docs/README.md";

/** Navigation by reader: the second-level headings of the index, with the links that its tables start with. */
export function navigation(index: string): readonly Group[] {
  return index
    .split(/^## /mu)
    .slice(1)
    .map((section) => ({
      reader: section.slice(0, section.indexOf("\n")).trim(),
      entries: [...section.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gmu)].map(([, title = "", path = ""]) => ({
        title: title.replaceAll("`", ""),
        target: targetOf(
          posix.normalize(posix.join(posix.dirname(indexPage), path)).replace(/\/$/u, "/README.md"),
        ),
      })),
    }))
    .filter(({ entries }) => entries.length > 0);
}
