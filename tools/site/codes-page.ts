import { relative } from "./links.js";
import { renderPage } from "./markdown.js";
import type { SitePage } from "./site-page.js";

const target = "codes.html";

/** Pages whose rows a reader looks up by a code or a text. */
const lookedUp = [
  "docs/reference/result-texts.md",
  "docs/reference/statuses.md",
  "docs/reference/network-codes.md",
  "docs/reference/faults.md",
  "docs/reference/smpp-protocol.md",
  "docs/reference/store-errors.md",
  "docs/reference/diagnostics.md",
];

/** The list of every result text, status, network code, fault and diagnostic, with links to their rows. */
export function codesPage(pages: readonly SitePage[]): SitePage {
  const sections = lookedUp.flatMap((source) => {
    const page = pages.find((each) => each.source === source);
    return page === undefined ? [] : [section(page)];
  });
  const text = [
    "# Codes",
    "Every code and text that the service or the generator returns, by page.",
    ...sections,
  ];
  const rendered = renderPage(`${text.join("\n\n")}\n`, (link) => link);
  // The rows are in the search index with their own pages.
  return Object.assign({ target, title: "Codes" }, rendered, { places: [] });
}

function section(page: SitePage): string {
  const address = relative(target, page.target);
  const items = page.places
    .filter(({ kind, anchor }) => kind === "code" || /^[a-z]{2,6}\d{2,4}(-|$)/u.test(anchor))
    .map(({ anchor, title }) => `- [\`${title.replaceAll("`", "")}\`](${address}#${anchor})`);
  return `## ${page.title}\n\n${items.join("\n")}`;
}
