import { describe, expect, test } from "@jest/globals";
import type { Guid } from "../../../runtime/guid.js";
import { builtInTypes } from "../../../runtime/xsd/built-in.js";
import * as xsd from "../../../runtime/xsd/primitives.js";
import { LexicalError, type XsdType } from "../../../runtime/xsd/type.js";

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
    ["a text outside the pattern", () => xsd.pattern("Zip", xsd.string, /^[0-9]{5}$/).print("1")],
  ])("%s", (_name, print) => {
    expect(print).toThrow(LexicalError);
  });
});

describe("forms", () => {
  const color = xsd.enumeration("Color", { Red: "Red", Green: "Green" });

  test.each<[XsdType<unknown>, string, boolean, unknown]>([
    [xsd.boolean, "true", false, true],
    [xsd.boolean, " FALSE ", false, false],
    [xsd.boolean, "True", false, true],
    [xsd.boolean, "1", true, true],
    [xsd.boolean, "0", true, false],
    [color, " Green ", false, "Green"],
    [color, "1", true, "Green"],
    [color, "Green", true, "Green"],
    [xsd.int, " 007 ", false, 7],
  ])("%# %s", (type, text, lenient, value) => {
    expect(type.parseForm?.(text, lenient)).toBe(value);
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
  ])("%# %s is refused", (type, text, lenient) => {
    expect(() => type.parseForm?.(text, lenient)).toThrow(LexicalError);
  });
});

describe("the table of built-in types", () => {
  test("names the exported constants", () => {
    for (const { xsdName, constant, type } of builtInTypes) {
      expect(Object.entries(xsd).find(([name]) => name === constant)?.[1]).toBe(type);
      expect(type.name).toBe(xsdName);
    }
    const made = ["enumeration", "guid", "listOf", "pattern", "withDefault", "withFixed"];
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
    "readonly string[]": (value) => (Array.isArray(value) ? "readonly string[]" : "other"),
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
      "ID",
      "IDREF",
      "ENTITY",
      "QName",
      "NOTATION",
    ]);
    for (const { xsdName, type } of builtInTypes) {
      if (!withoutInitial.has(xsdName)) expect(() => type.parse(type.print(type.initial))).not.toThrow();
    }
  });
});
