import { describe, expect, test } from "@jest/globals";
import type { Guid } from "#runtime/xsd/guid.js";
import { builtInTypes } from "#runtime/xsd/built-in.js";
import * as xsd from "#runtime/xsd/primitives.js";
import { LexicalError, type XsdType } from "#runtime/xsd/type.js";
import { parseParameter } from "#runtime/forms/parse-parameter.js";

/** Text of the error of `work`. */
const textOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof LexicalError) return error.message;
    throw error;
  }
  return "";
};

describe("an error about an enumeration lists the accepted values", () => {
  const numbered = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`Value${at}`, `Value${at}`]));
  test.each<[Pick<XsdType<unknown>, "parse">, RegExp, string?]>([
    [
      xsd.enumeration("C", { Red: "Red", Green: "Green" }),
      /^C: not a value of the enumeration: "x"; expected one of "Red", "Green"$/,
    ],
    [xsd.enumeration("L", numbered(5_000)), /^.{1000,1300}"Value[0-9]+" and [0-9]+ more$/],
    [xsd.enumeration("E", { Odd: "a\nb\u202e" }), /; expected one of "a\?b\?"$/],
    [xsd.enumeration("N", { One: 1, Two: 2 }, xsd.int), /; expected one of "1", "2"$/, "3"],
  ])("%#", (type, want, text = "x") => {
    expect(textOf(() => type.parse(text))).toMatch(want);
  });
});

const words = xsd.enumeration<Readonly<Record<string, string>>>("Word", { One: "One" });

describe("values outside a type are not printed", () => {
  test.each<[string, () => string]>([
    ["an int of 2^31", () => xsd.int.print(2147483648)],
    ["an int with a fraction", () => xsd.int.print(1.5)],
    ["an int that is no number", () => xsd.int.print(NaN)],
    ["an infinite int", () => xsd.int.print(Infinity)],
    ["a byte of -1", () => xsd.unsignedByte.print(-1)],
    ["a byte of 256", () => xsd.unsignedByte.print(256)],
    ["a long of 2^63", () => xsd.long.print(2n ** 63n)],
    ["a positive zero", () => xsd.positiveInteger.print(0n)],
    ["a float of 1e39", () => xsd.float.print(1e39)],
    ["a GUID that is none", () => xsd.guid.print("none" as Guid)],
    ["a day that does not exist", () => xsd.date.print("2026-02-30")],
    ["a name outside the enumeration", () => words.print("Two")],
    [
      "a text outside the pattern",
      () => xsd.restriction("Zip", xsd.string, { pattern: /^[0-9]{5}$/ }).print("1"),
    ],
  ])("%s", (_name, print) => {
    expect(print).toThrow(LexicalError);
  });
});

describe("forms", () => {
  const color = xsd.enumeration("Color", { Red: "Red", Green: "Green" });
  const digit = xsd.enumeration("Digit", { Two: "2", One: "1", Zero: "0" });
  const level = xsd.enumeration("Level", { Two: 2, One: 1, Zero: 0 }, xsd.int);
  const padded = xsd.enumeration("Padded", { Other: "one", One: " one " });
  const few = xsd.restriction("Few", digit, { enumeration: ["2", "1"] });

  test.each<[XsdType<unknown>, string, boolean, unknown]>([
    [xsd.boolean, "true", false, true],
    [xsd.boolean, " FALSE ", false, false],
    [xsd.boolean, "True", false, true],
    [xsd.boolean, "1", true, true],
    [xsd.boolean, "0", true, false],
    [color, " Green ", false, "Green"],
    [color, "1", true, "Green"],
    [color, "Green", true, "Green"],
    [digit, "0", true, "0"],
    [digit, " 2 ", true, "2"],
    [level, "0", true, 0],
    [level, "02", true, 2],
    [padded, " one ", false, " one "],
    [padded, "  one", true, "one"],
    [padded, "1", true, " one "],
    [few, "1", true, "1"],
    [xsd.int, " 007 ", false, 7],
  ])("%# %s", (type, text, lenient, value) => {
    expect(parseParameter(type, text, lenient)).toBe(value);
  });

  test.each<[XsdType<unknown>, string, boolean]>([
    [xsd.boolean, "1", false],
    [xsd.boolean, "0", false],
    [xsd.boolean, "yes", true],
    [xsd.boolean, "", true],
    [color, "0", false],
    [color, "2", true],
    [color, "-1", true],
    [color, "green", true],
    [color, "Red,Green", true],
    [color, "", true],
    [digit, "3", true],
    [few, "0", true],
  ])("%# %s is refused", (type, text, lenient) => {
    expect(() => parseParameter(type, text, lenient)).toThrow(LexicalError);
  });
});

describe("the table of built-in types", () => {
  test("names the exported constants", () => {
    for (const { xsdName, constant, type } of builtInTypes) {
      expect(Object.entries(xsd).find(([name]) => name === constant)?.[1]).toBe(type);
      expect(type.name).toBe(xsdName);
    }
    const made = [
      "enumeration",
      "guid",
      "listOf",
      "named",
      "restriction",
      "swaRef",
      "unionOf",
      "withDefault",
      "withFixed",
    ];
    expect(
      builtInTypes
        .map(({ constant }) => constant)
        .concat(made)
        .sort(),
    ).toEqual(Object.keys(xsd).sort());
  });

  const typescriptTypes: Readonly<Record<string, (value: unknown) => string>> = {
    Decimal: (value) => String(value?.constructor.name),
    XsdDateTime: (value) => String(value?.constructor.name),
    Uint8Array: (value) => String(value?.constructor.name),
    "SimpleList<string>": (value) => (Array.isArray(value) ? "SimpleList<string>" : "other"),
  };

  test.each(builtInTypes.map((entry) => [entry.xsdName, entry] as const))(
    "%s",
    (_name, { typescript, type }) => {
      const typeOf = typescriptTypes[typescript] ?? ((value: unknown) => typeof value);
      expect(typeOf(type.initial)).toBe(typescript);
    },
  );

  test("initial values are values of their types, where the type has an empty text or a zero", () => {
    const withoutInitial = new Set([
      "language",
      "Name",
      "NCName",
      "NMTOKEN",
      "NMTOKENS",
      "ID",
      "IDREF",
      "IDREFS",
      "ENTITY",
      "ENTITIES",
      "QName",
      "NOTATION",
    ]);
    for (const { xsdName, type } of builtInTypes) {
      if (!withoutInitial.has(xsdName)) expect(() => type.parse(type.print(type.initial))).not.toThrow();
    }
  });
});

describe("orders", () => {
  test.each<[XsdType<string>, string, string, number]>([
    [xsd.date, "2026-01-31", "2026-02-01", -1],
    [xsd.date, "2026-01-31+14:00", "2026-01-30", NaN],
    [xsd.date, "2026-01-31+14:00", "2026-01-30Z", 1],
    [xsd.date, "2026-01-31+14:00", "2026-01-29", 1],
    [xsd.date, "2026-01-29", "2026-01-31+14:00", -1],
    [xsd.date, "2026-01-31", "2026-01-31Z", NaN],
    [xsd.time, "23:59:59.5Z", "23:59:59Z", 1],
    [xsd.time, "23:59:59.0001", "23:59:59.00010", 0],
    [xsd.time, "23:59:59.00012", "23:59:59.0001", 1],
    [xsd.time, "23:59:59.00009", "23:59:59.0001", -1],
    [xsd.time, "23:59:59", "12:00:00Z", NaN],
    [xsd.gYear, "2026Z", "2024", 1],
    [xsd.gYear, "-0044", "2026", -1],
    [xsd.gYearMonth, "2026-02", "2026-01", 1],
    [xsd.gMonth, "--02", "--11", -1],
    [xsd.gDay, "---31", "---31", 0],
    [xsd.gMonthDay, "--02-29", "--03-01", -1],
    [xsd.duration, "P1Y", "P12M", 0],
    [xsd.duration, "P1M", "P27D", 1],
    [xsd.duration, "P1M", "P30D", NaN],
    [xsd.duration, "-PT1M", "PT0S", -1],
  ])("%# %j %s %s", (type, a, b, sign) => {
    expect(Math.sign(type.order?.(a, b) ?? NaN)).toBe(sign);
  });
});

describe("facets", () => {
  const value = (type: XsdType<unknown>, text: string): boolean => {
    try {
      return type.print(type.parse(text)) !== "";
    } catch {
      return false;
    }
  };
  test.each<[string, XsdType<unknown>, readonly string[], readonly string[]]>([
    [
      "characters, not code units, make the length",
      xsd.restriction("T", xsd.string, { length: 2 }),
      ["ab", "a\u{1F600}"],
      ["a", "abc", "\u{1F600}"],
    ],
    ["bytes", xsd.restriction("T", xsd.base64Binary, { maxLength: 3 }), ["QUFB", "QQ=="], ["QUFBQQ=="]],
    [
      "digits",
      xsd.restriction("T", xsd.decimal, { totalDigits: 3 }),
      ["0012.30", "0.123"],
      ["12.34", "1000"],
    ],
    [
      "NaN is in no range",
      xsd.restriction("T", xsd.double, { minInclusive: "0" }),
      ["INF", "0"],
      ["NaN", "-0.1"],
    ],
    [
      "a moment in any zone",
      xsd.restriction("T", xsd.dateTime, { minExclusive: "2026-01-01T00:00:00Z" }),
      ["2026-01-01T00:00:00-01:00"],
      ["2026-01-01T01:00:00+01:00"],
    ],
    [
      "a moment without a zone is equal to none with one",
      xsd.restriction("T", xsd.dateTime, { enumeration: ["2026-01-01T00:00:00Z"] }),
      ["2026-01-01T00:00:00.000Z", "2025-12-31T23:00:00-01:00", "2025-12-31T24:00:00Z"],
      ["2026-01-01T00:00:00", "2026-01-01T00:00:00.0001Z"],
    ],
    [
      "a bound without a zone",
      xsd.restriction("T", xsd.dateTime, { minInclusive: "2026-01-02T00:00:00" }),
      ["2026-01-02T00:00:00", "2026-01-02T14:00:01Z"],
      ["2026-01-01T23:59:59", "2026-01-02T00:00:00Z"],
    ],
    [
      "equal items of a list",
      xsd.restriction("T", xsd.listOf("L", xsd.decimal), { enumeration: ["1 2.0"] }),
      ["1 2", "1.0  2.00"],
      ["2 1", "1", "1 2 2"],
    ],
    [
      "the pattern of a list knows single spaces",
      xsd.restriction("T", xsd.listOf("L", xsd.int), { pattern: /^[0-9] [0-9]$/ }),
      ["1 2", " 1\n 2 "],
      ["12", "1 2 3"],
    ],
    ["a fixed number in any text", xsd.withFixed(xsd.decimal, "1.50"), ["1.5", "01.50", ""], ["1.51", "x"]],
    [
      "a fixed moment in any zone",
      xsd.withFixed(xsd.dateTime, "2026-01-01T00:00:00Z"),
      ["2026-01-01T01:00:00+01:00"],
      ["2026-01-01T00:00:00"],
    ],
    [
      "an equal number",
      xsd.restriction("T", xsd.decimal, { enumeration: ["1.50"] }),
      ["1.5", "1.500"],
      ["1.51"],
    ],
    [
      "restrictions of restrictions",
      xsd.restriction("T", xsd.restriction("U", xsd.int, { minInclusive: "1" }), { maxInclusive: "9" }),
      ["1", "9"],
      ["0", "10"],
    ],
  ])("%s", (_name, type, good, bad) => {
    expect([good.filter((text) => !value(type, text)), bad.filter((text) => value(type, text))]).toEqual([
      [],
      [],
    ]);
  });

  test("a bound that is no value of the base is refused at once", () => {
    expect(() => xsd.restriction("T", xsd.int, { maxInclusive: "ten" })).toThrow(LexicalError);
  });

  test("what is written is checked, too", () => {
    const type = xsd.restriction("T", xsd.string, { maxLength: 1 });
    expect(() => type.print("ab")).toThrow("T: the length is 2, more than 1");
    expect(() => xsd.listOf("L", xsd.string).print(["a b"])).toThrow(
      "L: an item is empty or holds white space",
    );
  });
});

describe("unions", () => {
  const type = xsd.unionOf<number | string | bigint | boolean>("U", [xsd.int, xsd.boolean, xsd.long, words]);
  test.each([
    ["1", 1],
    ["true", true],
    ["3000000000", 3000000000n],
    ["One", "One"],
  ])("%s is read by the first member that can, and written by the one it came from", (text, found) => {
    expect(type.parse(text)).toBe(found);
    expect(type.print(found)).toBe(text);
  });

  const nested = xsd.unionOf<unknown>("N", [
    xsd.unionOf<unknown>("When", [xsd.dateTime, xsd.gYearMonth]),
    xsd.restriction("R", xsd.unionOf<unknown>("Size", [xsd.int, xsd.NMTOKEN]), { pattern: /^\d+|all$/ }),
  ]);
  test.each([["2026-05"], ["2026-05-01T00:00:00Z"], ["7"], ["all"]])(
    "%s is a value of a later member of a union inside",
    (text) => {
      expect(nested.print(nested.parse(text))).toBe(text);
    },
  );

  test("a value that no member can print is refused", () => {
    expect(() => type.parse("Two")).toThrow(LexicalError);
    expect(() => type.print("Two")).toThrow(LexicalError);
    expect(() => type.print(1.5)).toThrow(LexicalError);
  });
});

describe("the usual text is not the only one", () => {
  const cases: readonly (readonly [string, () => string, string])[] = [
    [
      "a boolean as a digit",
      () => xsd.restriction("Flag", xsd.boolean, { pattern: /^[01]$/ }).print(false),
      "0",
    ],
    [
      "a whole number with zeros",
      () => xsd.restriction("Year", xsd.int, { pattern: /^[0-9]{4}$/ }).print(7),
      "0007",
    ],
    ["a signed number", () => xsd.restriction("Signed", xsd.int, { pattern: /^[+-][0-9]+$/ }).print(7), "+7"],
    [
      "a negative number",
      () => xsd.restriction("Wide", xsd.long, { pattern: /^-[0-9]{3}$/ }).print(-5n),
      "-005",
    ],
    [
      "cents",
      () => xsd.restriction("Price", xsd.double, { pattern: /^[0-9]+\.[0-9]{2}$/ }).print(1.5),
      "1.50",
    ],
  ];
  test.each(cases)("%s", (_, print, wanted) => {
    expect(print()).toBe(wanted);
  });
});
