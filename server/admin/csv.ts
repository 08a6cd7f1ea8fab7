import { Refusal } from "./refusal.js";
import { tableText } from "./table-text.js";

/** A record of a CSV file. */
export interface CsvRecord {
  /** Line on which it starts, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** Longest field, in UTF-16 code units: a quote that is never closed must not take the whole file into memory. */
export const maxFieldLength = 10_000;

/** Most fields of a record. */
export const maxFields = 200;

const problems = {
  quoteInField: 'a quote inside a field: put the whole field in quotes and write the quote as ""',
  textAfterQuote: "text between a closing quote and the next separator",
  openQuote: "the quote that starts here is never closed",
  bareReturn: "a carriage return without a line feed",
  longField: `a field of more than ${maxFieldLength} characters: is a quote missing?`,
  manyFields: `more than ${maxFields} fields`,
  otherSeparator: "the separator after sep= must be a comma, a semicolon or a tab",
} as const;

type State = "start" | "plain" | "quoted" | "quoteSeen" | "returnSeen";

type Separator = "," | ";" | "\t";

/** Characters that end a run of ordinary ones: in a plain field, by the separator of the file, and in a quoted one. */
const endOfPlain: Readonly<Record<Separator | "unknown", RegExp>> = {
  ",": /[",\r\n]/g,
  ";": /[";\r\n]/g,
  "\t": /["\t\r\n]/g,
  unknown: /[",;\t\r\n]/g,
};
const endOfQuoted = /["\n]/g;

/**
 * Reads CSV (RFC 4180) piece by piece: fields are separated by commas, and quoted if they contain a separator, a quote
 * (doubled) or a line end; lines end with CRLF or LF. The separator is the first comma, semicolon or tab of the file: spreadsheets write
 * semicolons where the comma is the decimal sign, and tabs in Unicode text. `="0044"`, which keeps a spreadsheet from reading digits as an amount,
 * is the text in it. Other input is refused with its line and column.
 * @throws Refusal
 */
class CsvReader {
  #separator: Separator | undefined;
  #state: State = "start";
  #field = "";
  #fields: string[] = [];
  /** Line that is read, line of the record, line of the field. */
  #line = 1;
  #recordLine = 1;
  #fieldLine = 1;
  #records: CsvRecord[] = [];

  push(text: string): readonly CsvRecord[] {
    for (let at = 0; at < text.length;) at = this.#step(text, at);
    return this.#taken();
  }

  end(): readonly CsvRecord[] {
    if (this.#state === "quoted") this.#refuse("openQuote", this.#fieldLine);
    if (this.#state === "returnSeen") this.#refuse("bareReturn");
    if (this.#state !== "start" || this.#fields.length > 0) this.#endRecord();
    return this.#taken();
  }

  #taken(): readonly CsvRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #step(text: string, at: number): number {
    switch (this.#state) {
      case "start":
        this.#fieldLine = this.#line;
        this.#state = text[at] === '"' ? "quoted" : "plain";
        return this.#state === "quoted" ? at + 1 : at;
      case "plain":
      case "quoted":
        return this.#run(text, at, this.#state);
      case "quoteSeen":
        if (text[at] === '"') {
          this.#field += '"';
          this.#state = "quoted";
        } else this.#endWith(text[at] ?? "", "textAfterQuote");
        return at + 1;
      case "returnSeen":
        if (text[at] !== "\n") this.#refuse("bareReturn");
        this.#endRecord();
        return at + 1;
    }
  }

  /** Takes ordinary characters up to the next special one, and that one. */
  #run(text: string, at: number, state: "plain" | "quoted"): number {
    const pattern = state === "quoted" ? endOfQuoted : endOfPlain[this.#separator ?? "unknown"];
    pattern.lastIndex = at;
    const next = pattern.exec(text)?.index ?? text.length;
    this.#field += text.slice(at, next);
    if (this.#field.length > maxFieldLength) this.#refuse("longField", this.#fieldLine);
    const character = text[next];
    if (character === undefined) return next;
    if (state === "plain" && character === '"' && this.#field === "=") {
      this.#field = "";
      this.#state = "quoted";
    } else if (state === "plain") this.#endWith(character, "quoteInField");
    else if (character === '"') this.#state = "quoteSeen";
    else {
      this.#field += character;
      this.#line += 1;
    }
    return next + 1;
  }

  #endWith(character: string, otherwise: keyof typeof problems): void {
    if (this.#separator === undefined && isSeparator(character)) this.#separator = character;
    if (character === this.#separator) this.#endField();
    else if (character === "\n") this.#endRecord();
    else if (character === "\r") this.#state = "returnSeen";
    else this.#refuse(otherwise);
  }

  #endField(): void {
    if (this.#fields.length === maxFields) this.#refuse("manyFields");
    this.#fields.push(this.#field);
    this.#field = "";
    this.#state = "start";
  }

  #endRecord(): void {
    this.#endField();
    this.#separator ??= ",";
    this.#records.push({ line: this.#recordLine, fields: this.#fields });
    this.#fields = [];
    this.#line += 1;
    this.#recordLine = this.#line;
  }

  #refuse(problem: keyof typeof problems, line = this.#line): never {
    throw new Refusal(`line ${line}, column ${this.#fields.length + 1}: ${problems[problem]}`);
  }
}

const isSeparator = (character: string): character is Separator =>
  character === "," || character === ";" || character === "\t";

/** A line that spreadsheets read as the separator, and do not show. */
function isSeparatorLine({ line, fields }: CsvRecord): boolean {
  const [first = "", second] = fields;
  if (line !== 1 || !/^sep=.?$/iu.test(first)) return false;
  if (first.length > 4 || fields.length !== 2 || second !== "")
    throw new Refusal(`line 1: ${problems.otherSeparator}`);
  return true;
}

/** The records of a CSV text, without a line `sep=`. @throws Refusal */
export async function* csvRecordsOf(texts: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader();
  const recordsIn = function* (records: readonly CsvRecord[]): Generator<CsvRecord> {
    for (const record of records) if (!isSeparatorLine(record)) yield record;
  };
  for await (const text of texts) yield* recordsIn(reader.push(text));
  yield* recordsIn(reader.end());
}

/** The records of a CSV file in UTF-8 or UTF-16, as `csvRecordsOf`. @throws Refusal */
export function csvRecords(file: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  return csvRecordsOf(tableText(file, "refuse"));
}
