import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { incorrectParameter, missingParameter, ok, refusals } from "../../server/domain/result-text.js";

const texts = [ok, ...Object.values(refusals), incorrectParameter("<name>"), missingParameter("<name>")];

test("docs/reference/result-texts.md holds the texts, and no other", () => {
  const documented = readFileSync("docs/reference/result-texts.md", "utf8").matchAll(
    /^\| `([^`]+)` \| [^|]+ \|$/gm,
  );
  expect([...documented].map(([, text]) => text).sort()).toEqual([...texts].sort());
});

test.each(texts.filter((text) => /^[0-9]/.test(text)))(
  "the code of %s can be read from its first five characters",
  (text) => {
    expect(text).toMatch(/^[0-9]{3}\.[0-9] \S/);
  },
);
