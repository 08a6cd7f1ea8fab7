import { countText } from "./number-texts.js";
import type { Values } from "./form.js";
import { sorted } from "./sorting.js";
import type { Column, Link, Page, Section, Table } from "./view.js";

/** Maximum rows of a table on a page. */
export const mostRows = 50;

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

/** Tables with so many columns have a choice of them. */
const manyColumns = 6;

const headOf = (column: string | Column): string => (typeof column === "string" ? column : column.text);

/** The numbers of the columns that an address hides, `4.5`: never the first, by which a row is known. */
const hiddenIn = (text = ""): ReadonlySet<number> =>
  new Set(
    text
      .split(".")
      .map(Number)
      .filter((column) => column > 1),
  );

/** The table without the columns that an address hides, and the choice of them. */
function withoutHidden(table: Table, text: string | undefined, hrefOf: (hidden: string) => string): Table {
  const { columns, rows } = table;
  if (columns.length < manyColumns || rows.length === 0) return table;
  const hidden = hiddenIn(text);
  const isShown = (_: unknown, index: number): boolean => !hidden.has(index + 1);
  const choices = columns.flatMap((column, index): readonly Link[] => {
    const name = headOf(column);
    const others = new Set(hidden);
    if (index === 0 || name === "" || rows.some((row) => row[index]?.form !== undefined)) return [];
    if (!others.delete(index + 1)) others.add(index + 1);
    const href = hrefOf([...others].sort((a, b) => a - b).join("."));
    return [{ text: name, href, current: isShown(column, index) }];
  });
  return {
    ...table,
    choices,
    columns: columns.filter(isShown),
    rows: hidden.size === 0 ? rows : rows.map((row) => row.filter(isShown)),
  };
}

/**
 * Shows of each table what the address asks for. The number of the table on the page stands in the name of a parameter: `?rows2=50` begins the
 * second table with its row 51, `?sort2=-3` sorts it by its third column, descending, and `?hide2=4.5` leaves two columns out.
 */
export function paged(page: Page, path: string, query: Values): Page {
  let tables = 0;
  const hrefWith = (name: string, value: string, dropped?: string): string => {
    const kept = new URLSearchParams([...query].filter(([key]) => key !== "done" && key !== dropped));
    if (value === "") kept.delete(name);
    else kept.set(name, value);
    return kept.size === 0 ? path : `${path}?${kept.toString()}`;
  };
  const shown = (table: Table): Table => {
    const number = ++tables;
    const [rows, sort, hide] = [`rows${number}`, `sort${number}`, `hide${number}`];
    const inOrder = sorted(table, query.get(sort), (order) => hrefWith(sort, order, rows));
    const chosen = withoutHidden(inOrder, query.get(hide), (hidden) => hrefWith(hide, hidden));
    const start = startOf(query.get(rows), table.rows.length);
    const part = shownPart(chosen, start, (first) => hrefWith(rows, String(first)));
    return table.csv === undefined ? part : { ...part, csvHref: csvHref(table.csv) };
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
