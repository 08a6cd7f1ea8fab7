import { expect, test } from "@jest/globals";
import {
  incorrectParameter,
  keepAliveOff,
  missingParameter,
  ok,
  refusals,
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

test.each(texts.filter((text) => /^[0-9]/.test(text)))(
  "the code of %s can be read from its first five characters",
  (text) => {
    expect(text).toMatch(/^[0-9]{3}\.[0-9] \S/);
  },
);
