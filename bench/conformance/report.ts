import type { Verdict } from "./verdict.js";

/** Counts of a run, over all entries and over those of the core. */
export interface Totals {
  readonly entries: number;
  readonly usable: number;
  /** Usable except for operations that are omitted because of errors. */
  readonly partial: number;
  readonly refused: number;
  readonly wrong: number;
  readonly core: number;
  readonly usableCore: number;
  /** Calls with made-up values. */
  readonly calls: number;
  /** Messages that xmllint found valid. */
  readonly valid: number;
  readonly json: JsonTotals;
  /** Entries of which xmllint cannot read the schema. */
  readonly unreadable: readonly string[];
}

/** Counts of the messages as JSON. */
export interface JsonTotals {
  /** Entries with `openapi.json`. */
  readonly entries: number;
  readonly operations: number;
  /** Documents that are valid by their schema, and the same XML afterwards. */
  readonly documents: number;
  /** Those that are not. */
  readonly lost: number;
  /** Warnings about what `openapi.json` does not state, and the entries with some. */
  readonly warnings: number;
  readonly warned: number;
}

function jsonTotals(verdicts: readonly Verdict[]): JsonTotals {
  const all = verdicts.flatMap(({ json }) => (json === undefined ? [] : [json]));
  return {
    entries: all.length,
    operations: sum(all.map(({ operations }) => operations)),
    documents: sum(all.map(({ documents }) => documents)),
    lost: verdicts.flatMap(({ flaws }) => flaws).filter((flaw) => flaw.includes(" as JSON, ")).length,
    warnings: sum(all.map(({ warnings }) => warnings)),
    warned: all.filter(({ warnings }) => warnings > 0).length,
  };
}

export function totalsOf(verdicts: readonly Verdict[]): Totals {
  const count = (test: (verdict: Verdict) => boolean): number => verdicts.filter(test).length;
  return {
    entries: verdicts.length,
    usable: count(({ verdict }) => verdict === "usable"),
    partial: count(({ verdict }) => verdict === "partial"),
    refused: count(({ verdict }) => verdict === "refused"),
    wrong: count(({ verdict }) => verdict === "wrong"),
    core: count(({ core }) => core),
    usableCore: count(({ core, verdict }) => core && verdict === "usable"),
    calls: sum(verdicts.map(({ exercised }) => exercised?.calls ?? 0)),
    valid: sum(verdicts.map(({ exercised }) => exercised?.valid ?? 0)),
    json: jsonTotals(verdicts),
    unreadable: verdicts.flatMap(({ id, exercised }) => (exercised?.unreadable === undefined ? [] : [id])),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((one, other) => one + other, 0);
}

/** One line of the table: verdict, CPU time, memory, name, and why it is not usable. */
export function rowText({ verdict, milliseconds, megabytes, id, codes, flaws }: Verdict): string {
  const time = `${milliseconds.toFixed(0)} ms`.padStart(9);
  const memory = `${megabytes.toFixed(0)} MB`.padStart(7);
  const why = verdict === "wrong" ? flaws.slice(0, 3).join("\n    ") : codes.join(" ");
  return `${verdict.padEnd(8)}${time}${memory}  ${id}${why === "" ? "" : `  ${why}`}`;
}

/** Reasons why entries are not usable, most frequent first: code, entries with it, entries with it alone, one example. */
export function tallyText(verdicts: readonly Verdict[]): string {
  const refused = verdicts.filter(({ verdict }) => verdict === "refused" || verdict === "partial");
  const codes = [...new Set(refused.flatMap((verdict) => verdict.codes))];
  const rows = codes.map((code) => {
    const having = refused.filter((verdict) => verdict.codes.includes(code));
    const alone = having.filter((verdict) => verdict.codes.length === 1);
    const [shown] = alone.length > 0 ? alone : having;
    const example = shown?.diagnostics.find((diagnostic) => diagnostic.code === code);
    const place = `${example?.file ?? ""}:${example?.line ?? 0}:${example?.column ?? 0}`;
    return { having: having.length, alone: alone.length, code, text: `${place}: ${example?.message ?? ""}` };
  });
  rows.sort((a, b) => b.having - a.having || (a.code < b.code ? -1 : 1));
  return rows
    .map(({ having, alone, code, text }) => `${having} entries, ${alone} of them only for ${code}  ${text}`)
    .join("\n");
}

export function totalsText(totals: Totals): string {
  const { entries, usable, partial, refused, wrong, core, usableCore, calls, valid, unreadable, json } =
    totals;
  return (
    `${entries} entries: ${usable} usable, ${partial} partial, ${refused} refused, ${wrong} wrong\n` +
    `core (read by two other programs): ${usableCore} of ${core} usable, ${percent(usableCore, core)}\n` +
    `${calls} calls; ${valid} messages valid to xmllint, which cannot read ${unreadable.length} of the schemas` +
    (unreadable.length === 0 ? "" : `: ${unreadable.join(", ")}`) +
    `\n${json.entries} documents of OpenAPI with ${json.operations} operations; ${json.documents} messages as JSON are valid and lossless, ` +
    `${json.lost} are not; ${json.warnings} warnings in ${json.warned} of the contracts`
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`;
}
