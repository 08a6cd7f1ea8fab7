import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { measuredIn, sizeLine, sizesOf, timeText, withTimes } from "../../bench/commands.js";

const page = readFileSync("bench/results/commands.md", "utf8");
const guide = readFileSync("CONTRIBUTING.md", "utf8");

const squeezed = (text: string): string => text.replaceAll(/ +/g, " ").replaceAll(/-{2,}/g, "--");

test("the times of CONTRIBUTING.md are those that were measured", () => {
  expect(squeezed(withTimes(guide, measuredIn(page)))).toBe(squeezed(guide));
});

test("the size of docs/ is the one that was counted, to two in a hundred", () => {
  const [, pages = "", words = ""] = sizeLine.exec(page) ?? [];
  const real = sizesOf("docs");
  expect(Math.abs(Number(words.replaceAll(",", "")) / real.words - 1)).toBeLessThan(0.02);
  expect(Math.abs(Number(pages) - real.pages)).toBeLessThanOrEqual(3);
});

describe("seconds as a table has them", () => {
  test.each([
    [0.2, "1 s"],
    [12.4, "12 s"],
    [89, "89 s"],
    [91, "2 min"],
    [605, "10 min"],
    [1_460, "24 min"],
  ])("%d: %s", (seconds, want) => {
    expect(timeText(seconds)).toBe(want);
  });
});

test("a command that was not measured has no time", () => {
  const table = "| `npm run build` | Compile | 25 s |\n| `npm test` | Test | 5 minutes |\n";
  const rows = measuredIn("| `npm run build` | 30 | 44 | | Node.js 22 |\n");
  expect(withTimes(table, rows)).toBe("| `npm run build` | Compile | 44 s |\n| `npm test` | Test | - |\n");
});
