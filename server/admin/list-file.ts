import { foldCase } from "../domain/text/normal-form.js";
import { oneNumber } from "../domain/recipients/recipients.js";
import type { ListMember } from "../domain/recipients/lists.js";
import { type CsvRecord, csvRecords } from "./csv.js";
import { Refusal } from "./refusal.js";

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
}

/** Longest name of a column, in UTF-16 code units. */
export const maxColumnNameLength = 64;

function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name === "" || name.length > maxColumnNameLength || /\p{C}/u.test(name)) {
      throw new Refusal(
        `invalid name of column ${index + 1} in the header: use 1 to ${maxColumnNameLength} characters without control characters`,
      );
    }
    if (seen.has(foldCase(name))) throw new Refusal(`the header names the column ${name} twice`);
    seen.add(foldCase(name));
  }
}

function phoneColumn(names: readonly string[], wanted: string | undefined): number {
  const numbers = names.find((name) => oneNumber(name) !== undefined);
  if (numbers !== undefined) {
    throw new Refusal(`the first line must name the columns, but ${numbers} is a number`);
  }
  if (wanted === undefined && names.length === 1) return 0;
  const key = foldCase(wanted?.trim() ?? "phone");
  const index = names.findIndex((name) => foldCase(name) === key);
  if (index !== -1) return index;
  const has = `the header has ${names.join(", ")}`;
  throw new Refusal(
    wanted === undefined
      ? `no column is called phone: name the column of the phones with --phone; ${has}`
      : `no column ${wanted}: ${has}`,
  );
}

/** Reads the header. @throws Refusal */
function columnsOf({ fields }: CsvRecord, { phone, keepOthers }: ColumnChoice): ListColumns {
  const names = fields.map((name) => name.trim());
  checkNames(names);
  const phoneIndex = phoneColumn(names, phone);
  const others = keepOthers ? [...names.keys()].filter((index) => index !== phoneIndex) : [];
  return {
    names: [phoneIndex, ...others].map((index) => names[index] ?? ""),
    memberOf: ({ fields: values }) => {
      if (values.length !== names.length)
        return `${values.length} fields where the header has ${names.length}`;
      const given = values[phoneIndex] ?? "";
      const number = oneNumber(given);
      if (number === undefined) return `${JSON.stringify(given.slice(0, 40))} is not a phone number`;
      return { phone: number, attributes: others.map((index) => (values[index] ?? "").trim()) };
    },
  };
}

/** An empty line is not a record. */
function isBlank({ fields }: CsvRecord): boolean {
  return fields.length === 1 && fields[0]?.trim() === "";
}

/** A list file whose header is read; `records` continues after it. */
export interface ListFile {
  readonly columns: ListColumns;
  readonly records: AsyncIterable<CsvRecord>;
}

/** Opens a list file: CSV in UTF-8 whose first record names the columns. @throws Refusal */
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
