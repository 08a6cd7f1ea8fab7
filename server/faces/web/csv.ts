import { mapInSlices } from "../../admin/slices.js";
import { csvField } from "../../admin/csv-field.js";
import type { Cell, Page, Table } from "./view.js";

/** Rows of a page with a keyset, in a CSV. */
export const mostCsvRows = 10_000;

/** Name of the file of found messages. One that is not complete would not say so: its page is shown instead, with how far the search came. */
export const csvName = ({ stopped }: { readonly stopped?: string }): string | undefined =>
  stopped === undefined ? "messages" : undefined;

/** A value as text: times in UTC. */
function textOf({ text, time, pill, meter, csv }: Cell): string {
  if (csv !== undefined) return csv;
  if (time !== undefined) return new Date(time).toISOString();
  return pill?.word ?? (meter === undefined || text !== "" ? text : String(meter.share));
}

/** Whether a cell has a button or a picture in place of a text. */
const isPicture = ({ form, spark, dot }: Cell): boolean => (form ?? spark ?? dot) !== undefined;

/** Where the columns are of what a visitor can do. */
const pageOnlyIn = (columns: Table["columns"]): readonly number[] =>
  columns.flatMap((column, index) => (typeof column !== "string" && column.pageOnly === true ? [index] : []));

/** A table of a page as CSV (RFC 4180), without columns of actions and pictures. Made in slices: it may have thousands of rows. */
export async function csvOf({ columns, rows }: Table): Promise<string> {
  const left = new Set(pageOnlyIn(columns));
  const texts = await mapInSlices(rows, (row) =>
    row.map((cell, index) => {
      if (isPicture(cell)) left.add(index);
      return csvField(textOf(cell));
    }),
  );
  const lineOf = (fields: readonly string[]): string =>
    `${fields.filter((_, index) => !left.has(index)).join(",")}\r\n`;
  const heads = columns.map((column) => csvField(typeof column === "string" ? column : column.text));
  return [lineOf(heads), ...(await mapInSlices(texts, lineOf))].join("");
}

/** The table of a page with this name. */
export function namedTable({ sections }: Page, name: string): Table | undefined {
  return sections.flatMap(({ tables = [] }) => tables).find(({ csv }) => csv === name);
}
