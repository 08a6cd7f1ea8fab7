import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { isCited, nodeOf, rowsBehind } from "./calculated-tables.js";

const readme = readFileSync("README.md", "utf8");

test("the README has at most 120 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
});

describe("figures of the README", () => {
  test.each(rowsBehind(readme, "measured"))("%s: %s", (_, figure = "", source = "") => {
    expect(isCited(figure, source, ".")).toBe(true);
  });

  test("are of one version of Node.js, which the head of the table names", () => {
    const [, named] = /^\| Measured with Node\.js (\d+) /mu.exec(readme) ?? [];
    const sources = rowsBehind(readme, "measured").map(([, , source = ""]) => nodeOf(source, "."));
    expect([...new Set(sources)].filter((each) => each !== undefined)).toEqual([named]);
  });

  test("missed targets are named, each with its target", () => {
    const cells = readFileSync("bench/results/latest.md", "utf8")
      .split("\n")
      .map((line) => line.split("|").map((cell) => cell.trim()));
    const missed = cells.filter((row) => row[8] === "missed").map((row) => `${row[2]} (${row[5]})`);
    const [, lines = ""] = /^Missed targets of these [^:]*: ([^|]*?)\.\n\n/mu.exec(readme) ?? [];
    const named = lines.replaceAll("\n", " ");
    expect(named.split("; ").map((each) => each.replace(/^.*?(?=[\d.]+(?: \w+)? \()/u, ""))).toEqual(missed);
  });
});
