import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

/** Rows of the tables: a guarantee and its tests. */
const rows = readFileSync("docs/reference/security.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:-|Promise)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test.each(rows.map(([, promise = "", shown = ""]) => ({ promise, shown })))("$promise", ({ shown }) => {
  const files = [...shown.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = ""]) => file);
  expect(files).not.toEqual([]);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("the page lists guarantees", () => {
  expect(rows.length).toBeGreaterThan(20);
});
