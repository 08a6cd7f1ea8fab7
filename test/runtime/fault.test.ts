import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { clientErrorTable, faultTable } from "../../runtime/index.js";

const page = readFileSync("docs/reference/faults.md", "utf8");
const rows = (heading: string): string[][] =>
  (page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );

test("docs/reference/faults.md holds the table of reasons", () => {
  const documented = rows("Reasons").map(([reason, soap11, soap12, status, retry]) => [
    reason,
    soap11,
    soap12,
    status,
    retry,
  ]);
  const table = Object.entries(faultTable).map(([reason, { soap11, soap12, httpStatus, retry }]) => [
    reason,
    soap11,
    soap12,
    String(httpStatus),
    retry ? "yes" : "no",
  ]);
  expect(documented).toEqual(table);
});

test("docs/reference/faults.md holds the table of client errors", () => {
  const documented = rows("Errors of a client").map(([code, mayHaveRun, hint]) => [code, mayHaveRun, hint]);
  const table = Object.entries(clientErrorTable).map(([code, { mayHaveRun, hint }]) => [
    code,
    mayHaveRun ? "yes" : "no",
    hint.replaceAll("`", ""),
  ]);
  expect(documented).toEqual(table);
});
