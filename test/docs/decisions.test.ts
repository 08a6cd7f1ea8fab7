import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const folder = "docs/decisions";

test("decision pages are numbered, each number once, in their names and titles", () => {
  const pages = readdirSync(folder).toSorted();
  const numbers = pages.map((page) => Number(page.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  const titles = pages.map((page) => readFileSync(`${folder}/${page}`, "utf8").split(".", 1)[0]);
  expect(titles).toEqual(numbers.map((number) => `# ${number}`));
});

test("every decision page has a context, a decision and its consequences", () => {
  const missing = readdirSync(folder).flatMap((page) => {
    const text = readFileSync(`${folder}/${page}`, "utf8");
    return ["Context", "Decision", "Consequences"]
      .filter((part) => !text.includes(`\n**${part}.**`))
      .map((part) => `${page}: ${part}`);
  });
  expect(missing).toEqual([]);
});
