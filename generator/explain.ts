import { readFileSync } from "node:fs";
import { join } from "node:path";
import { diagnosticTable } from "./diagnostics.js";
import { packageRoot } from "./write/generator-state.js";

/** The section of a diagnostic in `docs/reference/diagnostics.md`; undefined when there is no such code. */
export function explain(code: string): string | undefined {
  const known = code.trim().toUpperCase();
  if (!Object.hasOwn(diagnosticTable, known)) return undefined;
  return sectionsOf(readFileSync(join(packageRoot, "dist/docs/reference/diagnostics.md"), "utf8")).get(known);
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
