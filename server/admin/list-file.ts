import { foldCase } from "../domain/text/normal-form.js";
import { type NumberForms, phoneNumber, shownEntry } from "../domain/recipients/phone-number.js";
import type { ListMember } from "../domain/recipients/lists.js";
import { type CsvRecord, csvRecords } from "./csv.js";
import { Refusal } from "./refusal.js";
import { counted } from "./values.js";

/** Columns of a list file, from its header. */
export interface ListColumns {
  /** Names in the order of the stored columns: the phone first. */
  readonly names: readonly string[];
  /** The member in a record, or the reason why it is invalid. */
  readonly memberOf: (record: CsvRecord) => ListMember | string;
}

/** Which columns to look for. */
export interface ColumnChoice {
  /** Name of the phone's column; without it the only column, or the one called `phone`. */
  readonly phone: string | undefined;
  /** True to keep the other columns. */
  readonly keepOthers: boolean;
  /** Those of the customer of the list. */
  readonly forms?: NumberForms;
}

/** Longest name of a column, in UTF-16 code units. */
export const maxColumnNameLength = 64;

function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name === "") continue;
    if (name.length > maxColumnNameLength || /\p{C}/u.test(name)) {
      throw new Refusal(
        `invalid name of column ${index + 1} in the header: use 1 to ${maxColumnNameLength} characters without control characters`,
      );
    }
    if (seen.has(foldCase(name))) throw new Refusal(`the header names the column ${name} twice`);
    seen.add(foldCase(name));
  }
}

function phoneColumn(names: readonly string[], wanted: string | undefined): number {
  const numbers = names.find((name) => phoneNumber(name) !== undefined);
  if (numbers !== undefined) {
    throw new Refusal(`the first line must name the columns, but ${numbers} is a number`);
  }
  const named = names.filter((name) => name !== "");
  if (wanted === undefined && named.length === 1) return names.indexOf(named[0] ?? "");
  const key = foldCase(wanted?.trim() ?? "phone");
  const index = names.findIndex((name) => foldCase(name) === key);
  if (index !== -1) return index;
  const has = `the header has ${named.join(", ")}`;
  throw new Refusal(
    wanted === undefined
      ? `no column is called phone: name the column of the phones with --phone; ${has}`
      : `no column ${wanted}: ${has}`,
  );
}

const notNumber = (given: string): string =>
  `${JSON.stringify(shownEntry(given))} is not a phone number: write 7 to 15 digits with the country code, in a column formatted as text`;

function wrongLength(fields: number, columns: number): string {
  const right =
    fields < columns ? "write a separator for each empty field" : "put a field with a separator in quotes";
  return `${counted(fields, "field")} where the header has ${columns}: ${right}`;
}

const isEmpty = (field: string): boolean => field.trim() === "";

/** Reads the header. Columns without a name, which spreadsheets write for empty ones, are left out. @throws Refusal */
function columnsOf({ fields }: CsvRecord, { phone, keepOthers, forms = {} }: ColumnChoice): ListColumns {
  const names = fields.map((name) => name.trim());
  checkNames(names);
  const phoneIndex = phoneColumn(names, phone);
  const others = keepOthers
    ? [...names.keys()].filter((index) => index !== phoneIndex && names[index] !== "")
    : [];
  return {
    names: [phoneIndex, ...others].map((index) => names[index] ?? ""),
    memberOf: ({ fields: values }) => {
      if (values.length < names.length || !values.slice(names.length).every(isEmpty))
        return wrongLength(values.length, names.length);
      const given = values[phoneIndex] ?? "";
      const number = phoneNumber(given, forms);
      if (number === undefined) return `column ${phoneIndex + 1}: ${notNumber(given)}`;
      return { phone: number, attributes: others.map((index) => (values[index] ?? "").trim()) };
    },
  };
}

/** A line without any value is not a record. */
function isBlank({ fields }: CsvRecord): boolean {
  return fields.every(isEmpty);
}

/** A list file whose header is read; `records` continues after it. */
export interface ListFile {
  readonly columns: ListColumns;
  readonly records: AsyncIterable<CsvRecord>;
}

/** Opens a list file: CSV whose first record names the columns. @throws Refusal */
export async function openListFile(
  bytes: AsyncIterable<Uint8Array>,
  choice: ColumnChoice,
): Promise<ListFile> {
  const all = csvRecords(bytes);
  const header = await all.next();
  if (header.done === true) throw new Refusal("the file is empty");
  async function* records(): AsyncGenerator<CsvRecord> {
    for await (const record of all) if (!isBlank(record)) yield record;
  }
  return { columns: columnsOf(header.value, choice), records: records() };
}
