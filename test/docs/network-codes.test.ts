import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import {
  gsmWords,
  mm7Words,
  receiptCause,
  receiptWords,
  refusalWords,
  smppWords,
} from "#server/domain/delivery/network-codes.js";
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

test("the words of the service are those of the page", () => {
  const pairsOf = (words: typeof smppWords) => Object.values(words).map(({ text, who }) => [text, who]);
  expect(rowsBelow("SMPP status").map(([, name]) => name)).toEqual(Object.keys(smppWords));
  expect(rowsBelow("SMPP status").map((row) => row.slice(2))).toEqual(pairsOf(smppWords));
  expect(rowsBelow("MM7 status").map((row) => row.slice(1).map((cell) => cell.replaceAll("`", "")))).toEqual(
    pairsOf(mm7Words).map((row) => row.map((cell) => cell.replaceAll("`", ""))),
  );
  const causes = rowsBelow("GSM causes").filter(([, , , who]) => who !== undefined);
  expect(causes.map(([code]) => code)).toEqual(Object.keys(gsmWords).map((code) => `\`${code}\``));
  expect(causes.map((row) => row.slice(2))).toEqual(pairsOf(gsmWords));
  const states = Object.entries(receiptWords).map(([state, text]) => [`\`${state}\``, text]);
  expect(rowsBelow("States of receipts")).toEqual(states);
});

test.each([
  ["RINVDSTADR (0x0b)", "The network does not accept the number of the recipient."],
  ["RTHROTTLED (0x58)", "The link sends faster than the network allows."],
  ["2003", "The MMSC does not know the recipient."],
  ["0x0489", undefined],
  ["011", undefined],
  ["toString", undefined],
  ["RNOTHING (0x99)", undefined],
  ["no answer: timeout", undefined],
])("the code %s: %s", (code, text) => {
  expect(refusalWords(code)?.text).toBe(text);
});

test.each([
  ["027", "The handset is off or out of reach."],
  ["1", "The number is not assigned."],
  ["000", undefined],
  ["0027", undefined],
  ["254", undefined],
  ["027a", undefined],
])("the err %s of a receipt often means: %s", (code, text) => {
  expect(receiptCause(code)?.text).toBe(text);
});

test("every row says what the code means and who acts", () => {
  const rows = [...rowsBelow("SMPP status"), ...rowsBelow("MM7 status"), ...rowsBelow("GSM causes")];
  expect(rows.filter((row) => row.some((cell) => cell === ""))).toEqual([]);
});
