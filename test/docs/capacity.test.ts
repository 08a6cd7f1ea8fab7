import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { metricTable } from "#server/monitoring/catalogue.js";
import { calculated, isCited, nodeOf, rowsBehind } from "./calculated-tables.js";

const page = "docs/guides/capacity.md";
const text = readFileSync(page, "utf8");

test.each(rowsBehind(text, "measured"))("%s: %s", (_, figure = "", source = "") => {
  expect(isCited(figure, source, "docs/guides")).toBe(true);
});

test.each(rowsBehind(text, "measured"))(
  "%s names the Node.js of its results, or has that of the page",
  (work = "", _, source = "") => {
    const [, ofPage] = /Node\.js (\d+)\s+unless\s+a\s+row\s+says/u.exec(text) ?? [];
    const [, ofRow] = /Node\.js (\d+)/u.exec(work) ?? [];
    expect(ofRow ?? ofPage).toBe(nodeOf(source, "docs/guides"));
  },
);

test.each(rowsBehind(text, "plan"))("%s: %s is %s", (_, formula = "", result) => {
  expect(calculated(formula, new Map()) / Number(result)).toBeCloseTo(1, 2);
});

test("every metric of the page exists", () => {
  const names = [...text.matchAll(/`(messenger_\w+)`/gu)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(7);
  for (const name of names) expect([name, name in metricTable]).toEqual([name, true]);
});
