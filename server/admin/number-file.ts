import { type NumberForms, phoneNumber, shownEntry } from "../domain/recipients/phone-number.js";
import { entrySeparators, unquoted } from "../domain/recipients/recipients.js";
import { foldCase } from "../domain/text/normal-form.js";
import { csvRecordsOf } from "./csv.js";
import { tableText } from "./table-text.js";

/** Entries of one piece, which one commit writes. */
const pieceSize = 1000;

/** Code units of an unfinished entry, or of a first line, that are stored: a longer one is not a number, or no heading. */
const maxEntry = 1000;

const separator = new RegExp(`[${entrySeparators}]+`);

/** Invalid entries that a report names. */
const namedProblems = 20;

/** Columns of phones by their heading: the numbers of a table are read in the first of them alone. */
const headings: readonly string[] = ["phone", "number"].map(foldCase);

/** A line that spreadsheets read as the separator, and do not show. */
const separatorLine = /^sep=.?\r?(?:\n|$)/iu;

const firstLine = /^[^\r\n]*/u;

/** Index of the column of phones; -1 for a file whose first line does not head one. */
function phoneColumn(text: string): number {
  const [heading = ""] = firstLine.exec(text.replace(separatorLine, "")) ?? [];
  const names = heading.split(/[,;\t]/u).map((name) => foldCase(unquoted(name)));
  return names.length === 1 ? -1 : names.findIndex((name) => headings.includes(name));
}

/** The texts with a first one that has the first two lines, or all that is stored of them. */
async function* withHeading(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let start: string | undefined = "";
  for await (const text of texts) {
    if (start === undefined) yield text;
    else {
      start += text;
      if (start.length < maxEntry && !/\n[^\n]*\n/u.test(start)) continue;
      yield start;
      start = undefined;
    }
  }
  if (start !== undefined) yield start;
}

/** Splits a text into entries at line ends, commas, semicolons and tabs. */
async function* entriesOf(texts: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = "";
  for await (const text of texts) {
    const entries = (rest + text).split(separator);
    rest = (entries.pop() ?? "").trimStart().slice(0, maxEntry);
    yield entries.map(unquoted);
  }
  yield [unquoted(rest)];
}

/** The fields of one column, below its heading. */
async function* columnOf(texts: AsyncIterable<string>, column: number): AsyncGenerator<readonly string[]> {
  let isHeading = true;
  for await (const { fields } of csvRecordsOf(texts)) {
    if (!isHeading) yield [(fields[column] ?? "").trim()];
    isHeading = false;
  }
}

/** The entries of a file, in its order. */
async function* entriesIn(file: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const texts = withHeading(tableText(file, "windows-1252"));
  const first = await texts.next();
  const start = first.done === true ? "" : first.value;
  const column = phoneColumn(start);
  async function* all(): AsyncGenerator<string> {
    yield column === -1 ? start.replace(separatorLine, "") : start;
    yield* texts;
  }
  yield* column === -1 ? entriesOf(all()) : columnOf(all(), column);
}

/** Entries that are not empty, in pieces that one commit writes. */
async function* piecesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let piece: string[] = [];
  for await (const entries of entriesIn(file))
    for (const entry of entries) {
      if (entry === "") continue;
      piece.push(entry);
      if (piece.length < pieceSize) continue;
      yield piece;
      piece = [];
    }
  if (piece.length > 0) yield piece;
}

/** Result for the entries of a file of numbers: `entries` = `valid` + `invalid`. */
export interface NumberFile {
  readonly entries: number;
  readonly valid: number;
  /** Entries that are not plausible international numbers. */
  readonly invalid: number;
  /** The first of them, as `shownEntry` gives them. */
  readonly problems: readonly string[];
}

/**
 * Reads the numbers of a file and hands them to `add` piece by piece: digits of plausible international numbers, in the order of the file.
 * `forms`: those of the customer whose numbers they are.
 * They are separated by line ends, commas, semicolons or tabs; of a table whose first line heads a column `phone` or `number`, that column
 * alone counts. `progress` is called with the number of entries read. @throws Refusal for a table that is no CSV
 */
export async function readNumbers(
  file: AsyncIterable<Uint8Array>,
  add: (phones: readonly string[]) => Promise<void>,
  progress: (entries: number) => void,
  forms: NumberForms = {},
): Promise<NumberFile> {
  const problems: string[] = [];
  let [entries, valid] = [0, 0];
  for await (const piece of piecesOf(file)) {
    const numbers = piece.map((entry) => phoneNumber(entry, forms));
    const phones = numbers.filter((number) => number !== undefined);
    const invalid = piece.filter((_, index) => numbers[index] === undefined);
    await add(phones);
    problems.push(...invalid.slice(0, namedProblems - problems.length).map(shownEntry));
    entries += piece.length;
    valid += phones.length;
    progress(entries);
  }
  return { entries, valid, invalid: entries - valid, problems };
}
