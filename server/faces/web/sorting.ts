import type { Cell, Column, Table } from "./view.js";

/** The column by which a table is sorted, counted from 1, and the direction: `-3` in an address is the third, descending. */
export interface Order {
  readonly column: number;
  readonly descending: boolean;
}

/** The order that an address asks for; undefined if it is none of a table with this many columns. */
export function orderIn(text: string | undefined, columns: number): Order | undefined {
  const [, sign, digits = ""] = /^(-?)([1-9]\d?)$/u.exec(text ?? "") ?? [];
  const column = Number(digits);
  return column >= 1 && column <= columns ? { column, descending: sign === "-" } : undefined;
}

/** What a cell is compared by: times and figures as numbers; undefined for one without a value. */
function valueOf({ text, time, number, pill, form, spark, dot, meter }: Cell): number | string | undefined {
  if (time !== undefined) return time;
  if (form !== undefined || dot !== undefined) return undefined;
  if (pill !== undefined) return pill.word;
  if (meter !== undefined) return meter.share;
  if (number === true) return numberOf(text);
  return text === "" || text === "—" || spark !== undefined ? undefined : text;
}

/** The figure that a text begins with: `1,204`, `94.1 %`, `< 0.1 %`, `−2.3 pp`. */
function numberOf(text: string): number | undefined {
  const [, sign, digits] = /^[<>≈+ ]*([-−]?)([\d,]*\.?\d+)/u.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(",", "")) * (sign === "" ? 1 : -1);
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function compare(a: number | string, b: number | string): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/**
 * Whether the heads of a table sort: all of its rows are there, and none of them is part of the one above.
 */
const isSortable = ({ rows, foot }: Table): boolean =>
  foot === undefined && rows.length > 1 && !rows.some((row) => row.some(({ layout }) => layout === "child"));

/** The rows in an order; those without a value come last in both directions. */
export function sortedRows(rows: Table["rows"], { column, descending }: Order): Table["rows"] {
  const valued = rows.map((row) => {
    const cell = row[column - 1];
    return { row, value: cell === undefined ? undefined : valueOf(cell) };
  });
  const direction = descending ? -1 : 1;
  return valued
    .toSorted((a, b) => {
      if (a.value === undefined || b.value === undefined)
        return Number(a.value === undefined) - Number(b.value === undefined);
      return direction * compare(a.value, b.value);
    })
    .map(({ row }) => row);
}

/** The table in the order of an address, its heads with links that sort: figures and times the largest first, words from A. */
export function sorted(table: Table, text: string | undefined, hrefOf: (order: string) => string): Table {
  if (!isSortable(table)) return table;
  const { columns, rows } = table;
  const order = orderIn(text, columns.length);
  const headed = columns.map((each, index): Column => {
    const column = typeof each === "string" ? { text: each } : each;
    const values = rows.map((row) => row[index]).map((cell) => cell && valueOf(cell));
    if (column.text === "" || values.every((value) => value === undefined)) return column;
    const isCurrent = order?.column === index + 1;
    const isFigure = values.some((value) => typeof value === "number");
    const descends = isCurrent ? !order.descending : isFigure;
    return {
      ...column,
      sortHref: hrefOf(`${descends ? "-" : ""}${index + 1}`),
      sorted: isCurrent ? (order.descending ? "descending" : "ascending") : undefined,
    };
  });
  return { ...table, columns: headed, rows: order === undefined ? rows : sortedRows(rows, order) };
}
