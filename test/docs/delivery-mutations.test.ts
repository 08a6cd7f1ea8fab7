import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { deliveryRows } from "../mutations/delivery-rows.js";
import { mutated, rowKey } from "../mutations/mutation.js";
import { mutatedRows } from "../mutations/table.js";

const keys = mutatedRows.map(({ test, name }) => rowKey(test, name));
const rows = new Set(deliveryRows().map(({ file, name }) => rowKey(file, name)));

describe("delivery mutations (npm run test:mutations)", () => {
  test("refer to rows of the page, each listed once", () => {
    expect(keys.filter((key) => !rows.has(key))).toEqual([]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test("exist for every row", () => {
    expect([...rows].filter((row) => !keys.includes(row))).toEqual([]);
  });

  test.each(mutatedRows)("remove text that occurs once in its source: $name", ({ mutations }) => {
    expect(mutations.length).toBeGreaterThan(0);
    for (const mutation of mutations) {
      const source = readFileSync(mutation.file, "utf8");
      expect(mutated(source, mutation)).not.toBe(source);
    }
  });
});
