import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { matcherOf } from "#runtime/xsd/pattern.js";
import { restriction, string } from "#runtime/xsd/primitives.js";

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, "v");
const million = 1_000_000;
/** Digits of a fixed sequence that does not repeat soon. */
const mixed = Array.from({ length: million }, (_, at) => ((at * at * 7919) % 10007 < 5003 ? "a" : "b")).join(
  "",
);

/** Limits a hang; any time that a test can wait is enough. */
function bounded(check: () => unknown): unknown {
  return runInContext("check()", createContext({ check }), { timeout: 20_000 });
}

describe("hostile texts of a million characters end in a reason", () => {
  test.each<[string, string, RegExp]>([
    ["(a+)+b", "a".repeat(million), /does not match/],
    ["(a|a)*b", "a".repeat(million), /does not match/],
    ["(a|aa)+b", "a".repeat(million), /does not match/],
    ["(a*)*b", "a".repeat(million), /does not match/],
    ["a*a*a*b", "a".repeat(million), /does not match/],
    [String.raw`([\p{L}]+[.]?)+@`, "a".repeat(million), /does not match/],
    ["(a{1,50}){1,50}b", "a".repeat(million), /does not match/],
    ["(a?){60}a{60}b", "a".repeat(100), /does not match/],
    ["(a|b)*a(a|b){1000}", mixed, /too long to be compared/],
  ])("%s", (pattern, text, reason) => {
    const type = restriction("Hostile", string, { pattern: matcherOf(whole(pattern)) });
    expect(() => bounded(() => type.parse(text))).toThrow(reason);
    expect(() => bounded(() => type.print(text))).toThrow(reason);
  });
});

test.each<[string, readonly string[], readonly string[]]>([
  ["(a+)+b", ["ab", "aaaab"], ["", "a", "aba", "b"]],
  ["(x|y|)*", ["", "xyx"], ["xyz"]],
  ["(a{2,3}|b)+c?", ["aa", "aaab", "aaaaac"], ["a", "ac", "bab", ""]],
  [String.raw`([\w\-]+\.)*\p{Lu}{2,}`, ["AB", "a-b.c.XYZ"], ["a.", "A", "a..AB"]],
  [
    String.raw`([^\n\r]*\u{1f600}[[a-z]--[aeiou]]+)+`,
    ["\u{1f600}b", "x\u{1f600}bb\u{1f600}z"],
    ["\u{1f600}a", "b"],
  ],
])("%s", (pattern, valid, invalid) => {
  const mismatch = matcherOf(whole(pattern));
  expect([...valid, ...invalid].filter((text) => mismatch(text) === undefined)).toEqual(valid);
});

const { pattern: anyPattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: "small", maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("a", "b", "[ab]", "[^a]", ".", String.raw`\x61`, String.raw`\p{Ll}`, ""),
    fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => a + b),
    fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}", "{2,3}"))
      .map(([part, count]) => `(${part})${count}`),
  ),
}));

test("matches are the same as in the engine of the platform", () => {
  fc.assert(
    fc.property(
      anyPattern,
      fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 }),
      (pattern, text) => {
        expect(matcherOf(whole(pattern))(text) === undefined).toBe(whole(pattern).test(text));
      },
    ),
    { numRuns: 2_000 },
  );
});

test("expressions that are more than those of XML Schema are taken as they are", () => {
  expect(matcherOf(whole("(?=a)(?:a+)+?"))("aa")).toBeUndefined();
  expect(matcherOf(whole(String.raw`(a)\1`))("ab")).toContain("does not match");
});

test("a pattern whose counts are out of all proportion is no facet", () => {
  const pattern = whole("((a|b){1,1000}c){1,1000}");
  expect(() => matcherOf(pattern)).toThrow(RangeError);
});
