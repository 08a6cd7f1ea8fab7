import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { deliveryRows } from "../mutations/delivery-rows.js";
import { mutated, rowKey } from "../mutations/mutation.js";
import { mutatedRows } from "../mutations/table.js";

const keys = mutatedRows.map(({ test, name }) => rowKey(test, name));
const rows = new Set(deliveryRows().map(({ file, name }) => rowKey(file, name)));

describe("the mutations of delivery (npm run test:mutations)", () => {
  test("are of rows of the page, each named once", () => {
    expect(keys.filter((key) => !rows.has(key))).toEqual([]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test("are there for every row", () => {
    expect([...rows].filter((row) => !keys.includes(row))).toEqual([]);
  });

  test.each(mutatedRows)("take out text that stands in its source once: $name", ({ mutations }) => {
    expect(mutations.length).toBeGreaterThan(0);
    for (const mutation of mutations) {
      const source = readFileSync(mutation.file, "utf8");
      expect(mutated(source, mutation)).not.toBe(source);
    }
  });
});
