import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const page = "docs/reference/delivery-tests.md";

interface Row {
  readonly promise: string;
  readonly file: string;
  readonly name: string;
}

const rows: readonly Row[] = readFileSync(page, "utf8")
  .split("\n")
  .filter((line) => line.includes("| `test/"))
  .map((line) => {
    const [promise = "", file = "", name = ""] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { promise, file: file.replaceAll("`", ""), name };
  });

/** The name stands in the file as the whole first argument of a test. */
function holds(source: string, name: string): boolean {
  return ['"', "`"].some(
    (quote) => source.includes(`${quote}${name}${quote}, `) || source.includes(`${quote}${name}${quote},\n`),
  );
}

test("the page has rows", () => {
  expect(rows.length).toBeGreaterThan(40);
});

test.each(rows)("$file: $name", ({ file, name }) => {
  expect(existsSync(file)).toBe(true);
  expect(holds(readFileSync(file, "utf8"), name)).toBe(true);
});
