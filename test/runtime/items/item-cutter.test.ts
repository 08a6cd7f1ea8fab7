import { expect, test } from "@jest/globals";
import { ItemCutter } from "#runtime/items/item-cutter.js";
import { heap } from "../../heap.js";

test("elements between items keep only their own text in memory", () => {
  const cutter = new ItemCutter(["Envelope", "Body", "Found", "Item"]);
  const between = "<Count>0123456789</Count>";
  const piece = new TextEncoder().encode(`${between}<Item>${"x".repeat(64 * 1024)}</Item>`);
  const decoder = new TextDecoder();
  const count = 1_000;
  cutter.cut("<Envelope><Body><Found>");
  const before = heap();
  for (let at = 0; at < count; at++) expect(cutter.cut(decoder.decode(piece))).toHaveLength(1);
  expect(heap() - before).toBeLessThan(16 * 1024 * 1024);
  expect(cutter.rest()).toContain(between.repeat(count - 1));
});
