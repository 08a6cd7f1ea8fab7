import { expect, test } from "@jest/globals";
import { patternSample } from "#generator/plan/rules/simple-types/pattern-samples.js";
import { toExpression } from "#generator/plan/rules/simple-types/patterns.js";

test.each([
  "[A-Z]{3}[0-9]{2,4}",
  "(a|b)+c?",
  "|x",
  "\\d{8}-(\\d{4}-){3}\\d{12}",
  "[\\i-[:]][\\c-[:]]*",
  "\\p{IsGreek}\\P{IsBasicLatin}[\\p{IsCyrillic}-[\u0430-\u044f]]",
  ".+@.+\\..+",
  "[^a-zA-Z0-9 \\-_.]",
  "((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)",
  "\\+?[1-9]\\d{1,14}",
  "a{0}",
])("%s has a sample", (pattern) => {
  expect(patternSample(pattern)).toMatch(new RegExp(`^${toExpression(pattern) ?? ""}$`, "v"));
});

test("a block that does not exist has none", () => {
  expect(toExpression("\\p{IsNowhere}")).toBeUndefined();
  expect(patternSample("\\p{IsNowhere}")).toBeUndefined();
});
