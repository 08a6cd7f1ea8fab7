import { expect, test } from "@jest/globals";
import { patternProblem } from "#generator/model/pattern.js";

test.each([
  "",
  "a|b|",
  "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}",
  "\\p{L}\\P{IsBasicLatin}\\i\\c*",
  "[a-z-[aeiou]]",
  "[^a-z-[^x-[y]]]",
  "[\\-\\[\\]a-]",
  "[+*?.^$|]",
  "a{2}b{2,}c{2,3}",
  "^$",
  "[\\w-.]+@[\\d-z]",
  "[0-9-/]",
  "\u{1F600}[\u{1F600}-\u{1F64F}]",
])("%j", (pattern) => {
  expect(patternProblem(pattern)).toBeUndefined();
});

test.each([
  ["[a", "a class is not closed"],
  ["[]", "a class is empty"],
  ["(a", "a parenthesis is not closed"],
  ["a)", '")" where a character is expected'],
  ["(?:a)", '"(?" has no meaning'],
  ["*", '"*" where a character is expected'],
  ["a**", '"*" where a character is expected'],
  ["a{", 'a count is not of the form "{n}", "{n,}" or "{n,m}"'],
  ["a{3,2}", "the count {3,2} is empty"],
  ["\\b", '"\\b" has no meaning'],
  ["\\", '"\\" has no meaning'],
  ["\\p{Greek}", '"\\p" is not followed by a known property'],
  ["[z-a]", "a range ends before it begins"],
  ["[a-\\d]", "a range has no single character at one end"],
  ["[a[b]]", '"[" in a class is written "\\["'],
  ["[a-[b]c]", "a subtracted class is not the last part of its class"],
])("%j is refused", (pattern, reason) => {
  expect(patternProblem(pattern)).toBe(reason);
});
