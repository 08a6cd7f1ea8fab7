import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { deliveryRows } from "../mutations/delivery-rows.js";

const rows = deliveryRows();

/** Whether the file has a test with exactly this title. */
function holds(source: string, name: string): boolean {
  return ['"', "`"].some(
    (quote) => source.includes(`${quote}${name}${quote}, `) || source.includes(`${quote}${name}${quote},\n`),
  );
}

test("the page has rows", () => {
  expect(rows.length).toBeGreaterThan(40);
});

test.each(rows)("$file: $name", ({ file, name }) => {
  expect(existsSync(file)).toBe(true);
  expect(holds(readFileSync(file, "utf8"), name)).toBe(true);
});
