import { expect, test } from "@jest/globals";
import { statusReasons } from "#runtime/bindings/unusable-response.js";
import { clientErrorTable } from "#runtime/index.js";
import { faultTable } from "#runtime/host.js";
import { documentedRows } from "../../domain/documented-table.js";

const page = "docs/reference/faults.md";

test("docs/reference/faults.md holds the table of reasons", () => {
  const documented = documentedRows(page, "Reasons").map((row) => row.slice(0, 5));
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
  const documented = documentedRows(page, "Errors of a client").map((row) => row.slice(0, 3));
  const table = Object.entries(clientErrorTable).map(([code, { mayHaveRun, hint }]) => [
    code,
    mayHaveRun ? "yes" : "no",
    hint,
  ]);
  expect(documented).toEqual(table);
});

test("a client takes the statuses of the table for the first reason that has one", () => {
  const rows = Object.entries(faultTable)
    .filter(([, { httpStatus }]) => httpStatus !== 500)
    .filter(
      ([, { httpStatus }], index, all) => all.findIndex(([, row]) => row.httpStatus === httpStatus) === index,
    );
  expect([...statusReasons]).toEqual(rows.map(([reason, { httpStatus }]) => [httpStatus, reason]));
});
