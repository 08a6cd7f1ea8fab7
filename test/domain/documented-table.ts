import { readFileSync } from "node:fs";

/** The part of a page below a heading of the second level; all of it without one. */
function section(page: string, heading: string | undefined): string {
  const text = readFileSync(page, "utf8");
  if (heading === undefined) return text;
  return text.split(/^## /mu).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

/**
 * The rows of a page's tables that start with a code span, as trimmed cells; code spans without their backticks.
 * `heading` takes the tables of one section only.
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
