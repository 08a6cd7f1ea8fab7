import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generate, type Diagnostic, type GenerateResult } from "messenger-gen";
import type { Generated } from "./verdict.js";

/**
 * A process of its own for one entry: `node generate-entry.js WSDL FOLDER OUT OTHER-OUT [lenient]`. Imports may lead anywhere in
 * FOLDER. Generates into both output folders, measures the first run, compares the bytes of the two, and sends what it
 * found to its parent.
 */
const [wsdl = "", folder = "", out = "", again = "", mode] = process.argv.slice(2);
const options = { wsdl, allow: [folder], lenient: mode === "lenient" };
/** Warnings that say why an operation is not offered. */
const leftOut = ["MG2018", "MG2019", "MG2021", "MG2027", "MG2036", "MG2046"];
const result = await generate({ ...options, out });
const { user, system } = process.cpuUsage();
const megabytes = process.resourceUsage().maxRSS / 1024;
const generated: Generated = {
  outcome: result.outcome === "refused" ? "refused" : "written",
  diagnostics: result.diagnostics,
  omitted: result.coverage?.omitted ?? [],
  flaws: [...flawsOf(result), ...(await differences(result))],
  milliseconds: (user + system) / 1000,
  megabytes,
};
process.send?.(generated, () => {
  process.disconnect();
});

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

async function differences(first: GenerateResult): Promise<readonly string[]> {
  const second = await generate({ ...options, out: again });
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
