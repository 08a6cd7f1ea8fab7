import { runInNewContext } from "node:vm";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { maxFormNames, maxFormValues, parseForm } from "#runtime/forms/form-text.js";
import { ServiceFault } from "#runtime/errors/fault.js";
import { heap } from "../../heap.js";

const parsed = (text: string, lenient = false): Record<string, readonly string[]> =>
  Object.fromEntries(parseForm(text, { lenient }));

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceFault) return error.reason;
  }
  return "accepted";
};

describe("the text of a form, both modes", () => {
  test.each<[string, string, Record<string, readonly string[]>]>([
    ["nothing", "", {}],
    ["one", "a=1", { a: ["1"] }],
    ["empty value", "a=", { a: [""] }],
    ["name without = is absent", "a&b=2", { b: ["2"] }],
    ["empty pairs", "&&a=1&", { a: ["1"] }],
    ["names in any letters", "CustomerID=1&CUSTOMERid=2", { customerid: ["1", "2"] }],
    ["plus is a space", "a=x+y%2Bz", { a: ["x y+z"] }],
    ["equals sign in a value", "a=b=c", { a: ["b=c"] }],
    ["; separates nothing", "a=1;b=2", { a: ["1;b=2"] }],
    ["%XX is UTF-8", "a=%C3%A9%E2%82%AC%F0%9F%98%80", { a: ["é€😀"] }],
    ["%uXXXX is a UTF-16 code unit", "a=%u0645%U0065", { a: ["مe"] }],
    ["%uXXXX pairs are joined", "a=%uD83D%uDE00", { a: ["😀"] }],
    ["escapes in a name", "user%4Eame=x", { username: ["x"] }],
    ["characters as they are", "a=é😀", { a: ["é😀"] }],
    [
      "names that JavaScript knows",
      "__proto__=1&constructor=2",
      { ["__proto__"]: ["1"], constructor: ["2"] },
    ],
  ])("%s", (_case, text, want) => {
    for (const lenient of [false, true]) {
      expect([...parseForm(text, { lenient })]).toEqual(Object.entries(want));
    }
  });
});

describe("what strict refuses and lenient repairs", () => {
  test.each([
    ["percent at the end", "a=50%", "50%"],
    ["percent before text", "a=50%+off", "50% off"],
    ["one digit", "a=%4", "%4"],
    ["%u with three digits", "a=%u064", "%u064"],
    ["not UTF-8", "a=%FF", "\ufffd"],
    ["overlong UTF-8", "a=%C0%80", "\ufffd\ufffd"],
    ["half a pair", "a=%uD83D", "\ufffd"],
    ["NUL", "a=%00", "\ufffd"],
    ["U+FFFF", "a=%uFFFF", "\ufffd"],
  ])("%s", (_case, text, repaired) => {
    expect(refusal(() => parseForm(text))).toBe("InvalidValue");
    expect(parsed(text, true)).toEqual({ a: [repaired] });
  });
});

test("the number of names and values is bounded", () => {
  const names = (count: number): string => Array.from({ length: count }, (_, i) => `n${i}=1`).join("&");
  expect(parseForm(names(maxFormNames)).size).toBe(maxFormNames);
  expect(refusal(() => parseForm(names(maxFormNames + 1)))).toBe("TooLarge");
  expect(refusal(() => parseForm("a=1&".repeat(maxFormValues + 1)))).toBe("TooLarge");
});

describe("a form of 4 MiB is read in time linear in its length", () => {
  test.each([
    ["ampersands", "&"],
    ["names without =", "a&"],
    ["spaces", "+"],
    ["escapes", "%41"],
    ["UTF-16 escapes", "%u0041"],
    ["one name", "a"],
  ])("%s", (_case, unit) => {
    const text = unit.repeat(4_194_304 / unit.length);
    // A quadratic reader would take minutes and exceed `timeout`.
    const size: unknown = runInNewContext(
      "read()",
      { read: () => parseForm(text).size },
      { timeout: 20_000 },
    );
    expect(size).toBe(0);
  });
});

test("names that are kept do not keep the form they came in", () => {
  const before = heap();
  for (let index = 0; index < 64; index++) {
    const form = Buffer.from(`aRatherLongNameOfAParameter${index}=1&x=${"a".repeat(1_048_576)}`);
    parseForm(form.toString("latin1"));
  }
  expect(heap() - before).toBeLessThan(16 * 1_048_576);
});

test("whatever encodeURIComponent writes is read back", () => {
  const text = fc
    .string({ unit: "binary" })
    .filter((value) => !/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/u.test(value));
  fc.assert(
    fc.property(text, (value) => {
      expect(parsed(`a=${encodeURIComponent(value)}`)).toEqual({ a: [value] });
    }),
  );
});

test("a long value is read as a short one is", () => {
  const pieces = fc.constantFrom("a", "+", "%41", "%2b", "%25", "%u0645", "%uD83D%uDE00", "%D9%85", "é", "=");
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), (given) => {
      const short = parsed(`a=${given.join("")}`)["a"]?.[0] ?? "";
      const times = 5_000;
      expect(parsed(`a=${given.join("").repeat(times)}`)["a"]?.[0]).toBe(short.repeat(times));
    }),
    { numRuns: 50 },
  );
});
