import { diagnosticTable, type DiagnosticCode, type Values } from "./diagnostic-table.js";
import type { Origin } from "./origin.js";
import { shownAddress } from "./origin.js";

export { diagnosticTable, type DiagnosticCode } from "./diagnostic-table.js";

export type Severity = "error" | "warning";

/** One finding. `file` is as printed; a finding about a whole file has no `line`. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number | undefined;
  /** Counted from 1, in UTF-16 code units. */
  readonly column: number | undefined;
}

/** A diagnostic with the places of the contract that it is about. */
export interface Finding {
  readonly diagnostic: Diagnostic;
  readonly subjects: readonly Origin[];
}

/** Collects the findings of a run; nothing is printed before a stage has ended. */
export class Diagnostics {
  readonly #folder: string;
  #found = new Map<string, Finding>();
  #subjects: readonly Origin[] = [];

  /** `folder`: what to print before the file of an origin, for example `schema`, or `HEAD:` for a revision. */
  constructor(folder = "") {
    this.#folder = folder === "" || /[/:]$/.test(folder) ? folder : `${folder}/`;
  }

  /** Reports a row of the table at a place of the contract; `values` fill the braces of its texts. */
  report<C extends DiagnosticCode>(code: C, origin: Origin, values: Values<C>): void {
    const { line, column } = origin;
    const subjects = this.#subjects.length > 0 ? this.#subjects : [origin];
    this.#add(code, { file: this.place(origin.file), line, column }, values, subjects);
  }

  /** Reports a row about a whole file; `file` is printed as it is. */
  reportFile<C extends DiagnosticCode>(code: C, file: string, values: Values<C>): void {
    this.#add(code, { file, line: undefined, column: undefined }, values, []);
  }

  /** The same collection; reports of the result are about `subjects` instead of the places that they name. */
  about(subjects: readonly Origin[]): Diagnostics {
    const scoped = this.fresh();
    scoped.#found = this.#found;
    scoped.#subjects = subjects;
    return scoped;
  }

  /** An empty collection with the same folder. */
  fresh(): Diagnostics {
    return new Diagnostics(this.#folder);
  }

  /** Adds findings of another collection. */
  adopt(findings: Iterable<Finding>): void {
    for (const finding of findings) this.#keep(finding);
  }

  /** The printed name of a file of the contract; a document of a network is called by its address. */
  place(file: string): string {
    return /^[a-z]+:\/\//i.test(file) ? shownAddress(file) : this.#folder + file;
  }

  get hasErrors(): boolean {
    for (const { diagnostic } of this.#found.values()) if (diagnostic.severity === "error") return true;
    return false;
  }

  get findings(): readonly Finding[] {
    return [...this.#found.values()];
  }

  /** Sorted by file, line, column and code; without duplicates. */
  get all(): readonly Diagnostic[] {
    return [...this.#found.values()].map(({ diagnostic }) => diagnostic).sort(byPlace);
  }

  #add(
    code: DiagnosticCode,
    place: Pick<Diagnostic, "file" | "line" | "column">,
    values: Record<string, string>,
    subjects: readonly Origin[],
  ): void {
    const row = diagnosticTable[code];
    const { severity } = row;
    const diagnostic = {
      code,
      severity,
      message: filled(row.message, values),
      hint: filled(row.hint, values),
      ...place,
    };
    this.#keep({ diagnostic, subjects });
  }

  #keep({ diagnostic, subjects }: Finding): void {
    const key = JSON.stringify(diagnostic);
    const known = this.#found.get(key)?.subjects ?? [];
    this.#found.set(key, { diagnostic, subjects: [...known, ...subjects] });
  }
}

/** `schema/messenger.wsdl:412:7`; only the file for a finding about a whole file. */
export function placeOf({ file, line, column }: Pick<Diagnostic, "file" | "line" | "column">): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}

export function errorsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error");
}

/** Two lines: `schema/messenger.wsdl:412:7 error MG2004: message` and the hint. */
export function renderDiagnostic(diagnostic: Diagnostic, paint: Paint = (_, text) => text): string {
  const { severity, code, message, hint } = diagnostic;
  const place = paint("place", printable(placeOf(diagnostic)));
  return `${place} ${paint(severity, `${severity} ${code}`)}: ${message}\n  ${hint}`;
}

/** Colours a part of a diagnostic. */
export type Paint = (part: "place" | Severity, text: string) => string;

/** A text of a table with its values, of which addresses are without user name and password. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => printable(shownAddress(values[key] ?? "")));
}

/** A word of a command line, quoted where a shell needs it. */
export function shellWord(word: string): string {
  return /^[\w./@:=+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

const longest = 300;
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text of a contract may not steer a terminal, and may not fill it. */
function printable(text: string): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}...` : text;
  return cut.replace(unprintable, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  );
}

/** By code unit: the same order on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
