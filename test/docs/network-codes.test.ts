import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import {
  gsmWords,
  mm7Words,
  receiptCause,
  refusalWords,
  smppWords,
} from "#server/domain/delivery/outcomes/network-codes.js";
import { statusCodes } from "#server/networks/mm7/documents/submit-response.js";
import { statusRows } from "#server/networks/smpp/session/status-table.js";

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

test("every command_status of the service has words, and no other", () => {
  expect(statusRows.map(({ name }) => name)).toEqual(Object.keys(smppWords));
});

test("every StatusCode of MM7 has words, and no other", () => {
  expect([...statusCodes.keys()].map(String)).toEqual(Object.keys(mm7Words));
});

test("the words of causes are those of the page", () => {
  const causes = rowsBelow("GSM causes").filter(([, , , who]) => who !== undefined);
  const rows = Object.entries(gsmWords).map(([cause, { text, who }]) => [`\`${cause}\``, text, who]);
  expect(causes.map(([code, , text, who]) => [code, text, who])).toEqual(rows);
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

test("every word says what the code means and who acts", () => {
  const words = [smppWords, mm7Words, gsmWords].flatMap((table) => Object.values(table));
  expect(words.filter(({ text, who }) => text === "" || who === "")).toEqual([]);
  expect(rowsBelow("GSM causes").flat()).not.toContain("");
});
