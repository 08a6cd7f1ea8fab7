import { expect, test } from "@jest/globals";
import {
  incorrectParameter,
  keepAliveOff,
  missingParameter,
  ok,
  resultTexts,
} from "#server/faces/contract/result-texts.js";
import type { RefusalName } from "#server/domain/refusals.js";
import { refusalCodes } from "#server/domain/usage/refused-calls.js";
import { documentedRows } from "../../domain/documented-table.js";

const texts = [
  ok,
  ...new Set(Object.values(resultTexts)),
  keepAliveOff("<id>"),
  incorrectParameter("<name>"),
  missingParameter("<name>"),
];

/** `OK`, then texts with a code by code, then the others in alphabetical order. */
const place = (text: string): string => (text === ok ? "" : /^[0-9]/.test(text) ? text : `~${text}`);

test("docs/reference/result-texts.md lists exactly the Result texts, in order", () => {
  const documented = documentedRows("docs/reference/result-texts.md", "Texts").map(([text]) => text);
  expect(documented).toEqual([...texts].sort((a, b) => (place(a) < place(b) ? -1 : 1)));
});

test("docs/reference/result-texts.md lists the names of exactly the texts without a code", () => {
  const named = Object.entries(resultTexts).filter(([, text]) => !/^[0-9]{3}\./.test(text));
  const want = named.map(([name, text]) => [refusalCodes[name as RefusalName], text]);
  const documented = documentedRows("docs/reference/result-texts.md", "Names in log and metrics");
  expect(documented.filter(([name]) => name !== "refused").sort()).toEqual(want.sort());
  expect(documented.map(([name]) => name)).toContain(refusalCodes.keepAliveOff);
});

test.each(texts.filter((text) => /^[0-9]/.test(text)))(
  "the code of %s can be read from its first five characters",
  (text) => {
    expect(text).toMatch(/^[0-9]{3}\.[0-9] \S/);
  },
);
