import { print, printError } from "./output.js";
import { printChanges } from "./diff-report.js";
import { effects } from "./compare/content-rules.js";
import { ruleTable, type RuleCode } from "./compare/rules.js";
import { errorsOf, shellWord, type Diagnostic, diagnosticTable } from "./diagnostics.js";
import { shownOut } from "./options.js";
import { timesText } from "./progress.js";
import type { CoveragePlan } from "./plan/data/plan.js";
import type { ContractResult, RunFlags, RunResult } from "./run.js";
import type { Action } from "./write/write.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "./write/generator-state.js";

/** Prints a run as JSON, on one line if others may follow. */
export function reportJson({ outcome, diagnostics, contracts }: RunResult, onOneLine: boolean): void {
  const shown = {
    outcome,
    diagnostics,
    contracts: contracts.map(({ contract, result, against }) => ({
      out: shownOut(contract),
      ...result,
      against,
      inputs: undefined,
    })),
  };
  print(JSON.stringify(shown, undefined, onOneLine ? undefined : 2));
}

export async function reportText(
  { diagnostics, contracts }: RunResult,
  wsdls: readonly string[],
  flags: RunFlags,
): Promise<void> {
  await reportDiagnostics(diagnostics);
  for (const each of contracts) await reportContract(each, flags);
  const stale = contracts.find(({ result }) => result.outcome === "stale");
  if (stale !== undefined && flags.check === true) print(repairCommand(wsdls, flags));
}

/** One line for each contract; progress has been erased by then. */
export function reportTimes({ contracts }: RunResult): void {
  for (const { contract, times } of contracts) printError(`${shownOut(contract)}: ${timesText(times)}`);
}

/** Two lines for each on a pipe; on a terminal with colours and the line of the contract. */
export async function reportDiagnostics(diagnostics: readonly Diagnostic[]): Promise<void> {
  if (diagnostics.length === 0) return;
  const { DiagnosticPrinter, styleOf } = await import("./terminal.js");
  const printer = new DiagnosticPrinter(styleOf(process.stderr, process.env));
  for (const diagnostic of diagnostics) process.stderr.write(`${printer.text(diagnostic)}\n`);
}

async function reportContract(
  { contract, result, against: since }: ContractResult,
  { dryRun = false, against = "" }: RunFlags,
): Promise<void> {
  const { outcome, diagnostics, files = [], coverage, causes, differences } = result;
  const out = shownOut(contract);
  await reportDiagnostics(diagnostics);
  if (outcome === "refused") {
    print(`${out}: nothing was written: ${errorsOf(diagnostics).length} error(s)`);
    return;
  }
  if (dryRun) {
    for (const { path, action } of files) print(`would ${action} ${out}/${path}`);
  } else if (outcome === "stale") {
    for (const line of differences) print(line);
    for (const cause of causes) print(`${out} is not current: ${cause}`);
  } else if (outcome === "current") print(`${out} is current`);
  else print(`${out}: ${countsOf(files.map(({ action }) => action))}`);
  const isNew = outcome === "written" && !dryRun;
  if (coverage !== undefined && (isNew || coverage.omitted.length > 0)) print(coverageText(coverage));
  if (since === undefined) return;
  await reportDiagnostics(since.diagnostics);
  if (since.changes !== undefined)
    print(`${out}, changes since ${against}:\n${printChanges(since.changes, "text")}`);
}

const past: Readonly<Record<Action, string>> = {
  create: "created",
  change: "changed",
  delete: "deleted",
  leave: "unchanged",
};

function countsOf(actions: readonly Action[]): string {
  const counts = (Object.keys(past) as Action[]).map(
    (action) => [actions.filter((each) => each === action).length, past[action]] as const,
  );
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(", ");
}

function coverageText({ declared, offered, methods, omitted }: CoveragePlan): string {
  const what = methods === 1 ? "method" : "methods";
  const text = `${offered} of ${declared} operations of the port types, as ${methods} ${what}`;
  return omitted.length === 0 ? text : `${text}; ${omitted.length} omitted because of errors in the contract`;
}

/** Options that are about a single run; `--against` implies `--check`. */
const ofOneRun: ReadonlySet<string> = new Set(["check", "against"]);

/** The command that brings the output up to date: that of the run, with its options in their order. */
function repairCommand(wsdls: readonly string[], flags: RunFlags): string {
  const options = Object.entries(flags).filter(([name]) => !ofOneRun.has(name));
  const words = [...wsdls, ...options.flatMap(([name, value]) => wordsOf(name, value))];
  return ["npx messenger-gen", ...words.map(shellWord)].join(" ");
}

/** An option as words of a command line. The value of a header may be a secret: only files of headers are named. */
function wordsOf(name: string, value: unknown): readonly string[] {
  const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === true) return [option];
  if (typeof value === "string") return [option, value];
  if (typeof value !== "object" || value === null) return [];
  const values: readonly string[] = Array.isArray(value)
    ? value.map(String)
    : Object.entries(value).map((entry) => entry.join("="));
  const shown = name === "header" ? values.filter((each) => each.startsWith("@")) : values;
  return shown.flatMap((each) => [option, each]);
}

/** The section of a diagnostic in `docs/reference/diagnostics.md`, or the rule of a difference; undefined for an unknown code. */
export function explain(code: string): string | undefined {
  const known = code.trim().toUpperCase();
  if (Object.hasOwn(ruleTable, known)) return explainRule(known as RuleCode);
  if (!Object.hasOwn(diagnosticTable, known)) return undefined;
  const page = "docs/reference/diagnostics.md";
  const section = sectionsOf(readFileSync(join(packageRoot, "dist", page), "utf8")).get(known);
  return section === undefined ? undefined : `${section}\n\n${page}#${known.toLowerCase()}`;
}

function explainRule(code: RuleCode): string {
  const { message, effect, hint } = ruleTable[code];
  return `${code}\n\n${message}\n\nEffect: ${effects[effect]}. ${hint}\n\ndocs/reference/differences.md#rules`;
}

/** Sections by code: each starts with a heading `### MG1001`. */
export function sectionsOf(document: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  for (const part of document.split(/^(?=#{1,6} )/m)) {
    const code = /^### (MG\d{4})\n/.exec(part)?.[1];
    if (code !== undefined) sections.set(code, part.replace(/^### /, "").trim());
  }
  return sections;
}
