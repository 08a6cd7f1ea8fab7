import { type Cell, type Column, type Form, numberCell, type Table } from "./view.js";

/** A column of a table of rows: its heading, and a member of the row or how a row is shown. */
export type ListedColumn<R> = readonly [
  heading: string | Column,
  shown: (keyof R & string) | ((row: R) => Cell),
];

/** A value of a row; a missing one is one that may be any. */
export function cellOf(value: unknown): Cell {
  if (typeof value === "number") return numberCell(value);
  if (typeof value === "boolean") return { text: value ? "on" : "off" };
  if (Array.isArray(value)) return { text: value.join(", ") || "any" };
  return { text: typeof value === "string" ? value : "any" };
}

/** What a visitor may do with a row: a button, or what stands in its place. */
export interface RowAction<R> {
  readonly heading: string;
  readonly button: (row: R) => Cell | Form;
}

/** The table of a list. */
export function listedTable<R extends object>(
  rows: readonly R[],
  columns: readonly ListedColumn<R>[],
  { action, ...table }: Pick<Table, "caption" | "csv" | "empty"> & { readonly action?: RowAction<R> | false },
): Table {
  const buttonCell = (button: Cell | Form): Cell =>
    "fields" in button ? { text: "", form: button } : button;
  const shown = (row: R): readonly Cell[] =>
    columns.map(([, show]) => (typeof show === "function" ? show(row) : cellOf(row[show])));
  return {
    ...table,
    columns: [...columns.map(([heading]) => heading), ...(action ? [action.heading] : [])],
    rows: rows.map((row) => [...shown(row), ...(action ? [buttonCell(action.button(row))] : [])]),
  };
}
