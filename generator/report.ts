import { renderDiagnostic, type Diagnostic } from "./diagnostics.js";
import { settingsOf, type GenerateOptions, type GenerateResult, type Network } from "./options.js";
import type { CoveragePlan } from "./plan/data/plan.js";
import { shownFrom } from "./read/source.js";

export function reportJson(result: GenerateResult): void {
  const { outcome, diagnostics, written, coverage, causes, differences } = result;
  process.stdout.write(
    `${JSON.stringify({ outcome, diagnostics, written, coverage, causes, differences }, undefined, 2)}\n`,
  );
}

export function reportText(result: GenerateResult, options: GenerateOptions): void {
  reportDiagnostics(result.diagnostics);
  const out = shownFrom(".", options.out ?? "generated") || ".";
  switch (result.outcome) {
    case "current":
      print(`${out} is current`);
      return;
    case "written":
      print(`${out}: ${countsOf(result)}`);
      if (result.coverage !== undefined) print(coverageText(result.coverage));
      return;
    case "refused":
      print(`nothing was written: ${result.diagnostics.filter(isError).length} error(s)`);
      return;
    case "stale":
      for (const line of result.differences) print(line);
      for (const cause of result.causes) print(`${out} is not current: ${cause}`);
      print(repairCommand(options));
      return;
  }
}

export function reportDiagnostics(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) process.stderr.write(`${renderDiagnostic(diagnostic)}\n`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function countsOf({ written }: GenerateResult): string {
  const counts = [
    [written?.written.length ?? 0, "written"],
    [written?.removed.length ?? 0, "removed"],
    [written?.unchanged.length ?? 0, "unchanged"],
  ] as const;
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join(", ");
}

function coverageText({ declared, offered, methods }: CoveragePlan): string {
  const what = methods === 1 ? "method" : "methods";
  return `${offered} of ${declared} operations of the port types, as ${methods} ${what}`;
}

const networkFlags: Readonly<Record<Network, readonly string[]>> = {
  none: [],
  public: ["--allow-network"],
  any: ["--allow-private-network"],
};

/** What brings the output up to date; in this package the script that compiles the generator first. */
function repairCommand(options: GenerateOptions): string {
  const { wsdls = [], out, allow = [], lenient = false } = options;
  const { insidePackage, network } = settingsOf(options);
  const plain = allow.length === 0 && network === "none" && !lenient;
  if (insidePackage && wsdls.length === 0 && out === undefined && plain) return "npm run generate";
  const words = [
    ...wsdls,
    ...(out === undefined ? [] : ["--out", out]),
    ...allow.flatMap((dir) => ["--allow", dir]),
    ...networkFlags[network],
    ...(lenient ? ["--lenient"] : []),
  ];
  return ["npx messenger-gen", ...words.map(quote)].join(" ");
}

function quote(word: string): string {
  return /^[\w./@:=+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
