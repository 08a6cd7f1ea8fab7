import { expect, test } from "@jest/globals";
import {
  incorrectParameter,
  keepAliveOff,
  missingParameter,
  ok,
  refusals,
  resultCode,
} from "#server/domain/result-text.js";
import { documentedRows } from "./documented-table.js";

const texts = [
  ok,
  ...Object.values(refusals),
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
  const named = texts.filter((text) => !/^(OK$|[0-9]{3}\.)/.test(text));
  const want = named.map((text) => [resultCode(text), text]).filter(([name]) => name !== "refused");
  const documented = documentedRows("docs/reference/result-texts.md", "Names in log and metrics");
  expect(documented.filter(([name]) => name !== "refused").sort()).toEqual(want.sort());
  expect(documented.map(([name]) => name)).toContain(resultCode(keepAliveOff(42)));
});

test.each(texts.filter((text) => /^[0-9]/.test(text)))(
  "the code of %s can be read from its first five characters",
  (text) => {
    expect(text).toMatch(/^[0-9]{3}\.[0-9] \S/);
  },
);
