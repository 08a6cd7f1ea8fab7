import type { Totals } from "./report.js";

/** The page of results. */
export const resultsPath = "bench/results/conformance.md";

/** Heading of the column with the names of the rows. */
const heading = "| Contracts ";

const cellsOf = (line: string): readonly string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The cells of a run: of all contracts, and of the core; then what was called. */
function cellsOfRun(title: string, totals: Totals): readonly string[] {
  const { entries, usable, partial, refused, wrong, core, usableCore, calls, valid } = totals;
  const counts = [entries, usable, partial, refused, wrong].map(String);
  const exercised = [calls, valid].map((count) => count.toLocaleString("en-US"));
  return [title, ...counts, `${usableCore} of ${core}`, ...exercised];
}

/**
 * The page of results with the row of a run, in its first table.
 *
 * @param title name of the row, such as `published`
 * @throws Error if the table has no row of that name
 */
export function withRun(page: string, title: string, totals: Totals): string {
  const lines = page.split("\n");
  const from = lines.findIndex((line) => line.startsWith(heading));
  const at = lines.findIndex((line, index) => index > from && cellsOf(line)[0] === title);
  if (from === -1 || at === -1) throw new Error(`${resultsPath} has no row ${title}`);
  return lines.with(at, `| ${cellsOfRun(title, totals).join(" | ")} |`).join("\n");
}
