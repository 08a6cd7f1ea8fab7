import MiniSearch from "minisearch";

/** What a search finds: a section of a page, or a row of one of its tables. */
export interface SearchEntry {
  readonly title: string;
  /** Title of the page. */
  readonly page: string;
  /** Address from the root of the site. */
  readonly address: string;
  readonly text: string;
}

/** Characters of the text that a result shows. */
const shown = 140;

/** Words of a text; a full stop before a digit belongs to a code such as 404.2. `search.js` of the site has the same rule. */
export function tokensOf(text: string): string[] {
  return text.split(/(?:(?!\.\d)[\n\r\p{Z}\p{P}])+/u);
}

/** The search index as a script: a page that is opened from a folder cannot fetch a file. */
export function searchScript(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch<SearchEntry & { readonly id: number; readonly start: string }>({
    fields: ["title", "page", "text"],
    storeFields: ["title", "page", "address", "start"],
    tokenize: tokensOf,
  });
  index.addAll(entries.map((entry, id) => Object.assign({ id, start: entry.text.slice(0, shown) }, entry)));
  return `globalThis.siteIndex = ${JSON.stringify(JSON.stringify(index))};\n`;
}
