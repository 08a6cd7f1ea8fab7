import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { apiDocument, apiFolder, apiPages } from "./api-pages.js";
import { codesPage } from "./codes-page.js";
import { type LinkedFiles, linkResolver, relative } from "./links.js";
import { renderPage } from "./markdown.js";
import { type Entry, type Group, indexPage, navigation } from "./navigation.js";
import { packagePages } from "./package-pages.js";
import { sourcePages, targetOf, titleOf } from "./pages.js";
import type { SitePage } from "./site-page.js";
import { type SearchEntry, searchScript } from "./search-index.js";
import { pageTemplate, type PageView } from "./templates.js";

/** Writes the site to a folder, which it empties first, and returns its pages. */
export function buildSite(folder: string): readonly SitePage[] {
  const linked: LinkedFiles = { copies: new Map(), folders: new Set() };
  const sources = sourcePages();
  const pages: SitePage[] = sources.map(({ source, target, markdown }) => {
    const rendered = renderPage(markdown, linkResolver(source, target, linked));
    return Object.assign({ source, target, title: titleOf(markdown) }, rendered);
  });
  for (const each of [...linked.folders].sort()) pages.push(folderPage(each, pages));
  pages.push(codesPage(pages), ...packagePages(), ...apiPages());
  const groups = navigation(readFileSync(indexPage, "utf8"));
  const render = pageTemplate();
  rmSync(folder, { recursive: true, force: true });
  for (const page of pages) write(folder, page.target, render(viewOf(page, groups)));
  for (const [file, place] of linked.copies) copy(file, join(folder, place));
  writeAssets(folder, pages);
  return pages;
}

/** The list of the pages of a folder, for links that name it. */
function folderPage(folder: string, pages: readonly SitePage[]): SitePage {
  const target = targetOf(`${folder}/README.md`);
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const items = pages
    .filter(({ source }) => source !== undefined && dirname(source) === folder)
    .map((page) => `- [${page.title}](${relative(target, page.target)})`);
  if (items.length === 0) throw new Error(`a page links to ${folder}, a folder without pages`);
  return Object.assign(
    { target, title },
    renderPage(`# ${title}\n\n${items.join("\n")}\n`, (link) => link),
  );
}

function viewOf(page: SitePage, groups: readonly Group[]): PageView {
  const here = (entry: Entry | undefined) =>
    entry && { title: entry.title, href: relative(page.target, entry.target) };
  const order = groups.flatMap(({ entries }) => entries);
  const at = order.findIndex(({ target }) => target === page.target);
  return {
    title: page.title,
    html: page.html,
    root: "../".repeat(page.target.split("/").length - 1),
    source: page.source,
    reference: page.reference === true,
    groups: groups.map(({ reader, entries }) => ({
      reader,
      open: entries.some(({ target }) => target === page.target),
      entries: entries.map(({ title, target }) => ({
        title,
        href: relative(page.target, target),
        current: target === page.target,
      })),
    })),
    headings: page.headings.filter(({ level }) => level === 2),
    turns: at >= 0,
    previous: at > 0 ? here(order[at - 1]) : undefined,
    next: at >= 0 ? here(order[at + 1]) : undefined,
  };
}

/** Styles, scripts, the document of the API, the search library and the search index. */
function writeAssets(folder: string, pages: readonly SitePage[]): void {
  for (const name of readdirSync("templates/site/assets"))
    copy(`templates/site/assets/${name}`, join(folder, "assets", name));
  copy("templates/json/assets/reference.css", join(folder, "assets/reference.css"));
  copy(apiDocument, join(folder, apiFolder, "openapi.json"));
  // The package exports its modules only; a page opened from a folder needs the script beside them.
  const umd = new URL("../umd/index.js", import.meta.resolve("minisearch"));
  const library = readFileSync(umd, "utf8");
  write(folder, "assets/minisearch.js", library.replace(/^\/\/# sourceMappingURL=.*$/mu, ""));
  write(folder, "assets/search-index.js", searchScript(pages.flatMap(entriesOf)));
}

function entriesOf(page: SitePage): readonly SearchEntry[] {
  return page.places.map(({ anchor, title, text }) => ({
    title,
    text,
    page: page.title,
    address: `${page.target}#${anchor}`,
  }));
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
