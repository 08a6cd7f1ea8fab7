import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { serviceProblems } from "#server/json/problems.js";
import { documentedRows } from "../domain/documented-table.js";

const page = "docs/reference/api.md";

test("docs/reference/api.md has a row for each problem of the service", () => {
  const rows = documentedRows(page, "Problems").map(([code, status, title]) => [code, Number(status), title]);
  expect(rows).toEqual(
    Object.entries(serviceProblems).map(([code, { status, title }]) => [code, status, title]),
  );
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
