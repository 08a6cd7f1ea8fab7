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

test("docs/reference/result-texts.md lists exactly the Result texts", () => {
  const documented = documentedRows("docs/reference/result-texts.md", "Texts").map(([text]) => text);
  expect(documented.sort()).toEqual([...texts].sort());
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
