import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generate, type Diagnostic, type GenerateResult } from "messenger-gen";
import type { Generated } from "./verdict.js";

/** Where an entry is, and how it is generated. */
export interface GenerateEntry {
  readonly wsdl: string;
  /** Imports may lead anywhere in it. */
  readonly folder: string;
  /** A folder that does not exist. */
  readonly out: string;
  /** A second one, for a second run of which the bytes are compared. */
  readonly again?: string;
  readonly lenient: boolean;
  readonly values: "exact" | "plain";
}

/** Warnings that say why an operation is not offered. */
const leftOut = ["MG2018", "MG2019", "MG2021", "MG2027", "MG2036", "MG2046"];

/** The first run of a process is measured with the start of the process. */
let isFirst = true;

/** Generates an entry into its output folders, measures the first run, and compares the bytes of the two. */
export async function generateEntry({
  wsdl,
  folder,
  out,
  again,
  lenient,
  values,
}: GenerateEntry): Promise<Generated> {
  const options = { wsdl, allow: [folder], lenient, values };
  const used = isFirst ? undefined : process.cpuUsage();
  isFirst = false;
  const first = await generate({ ...options, out });
  const { user, system } = process.cpuUsage(used);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const changed =
    again === undefined ? [] : differences(first, await generate({ ...options, out: again }), [out, again]);
  return {
    outcome: first.outcome === "refused" ? "refused" : "written",
    diagnostics: first.diagnostics,
    omitted: first.coverage?.omitted ?? [],
    flaws: [...flawsOf(first), ...changed],
    milliseconds: (user + system) / 1000,
    megabytes,
  };
}

function flawsOf({ outcome, diagnostics, coverage }: GenerateResult): readonly string[] {
  if (outcome !== "refused") {
    const lost = coverage === undefined ? 0 : coverage.declared - coverage.offered;
    const explained = diagnostics.some(({ code }) => leftOut.includes(code));
    return lost > 0 && !explained ? [`${lost} operations lost without a word`] : [];
  }
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return ["refused without a reason"];
  return errors.filter((error) => !hasPlace(error)).map(({ code }) => `${code} names no place`);
}

function hasPlace({ file, hint }: Diagnostic): boolean {
  return file !== "" && hint !== "";
}

function differences(
  first: GenerateResult,
  second: GenerateResult,
  [out, again]: readonly [string, string],
): readonly string[] {
  if (JSON.stringify(first.diagnostics) !== JSON.stringify(second.diagnostics)) {
    return ["a second run finds other diagnostics"];
  }
  if (first.outcome === "refused") return [];
  const [one, two] = [contents(out), contents(again)];
  const names = [...new Set([...one.keys(), ...two.keys()])];
  return names
    .filter((name) => one.get(name) !== two.get(name))
    .map((name) => `a second run writes another ${name}`);
}

function contents(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return new Map(
    files.map(({ name, parentPath }) => [
      join(parentPath, name).slice(folder.length + 1),
      readFileSync(join(parentPath, name), "latin1"),
    ]),
  );
}
