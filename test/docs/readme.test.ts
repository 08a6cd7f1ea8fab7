import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const readme = readFileSync("README.md", "utf8");

test("the README has at most 120 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
});

test("every figure of the README is in the results that it names", () => {
  const rows = [...readme.matchAll(/^\| ([^|]*\d[^|]*) \| \[[^\]]+\]\((bench\/[^)]+)\)/gmu)];
  expect(rows).toHaveLength(3);
  for (const [, claim = "", source = ""] of rows) {
    const results = readFileSync(source, "utf8");
    const figures = claim.match(/\d+(\.\d+)?/gu) ?? [];
    expect({ source, missing: figures.filter((each) => !results.includes(each)) }).toEqual({
      source,
      missing: [],
    });
  }
});
