import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const page = readFileSync("test/faces/smpp/README.md", "utf8");

/** Test file and title of each row. */
const rows = [...page.matchAll(/^\|[^|]+\| `(test\/[^`]+)` +\| (.+?) +\|$/gmu)].map(
  ([, file = "", name = ""]) => ({
    file,
    name,
  }),
);

test("the page has its rows", () => {
  expect(rows.length).toBeGreaterThan(60);
});

test.each(rows)("$file: $name", ({ file, name }) => {
  expect(existsSync(file)).toBe(true);
  const source = readFileSync(file, "utf8");
  expect(['"', "`"].some((quote) => source.includes(`${quote}${name}${quote},`))).toBe(true);
});
