import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import type { RefusalName } from "#server/domain/refusals.js";
import { refusalCodes } from "#server/domain/usage/refused-calls.js";
import { serviceProblems } from "#server/faces/json/problems.js";
import { refusals } from "#server/faces/json/refusals.js";
import { documentedRows } from "../domain/documented-table.js";

const page = "docs/reference/api.md";

test("docs/reference/api.md has a row for each problem of the service", () => {
  const rows = documentedRows(page, "Problems").map(([code, status, title]) => [code, Number(status), title]);
  expect(rows).toEqual(
    Object.entries(serviceProblems).map(([code, { status, title }]) => [code, status, title]),
  );
});

test("docs/reference/api.md has the code of each refusal with a problem of its own", () => {
  const rows = new Map(documentedRows(page, "Problems").map(([code, , , result = ""]) => [code, result]));
  const absent = Object.entries(refusals).filter(([name, [problem]]) => {
    const code = refusalCodes[name as RefusalName];
    return /^[0-9]/.test(code) && problem !== "RefusedValue" && rows.get(problem)?.includes(code) !== true;
  });
  expect(absent.map(([name]) => name)).toEqual(["stillRunning"]);
});

test("docs/reference/api.md has a row for each call", () => {
  const { paths } = JSON.parse(readFileSync("generated/openapi.json", "utf8")) as {
    readonly paths: Readonly<Record<string, object>>;
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const rows = documentedRows(page, "Paths").map(([request]) => request);
  expect(rows.toSorted()).toEqual(calls.toSorted());
});
