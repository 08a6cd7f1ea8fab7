import { countText } from "./number-texts.js";
import type { Values } from "./form.js";
import type { Page, Section, Table } from "./view.js";

/** Maximum rows of a table on a page. */
export const mostRows = 200;

/** Part of a table that is longer, with links to the parts before and behind it. */
function shownPart(table: Table, start: number, hrefOf: (start: number) => string): Table {
  const { rows } = table;
  const count = rows.length;
  if (count <= mostRows) return table;
  const end = Math.min(start + mostRows, count);
  const foot = {
    text: `${countText(start + 1)} to ${countText(end)} of ${countText(count)}`,
    newer: start === 0 ? undefined : hrefOf(start - mostRows),
    older: end === count ? undefined : hrefOf(end),
  };
  return { ...table, rows: rows.slice(start, end), foot };
}

/** First row of a part; the first part for an unknown one. */
function startOf(text: string | undefined, count: number): number {
  const start = text !== undefined && /^\d{1,9}$/u.test(text) ? Number(text) : 0;
  return start < count ? start - (start % mostRows) : 0;
}

/** Shows part of each table that is longer than `mostRows`: `?rows2=400` begins the second table of the page with its row 401. */
export function paged(page: Page, path: string, query: Values): Page {
  let tables = 0;
  const shown = (table: Table): Table => {
    const name = `rows${++tables}`;
    const hrefOf = (start: number): string => {
      const parameters = new URLSearchParams([...query]);
      parameters.set(name, String(start));
      return `${path}?${parameters.toString()}`;
    };
    const shownRows = shownPart(table, startOf(query.get(name), table.rows.length), hrefOf);
    return table.csv === undefined ? shownRows : { ...shownRows, csvHref: csvHref(table.csv) };
  };
  const csvHref = (name: string): string => {
    const kept = [...query].filter(([key]) => key !== "before" && key !== "done" && !key.startsWith("rows"));
    return `${path}?${new URLSearchParams([...kept, ["csv", name]]).toString()}`;
  };
  const sections = page.sections.map((section): Section => {
    return section.tables === undefined ? section : { ...section, tables: section.tables.map(shown) };
  });
  return { ...page, sections };
}
