import { csvField } from "../admin/csv-field.js";
import type { Command } from "commander";
import { printableLine } from "messenger-gen-runtime/host";
import type { Card, Use } from "../actions/action.js";
import { commandLimit } from "../ports/reading.js";
import type { Store } from "../ports/store.js";
import { StoreError } from "../storage/errors.js";
import { erasingAt, openStore, shownUrl } from "../storage/index.js";
import { operatorAt } from "./operator.js";
import { databaseOf, type GlobalOptions } from "./options.js";
import { print, printError, printInTurn } from "./terminal.js";

/** Says that it created a database, and where: a relative path in another folder is another one. */
async function opened(url: string, create: boolean): Promise<Store> {
  try {
    return await openStore(url, { create: false });
  } catch (error) {
    if (!create || !(error instanceof StoreError) || error.code !== "missing") throw error;
    const store = await openStore(url);
    printError(`created the database ${shownUrl(url)}\n`);
    return store;
  }
}

export interface StoreUse {
  /** Creates the database if it is missing. */
  readonly create?: boolean;
  /** Reads any number of rows: by statements that are stopped if one takes too long, so that they do not burden a server. */
  readonly isReport?: boolean;
}

/**
 * Opens the store that the command line names, uses it at the time of its database, and closes it. Only some commands create
 * a missing database; for all others a wrong folder is an error.
 */
export async function withStore<T>(
  command: Command,
  use: (store: Store, by: Use) => Promise<T>,
  { create = false, isReport = false }: StoreUse = {},
): Promise<T> {
  // An entry of a service on another machine uses no store.
  if (command.optsWithGlobals<GlobalOptions>().server !== undefined)
    return use({} as Store, operatorAt(Date.now()));
  const url = await databaseOf(command);
  const store = await opened(url, create);
  try {
    const occasion = { ...operatorAt(await store.processes.time()), erasing: erasingAt(url) };
    return await use(isReport ? store.apart(commandLimit) : store, occasion);
  } finally {
    await store.close();
  }
}

/** Prints the result of a command: a sentence, or the row as JSON. */
export function printDone(command: Command, row: object, sentence: string): void {
  const { json } = command.optsWithGlobals<GlobalOptions>();
  print(json ? `${JSON.stringify(row)}\n` : `${sentence}\n`);
}

/** A value of a row; `none`: null. */
function valueText(value: unknown, none: string): string {
  if (value === null || value === undefined) return none;
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function shown(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return printableLine(Array.isArray(value) ? value.join(", ") : valueText(value, "-"));
}

type Row = Readonly<Record<string, unknown>>;

/** Members that are lists of things of their own. */
const areRows = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "object");

/** Prints one thing: a line per field and a table per list of others, or the row as JSON. @param printed the fields, if they are not those of the row */
export function printCard(command: Command, card: object, printed: object = card): void {
  const fields = Object.entries(printed).filter(([, value]) => !areRows(value));
  const width = Math.max(20, ...fields.map(([key]) => key.length + 2));
  const tables = Object.values(printed).filter(areRows);
  const lines = [
    ...fields.map(([key, value]) => `${key.padEnd(width)}${shown(value)}`),
    ...tables.map((rows) => tableText(Object.keys(rows[0] ?? {}), rows).trimEnd()),
  ];
  printDone(command, card, lines.join("\n"));
}

/** Prints tables below a title, the row as JSON, or one table as CSV. */
export function printTables(
  command: Command,
  row: object,
  { title, below, csv }: ReturnType<NonNullable<Card["tables"]>>,
): void {
  const { csv: isCsv = false } = command.opts<ListOptions>();
  const texts = [
    `${title}\n`,
    ...below.map(({ columns, rows }) => tableText(columns, rows as readonly Row[])),
  ];
  const text = isCsv ? csvText(csv.columns, csv.rows as readonly Row[]) : texts.join("\n");
  printDone(command, row, text.replace(/\r?\n$/u, ""));
}

/** Prints rows: a table, a JSON value, by default an array of the rows, or CSV, if it is asked for. */
export function printRows<Row extends object>(
  command: Command,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
  value: object = rows,
): void {
  const { json, csv = false } = command.optsWithGlobals<ListOptions>();
  if (json) print(`${JSON.stringify(value)}\n`);
  else print(csv ? csvText(columns, rows) : tableText(columns, rows));
  if (!json && !csv && rows.length === 0) sayEmpty();
}

interface ListOptions extends GlobalOptions {
  readonly csv?: boolean;
}

/** Says below the heading that there is no row: as an error text, so that a program that reads the table sees no other line. */
function sayEmpty(): void {
  printError("(no rows)\n");
}

/** Prints rows that are read page by page: one table, one CSV file, or one JSON array. */
export async function printPages<Row extends object>(
  command: Command,
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<readonly Row[]>,
): Promise<void> {
  const { json, csv = false } = command.optsWithGlobals<ListOptions>();
  if (csv && !json) {
    await printInTurn(csvText(columns, []));
    for await (const rows of pages) await printInTurn(csvLines(columns, rows));
    return;
  }
  let widths: readonly number[] | undefined;
  let between = "[";
  for await (const rows of pages) {
    if (json) await printInTurn(`${between}${rows.map((row) => JSON.stringify(row)).join()}`);
    else {
      const cells = [...(widths === undefined ? [headingOf(columns)] : []), ...cellsOf(columns, rows)];
      // The first page determines the widths: later ones cannot change printed lines.
      widths ??= widthsOf(cells);
      await printInTurn(lines(cells, widths));
    }
    between = ",";
  }
  if (json) await printInTurn(between === "[" ? "[]\n" : "]\n");
  else if (widths === undefined) {
    await printInTurn(tableText(columns, []));
    sayEmpty();
  }
}

type Cells = readonly string[];

function headingOf(columns: readonly string[]): Cells {
  return columns.map((column) => column.replaceAll(/(?=[A-Z])/gu, " ").toUpperCase());
}

function cellsOf<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): readonly Cells[] {
  return rows.map((row) => columns.map((column) => printableLine(valueText(row[column], "-"))));
}

function widthsOf(cells: readonly Cells[]): readonly number[] {
  return (cells[0] ?? []).map((_, index) =>
    cells.reduce((most, line) => Math.max(most, line[index]?.length ?? 0), 0),
  );
}

function lines(cells: readonly Cells[], widths: readonly number[]): string {
  const padded = cells.map((line) => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  "));
  return padded.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Rows as text: a line per row, columns aligned, the heading in capitals; null is printed as `-`. */
export function tableText<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string {
  const cells = [headingOf(columns), ...cellsOf(columns, rows)];
  return lines(cells, widthsOf(cells));
}

function csvLines<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string {
  const cells = rows.map((row) => columns.map((column) => csvField(valueText(row[column], ""))));
  return cells.map((line) => `${line.join(",")}\r\n`).join("");
}

/** Rows as CSV (RFC 4180): a heading with the names of the columns; null is empty. */
export function csvText<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string {
  return `${columns.join(",")}\r\n${csvLines(columns, rows)}`;
}
