import { describe, expect, test } from "@jest/globals";
import {
  type DatedPrice,
  priceDifferences,
  pricesOn,
  rulesByDay,
} from "#server/domain/credit/dated-prices.js";
import type { PriceRule } from "#server/domain/credit/coverage.js";

/** `44:5` is a price without a first day, `44@10:6` one from day 10 on, `44:none` a closed prefix. */
function priceOf(text: string): DatedPrice {
  const [, prefix = "", day = "0", price = ""] = /^(\d*)(?:@(\d+))?:(\w+)$/u.exec(text) ?? [];
  return { prefix, firstDay: Number(day), price: price === "none" ? undefined : Number(price) };
}

const pricesIn = (text: string): readonly DatedPrice[] => text.split(" ").filter(Boolean).map(priceOf);
const textOf = (rules: readonly PriceRule[]): string =>
  rules.map(({ prefix, price }) => `${prefix}:${price ?? "none"}`).join(" ");

describe("prices of a day", () => {
  test.each<readonly [list: string, day: number, wanted: string]>([
    ["", 10, ""],
    ["44:5", 10, "44:5"],
    ["44:5 44@10:6", 9, "44:5"],
    ["44:5 44@10:6", 10, "44:6"],
    ["44:5 44@10:6", 11, "44:6"],
    ["44@10:6", 9, ""],
    ["44@10:6", 10, "44:6"],
    ["44:5 44@10:6 44@20:7", 19, "44:6"],
    ["44:5 44@10:6 44@20:7", 20, "44:7"],
    ["44@20:7 44:5 44@10:6", 20, "44:7"],
    ["44:5 44@10:none", 10, "44:none"],
    ["44:none 44@10:6", 9, "44:none"],
    ["44:none 44@10:0", 10, "44:0"],
    [":1 :2 44:5", 10, ":2 44:5"],
    [":1 @10:2 4420@10:9 44:5", 10, ":2 4420:9 44:5"],
    [":1 @10:2 4420@10:9 44:5", 9, ":1 44:5"],
  ])("%j on day %i: %j", (list, day, wanted) => {
    expect(textOf(pricesOn(pricesIn(list), day))).toBe(wanted);
    expect(textOf(rulesByDay(pricesIn(list))(day))).toBe(wanted);
  });

  test("are the same object between two first days, in any order of the questions", () => {
    const rulesOn = rulesByDay(pricesIn("44:5 44@10:6 49@10:1 44@20:7"));
    const before = rulesOn(9);
    const [first, last] = [rulesOn(10), rulesOn(19)];
    expect(first).toBe(last);
    expect(rulesOn(0)).toBe(before);
    expect(first).not.toBe(before);
    expect(rulesOn(20)).not.toBe(first);
    expect(rulesOn(999_999)).toBe(rulesOn(20));
  });
});

describe("differences of a new list", () => {
  test.each<readonly [before: string, file: string, wanted: readonly string[]]>([
    ["", "44:5", ["44 - 5"]],
    ["44:5", "44:5", []],
    ["44:5", "44:6", ["44 5 6"]],
    ["44:5", "44:none", ["44 5 none"]],
    ["44:none", "44:none", []],
    ["44:none", "44:0", ["44 none 0"]],
    ["44:5", "49:1 44:6", ["44 5 6", "49 - 1"]],
    ["44:5", "44:7 44:5", []],
    ["44:5", "44:5 44:7", ["44 5 7"]],
    [":1 44:5", ":2", [" 1 2"]],
    [":1 44:5", "442:5", ["442 - 5"]],
  ])("%j, file %j: %j", (before, file, wanted) => {
    const word = (rule: PriceRule | undefined) => (rule === undefined ? "-" : String(rule.price ?? "none"));
    const found = priceDifferences(pricesIn(before), pricesIn(file));
    expect(found.map(({ prefix, before: old, after }) => `${prefix} ${word(old)} ${word(after)}`)).toEqual(
      wanted,
    );
  });
});
