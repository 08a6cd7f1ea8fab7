import { readFileSync } from "node:fs";

/** The rows of a page's tables that start with a code span, as trimmed cells; code spans without their backticks. */
export function documentedRows(page: string): readonly (readonly string[])[] {
  return readFileSync(page, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")),
    );
}
