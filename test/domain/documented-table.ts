import { readFileSync } from "node:fs";

/** The section of a page below a level-2 heading; the whole page without a heading. */
function section(page: string, heading: string | undefined): string {
  const text = readFileSync(page, "utf8");
  if (heading === undefined) return text;
  return text.split(/^## /mu).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

/**
 * Table rows of a page whose first cell is a code span, as trimmed cells; a cell that is one code span has no backticks.
 * `heading` limits the result to one section.
 */
export function documentedRows(page: string, heading?: string): readonly (readonly string[])[] {
  return section(page, heading)
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`([^`]*)`$/, "$1")),
    );
}
