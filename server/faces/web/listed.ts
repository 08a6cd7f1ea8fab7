import { countWords } from "./number-texts.js";
import type { Part, Wanted } from "../../actions/parts.js";
import { mapInSlices } from "../../admin/slices.js";
import { mostCsvRows } from "./csv.js";
import type { Values } from "./form.js";
import { part } from "./page.js";
import { type Cell, type Column, type Form, numberCell, type Table, type TableFoot } from "./view.js";

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

/** The table of a list; its rows are made in slices, as a CSV may have thousands. */
export async function listedTable<R extends object>(
  rows: readonly R[],
  columns: readonly ListedColumn<R>[],
  {
    action,
    ...table
  }: Pick<Table, "caption" | "csv" | "empty" | "foot"> & { readonly action?: RowAction<R> | false },
): Promise<Table> {
  const buttonCell = (button: Cell | Form): Cell =>
    "fields" in button ? { text: "", form: button } : button;
  const shown = (row: R): readonly Cell[] =>
    columns.map(([, show]) => (typeof show === "function" ? show(row) : cellOf(row[show])));
  return {
    ...table,
    columns: [
      ...columns.map(([heading]) => heading),
      ...(action ? [{ text: action.heading, pageOnly: true }] : []),
    ],
    rows: await mapInSlices(rows, (row) => [
      ...shown(row),
      ...(action ? [buttonCell(action.button(row))] : []),
    ]),
  };
}

/** The part of a long list that an address asks for: that behind the cursor of a parameter, or, in a CSV, as much as one has. */
export function wantedIn(
  query: Values,
  { cursor, csv, limit }: { readonly cursor: string; readonly csv?: string; readonly limit: number },
): Wanted {
  return csv !== undefined && query.get("csv") === csv
    ? { limit: mostCsvRows }
    : { limit, after: query.get(cursor) };
}

/** What stands below a part, with links to the first one and the next one. @param hrefOf the address of a part */
export const partFoot = (
  text: string,
  { after }: Wanted,
  next: string | null,
  hrefOf: (cursor?: string) => string,
): TableFoot => ({
  text,
  newer: after === undefined ? undefined : hrefOf(),
  older: next === null ? undefined : hrefOf(next),
});

/** The addresses of the parts of a page: `?after=CURSOR`, behind what its address has already. */
export const placesOf =
  (place: string, parameter = "after") =>
  (cursor?: string): string =>
    cursor === undefined ? place : `${place}${place.includes("?") ? "&" : "?"}${parameter}=${part(cursor)}`;

/** How many messages a part has. */
export const foundText = ({ rows, next }: Part<unknown>): string =>
  `${countWords(rows.length, "message")}${next === null ? "" : ", there are more"}`;
