import { describe, expect, test } from "@jest/globals";
import { toExpression } from "#generator/plan/rules/simple-types/patterns.js";

describe("patterns of XML Schema", () => {
  test.each([
    { pattern: "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}", valid: ["0f8fad5b-d9cb"], invalid: ["0f8fad5b", "x"] },
    { pattern: "[a-z-[aeiou]]+", valid: ["bcd"], invalid: ["abc", ""] },
    { pattern: "[^a-z-[0-9]]", valid: ["A", "-"], invalid: ["a", "5"] },
    { pattern: "\\d{3}", valid: ["123", "١٢٣"], invalid: ["12", "12a"] },
    { pattern: "\\i\\c*", valid: ["a-b", "_1", ":x"], invalid: ["1a", "-"] },
    { pattern: "[\\i-[:]][\\c-[:]]*", valid: ["a-b"], invalid: ["a:b"] },
    { pattern: "\\w+\\s\\W", valid: ["ab .", "é\t!"], invalid: ["a.", "a b"] },
    { pattern: "^x$", valid: ["^x$"], invalid: ["x"] },
    { pattern: ".", valid: ["a", "\u{1f600}"], invalid: ["\n", "ab"] },
    { pattern: "[\\-+]?[0-9]+(\\.[0-9]+)?", valid: ["-1.5", "+2"], invalid: ["--1", "1."] },
    { pattern: "[&&(]|[-a]|[b-]", valid: ["&", "(", "-", "a", "b"], invalid: [")", "c"] },
    { pattern: "\\p{Lu}\\P{Lu}", valid: ["Ab"], invalid: ["AB", "ab"] },
    { pattern: "\\p{IsGreek}\\P{IsGreek}", valid: ["\u03bb!"], invalid: ["!\u03bb"] },
    { pattern: "[\\p{IsBasicLatin}-[\\p{Lu}]]", valid: ["a", "~"], invalid: ["A", "\u00e9"] },
    { pattern: "[\\w-.]+", valid: ["a-.b"], invalid: ["/", " "] },
    { pattern: "[0-9-/]+", valid: ["0-9/"], invalid: [".", ","] },
    { pattern: "[\\d-z]", valid: ["5", "-", "z"], invalid: ["y"] },
    { pattern: "[\\n-\\r]|[--/]", valid: ["\n", "\v", "-", "."], invalid: ["n", "0"] },
    { pattern: "a|bc", valid: ["a", "bc"], invalid: ["ac", "abc"] },
    { pattern: "", valid: [""], invalid: [" "] },
  ])("$pattern", ({ pattern, valid, invalid }) => {
    const matching = new RegExp(`^(?:${toExpression(pattern) ?? ""})$`, "v");
    expect(valid.filter((text) => !matching.test(text))).toEqual([]);
    expect(invalid.filter((text) => matching.test(text))).toEqual([]);
  });

  test("a block that does not exist has no expression", () => {
    expect(toExpression("\\p{IsNowhere}+")).toBeUndefined();
  });
});
