import { existsSync, statSync } from "node:fs";
import { posix } from "node:path";
import { targetOf } from "./pages.js";

/** What the links of all pages need besides the pages: pictures and files, by their source. */
export interface LinkedFiles {
  /** Source of each file that is copied, and its place in the site. */
  readonly copies: Map<string, string>;
  /** Folders that get a page with the list of their pages. */
  readonly folders: Set<string>;
}

/** A function that turns a link of `source` into one of its page, and notes which files the link needs. */
export function linkResolver(source: string, target: string, linked: LinkedFiles): (link: string) => string {
  return (link) => {
    if (/^[a-z]+:/u.test(link)) return link;
    const [path = "", anchor] = link.split("#");
    const fragment = anchor === undefined ? "" : `#${anchor}`;
    if (path === "") return fragment;
    const file = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/u, "");
    if (!existsSync(file)) throw new Error(`${source} links to ${link}, which does not exist`);
    return relative(target, placeOf(file, linked)) + fragment;
  };
}

function placeOf(file: string, linked: LinkedFiles): string {
  if (statSync(file).isDirectory()) {
    linked.folders.add(file);
    return targetOf(`${file}/README.md`);
  }
  if (file.endsWith(".md")) return targetOf(file);
  // Browsers show a text, whatever its language.
  const place = file.endsWith(".png") ? `images/${file.replaceAll("/", "-")}` : `files/${file}.txt`;
  linked.copies.set(file, place);
  return place;
}

/** The address of one page of the site seen from another. */
export function relative(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}
