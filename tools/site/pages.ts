import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withTables } from "./tables.js";

/** A Markdown file of the project and its place in the site. */
export interface SourcePage {
  /** Path from the root of the project, with slashes. */
  readonly source: string;
  /** Path of the page from the root of the site. */
  readonly target: string;
  readonly markdown: string;
}

/** Folders beside `docs/` whose Markdown files are pages. */
const folders = [
  ...["bench", "bench/results", "generated", "generator", "host", "runtime", "schema", "server"],
  ...["test/generator", "test/mutations", "test/faces/smpp"],
];

/** Every page made from a Markdown file, in the order of its path. */
export function sourcePages(): readonly SourcePage[] {
  const docs = readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => join("docs", name));
  const others = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", ...docs, ...others]
    .filter((path) => path.endsWith(".md"))
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((source) => ({
      source,
      target: targetOf(source),
      markdown: withTables(readFileSync(source, "utf8")),
    }));
}

/** Place of a page: `docs/` is the root, and a README is the index of its folder. */
export function targetOf(source: string): string {
  if (source === "README.md") return "readme.html";
  const below = source.replace(/^docs\//u, "").replace(/\.md$/u, ".html");
  const lower = source.includes("/") ? below : below.toLowerCase();
  return lower.replace(/(^|\/)README\.html$/u, "$1index.html");
}

/** Title of a page: its first heading without markup. */
export function titleOf(markdown: string): string {
  const heading = /^# (.+)$/mu.exec(markdown)?.[1] ?? "";
  return heading.replaceAll("`", "").trim();
}

/** Anchor of a heading, as GitHub and npm derive it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
