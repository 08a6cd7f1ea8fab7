import MarkdownIt, { type Token } from "markdown-it";
import { anchorOf } from "./pages.js";

/** A section or a row of a table that a search can find. */
export interface Place {
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
  /** `code` for a row of a table that starts with a code, a name or a text in code font. */
  readonly kind: "section" | "code";
}

export interface Heading {
  readonly level: number;
  readonly anchor: string;
  readonly title: string;
}

/** A page as HTML, with its headings and what a search finds in it. */
export interface RenderedPage {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly places: readonly Place[];
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const { escapeHtml } = markdown.utils;

markdown.renderer.rules.fence = (tokens, index) => {
  const { info = "", content = "" } = tokens[index] ?? {};
  const [language = "", ...attributes] = info.trim().split(" ");
  const file = attributes.find((each) => each.startsWith("file="))?.slice("file=".length);
  return codeBlock(content, language, file);
};
markdown.renderer.rules.code_block = (tokens, index) =>
  codeBlock(tokens[index]?.content ?? "", "", undefined);
// A wide table scrolls in its own region, which the keyboard reaches.
markdown.renderer.rules["table_open"] = () =>
  '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n';
markdown.renderer.rules["table_close"] = () => "</table></div>\n";

function codeBlock(text: string, language: string, file: string | undefined): string {
  const caption = file === undefined ? "" : `<p class="file">${escapeHtml(file)}</p>`;
  const name = language === "" ? "" : ` class="language-${escapeHtml(language)}"`;
  return `<div class="code">${caption}<pre tabindex="0"><code${name}>${escapeHtml(text)}</code></pre></div>\n`;
}

/** Renders a page. `resolveLink` gives the address of each link and picture, seen from the page. */
export function renderPage(source: string, resolveLink: (target: string) => string): RenderedPage {
  // Comments mark tables for the tests, or hold commands that only the tests run.
  const tokens = markdown.parse(source.replace(/^<!--[\s\S]*?-->$/gmu, ""), {});
  for (const token of tokens) {
    for (const child of token.children ?? []) rewrite(child, resolveLink);
    alignByClass(token);
  }
  const { headings, places } = mark(tokens);
  return { html: markdown.renderer.render(tokens, markdown.options, {}), headings, places };
}

function rewrite(token: Token, resolveLink: (target: string) => string): void {
  const name = token.type === "link_open" ? "href" : token.type === "image" ? "src" : undefined;
  const target = name === undefined ? null : token.attrGet(name);
  if (name !== undefined && target !== null) token.attrSet(name, resolveLink(decodeURI(target)));
}

/** Replaces the style attribute of a cell by a class: the policy of a server may forbid styles in a page. */
function alignByClass(token: Token): void {
  const style = token.attrGet("style");
  if (style === null) return;
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
  token.attrJoin("class", style.replace("text-align:", ""));
}

/** Gives headings and rows of codes their anchors, and collects the text below each. */
function mark(tokens: readonly Token[]): { readonly headings: Heading[]; readonly places: Place[] } {
  const headings: Heading[] = [];
  const places: Place[] = [];
  const used = new Set<string>();
  let section: { anchor: string; title: string; texts: string[] } | undefined;
  const close = (): void => {
    if (section !== undefined)
      places.push({
        anchor: section.anchor,
        title: section.title,
        text: section.texts.join(" "),
        kind: "section",
      });
  };
  tokens.forEach((token, index) => {
    if (token.type === "heading_open") {
      close();
      const title = plain(tokens[index + 1]);
      const anchor = free(anchorOf(title), used);
      token.attrSet("id", anchor);
      headings.push({ level: Number(token.tag.slice(1)), anchor, title });
      section = { anchor, title, texts: [] };
    } else if (token.type === "tr_open") {
      const row = rowOf(tokens, index);
      const title = row === undefined ? "" : row.title;
      if (row !== undefined && title !== "") {
        const anchor = free(rowAnchor(title), used);
        token.attrSet("id", anchor);
        places.push({ anchor, title, text: row.text, kind: "code" });
      }
    } else if (token.type === "inline" && tokens[index - 1]?.type !== "heading_open")
      section?.texts.push(plain(token));
  });
  close();
  return { headings, places };
}

/** Code and text of a row whose first cell is code. */
function rowOf(
  tokens: readonly Token[],
  start: number,
): { readonly title: string; readonly text: string } | undefined {
  const end = tokens.findIndex((token, index) => index > start && token.type === "tr_close");
  const cells = tokens.slice(start, end).filter(({ type }) => type === "inline");
  const first = (cells[0]?.children ?? []).filter(({ type }) => type === "code_inline");
  if (first.length === 0 || cells[0]?.children?.[0]?.type !== "code_inline") return undefined;
  const text = cells.slice(1).map((cell) => plain(cell));
  return { title: plain(cells[0]), text: text.join(" ") };
}

/** `404.2 FAILURE (User is unknown)` has the anchor `404.2`; other rows that of their text. */
function rowAnchor(title: string): string {
  const code = /^\d{3}\.\d+(?= )/u.exec(title)?.[0];
  return code ?? (anchorOf(title).slice(0, 60).replace(/-+$/u, "") || "row");
}

function free(wanted: string, used: Set<string>): string {
  let anchor = wanted;
  for (let next = 1; used.has(anchor); next++) anchor = `${wanted}-${next}`;
  used.add(anchor);
  return anchor;
}

/** The words of a heading, a paragraph or a cell without markup. */
function plain(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (type === "text" || type === "code_inline" ? content : " "))
    .join("")
    .replace(/\s+/gu, " ")
    .trim();
}
