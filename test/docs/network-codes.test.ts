import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { statusCodes } from "#server/gateways/mm7/documents/submit-response.js";
import { statusRows } from "#server/gateways/smpp/session/status-table.js";

const page = readFileSync("docs/reference/network-codes.md", "utf8");

/** Cells of the rows below a heading. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const start = page.indexOf(`## ${heading}\n`);
  const section = page.slice(start, page.indexOf("\n## ", start));
  return [...section.matchAll(/^\| `.*$/gmu)].map(([row]) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test("every command_status of the service is explained, with its name", () => {
  const wanted = statusRows.map(({ status, name }) => [
    `\`0x${status.toString(16).toUpperCase().padStart(2, "0")}\``,
    name,
  ]);
  expect(rowsBelow("SMPP status").map((row) => row.slice(0, 2))).toEqual(wanted);
});

test("every StatusCode of MM7 is explained", () => {
  expect(rowsBelow("MM7 status").map(([code]) => code)).toEqual(
    [...statusCodes.keys()].map((code) => `\`${code}\``),
  );
});

test("every row says what the code means and who acts", () => {
  const rows = [...rowsBelow("SMPP status"), ...rowsBelow("MM7 status"), ...rowsBelow("GSM causes")];
  expect(rows.filter((row) => row.some((cell) => cell === ""))).toEqual([]);
});
