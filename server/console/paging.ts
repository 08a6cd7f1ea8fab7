import type { Values } from "./form.js";
import type { Page, Section, Table } from "./page.js";

/** Maximum rows of a table on a page. */
export const mostRows = 200;

interface Shown {
  readonly table: Table;
  readonly links: NonNullable<Section["links"]>;
}

/** Part of a table that is longer, with links to the parts before and behind it. */
function shownPart(table: Table, start: number, hrefOf: (start: number) => string): Shown {
  const { caption, rows } = table;
  const count = rows.length;
  if (count <= mostRows) return { table, links: [] };
  const range = (from: number): string => `${from + 1} to ${Math.min(from + mostRows, count)} of ${count}`;
  const others = [start - mostRows, start + mostRows].filter((from) => from >= 0 && from < count);
  return {
    table: { ...table, caption: `${caption}: ${range(start)}`, rows: rows.slice(start, start + mostRows) },
    links: others.map((from) => ({ text: `${caption}: ${range(from)}`, href: hrefOf(from) })),
  };
}

/** First row of a part; the first part for an unknown one. */
function startOf(text: string | undefined, count: number): number {
  const start = text !== undefined && /^\d{1,9}$/u.test(text) ? Number(text) : 0;
  return start < count ? start - (start % mostRows) : 0;
}

/** Shows part of each table that is longer than `mostRows`: `?rows2=400` begins the second table of the page with its row 401. */
export function paged(page: Page, path: string, query: Values): Page {
  let tables = 0;
  const shown = (table: Table): Shown => {
    const name = `rows${++tables}`;
    const hrefOf = (start: number): string => {
      const parameters = new URLSearchParams([...query]);
      parameters.set(name, String(start));
      return `/console${path}?${parameters.toString()}`;
    };
    return shownPart(table, startOf(query.get(name), table.rows.length), hrefOf);
  };
  const sections = page.sections.map((section): Section => {
    if (section.tables === undefined) return section;
    const parts = section.tables.map(shown);
    const links = parts.flatMap((each) => each.links);
    return {
      ...section,
      tables: parts.map(({ table }) => table),
      ...(links.length === 0 ? {} : { links: [...(section.links ?? []), ...links] }),
    };
  });
  return { ...page, sections };
}
