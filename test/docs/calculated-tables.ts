import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Cells of the tables of a page behind a mark, a comment of Markdown. */
export function rowsBehind(page: string, mark: string): readonly (readonly string[])[] {
  const tables = page.split(`<!-- ${mark} -->`).slice(1);
  return tables.flatMap((rest) => {
    const [table = ""] = /(?:^\|.*\n)+/mu.exec(rest) ?? [];
    const lines = table.trim().split("\n").slice(2);
    return lines.map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  });
}

/**
 * Whether a figure is in the row of results that its source names: `[results](PATH): START OF THE ROW`.
 *
 * @param base the folder of the page, from which the path is relative
 */
export function isCited(figure: string, source: string, base: string): boolean {
  const [, path = "", start = ""] = /\]\(([^)]*)\): (.*)$/u.exec(source) ?? [];
  const rows = readFileSync(join(base, path), "utf8")
    .split("\n")
    .filter((line) => line.startsWith(`| ${start}`));
  const values = figure.match(/\d[\d.]*/gu) ?? [];
  const hasAll = (row: string): boolean =>
    values.every((value) => new RegExp(`(?<![\\d.])${value.replace(".", "\\.")}(?![\\d.])`, "u").test(row));
  return values.length > 0 && rows.some(hasAll);
}

/** Major version of Node.js with which the results that a source names were measured. */
export function nodeOf(source: string, base: string): string | undefined {
  const [, path = ""] = /\]\(([^)]*)\): /u.exec(source) ?? [];
  return /Node(?:\.js)? v?(\d+)/u.exec(readFileSync(join(base, path), "utf8"))?.[1];
}

/** Calculates a formula such as `386 × commits / 2` from left to right; names are those of `figures`. */
export function calculated(formula: string, figures: ReadonlyMap<string, number>): number {
  const valueOf = (word: string): number => figures.get(word) ?? Number(word);
  const [first = "", ...rest] = formula.replaceAll("`", "").split(" ");
  let result = valueOf(first);
  for (let index = 0; index < rest.length; index += 2) {
    const value = valueOf(rest[index + 1] ?? "");
    if (rest[index] === "×") result *= value;
    else if (rest[index] === "/") result /= value;
    else if (rest[index] === "+") result += value;
    else return NaN;
  }
  return result;
}
