import { describe, expect, test } from "@jest/globals";
import { jsonInteger } from "#runtime/json/types.js";
import * as xsd from "#runtime/xsd/primitives.js";
import { LexicalError, type XsdType } from "#runtime/xsd/type.js";

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const matching = <T>(base: XsdType<T>, pattern: RegExp): XsdType<T> =>
  xsd.restriction("T", base, { pattern });

describe("hexadecimal digits are written in the case that the pattern allows", () => {
  test.each([
    [/^[0-9a-f]*$/, bytes(0x0a, 0xff), "0aff"],
    [/^[0-9A-F]*$/, bytes(0x0a, 0xff), "0AFF"],
    [/^[0-9A-Fa-f]*$/, bytes(0x0a, 0xff), "0AFF"],
    [/^([0-9a-f]{2})+$/, bytes(0xde, 0xad, 0xbe, 0xef), "deadbeef"],
    [/^[0-9]*$/, bytes(0x12, 0x34), "1234"],
    [/^[a-f]{2}$/, bytes(0xab), "ab"],
  ])("%s", (pattern, value, text) => {
    const type = matching(xsd.hexBinary, pattern);
    expect(type.print(value)).toBe(text);
    expect(type.parse(text)).toEqual(value);
  });

  test.each<[XsdType<Uint8Array>, Uint8Array]>([
    [matching(xsd.hexBinary, /^[a-f]*$/), bytes(0x1a)],
    [matching(xsd.hexBinary, /^aB$/), bytes(0xab)],
    [matching(xsd.base64Binary, /^[a-z]*$/), bytes(1, 2, 3)],
  ])("other values are refused (%#)", (type, value) => {
    expect(() => type.print(value)).toThrow(LexicalError);
  });
});

describe("a fixed value is written as in the contract", () => {
  test.each<[XsdType<unknown>, unknown, string]>([
    [xsd.withFixed(xsd.boolean, "1"), true, "1"],
    [xsd.withFixed(xsd.boolean, "0"), false, "0"],
    [xsd.withFixed(xsd.boolean, "true"), true, "true"],
    [xsd.withFixed(xsd.int, "007"), 7, "007"],
    [xsd.withFixed(xsd.int, " 7 "), 7, "7"],
    [xsd.withFixed(xsd.integer, "+5"), 5n, "+5"],
    [xsd.withFixed(xsd.float, "1.0"), 1, "1.0"],
    [xsd.withFixed(xsd.decimal, "1.50"), xsd.decimal.parse("1.5"), "1.50"],
    [xsd.withFixed(xsd.hexBinary, "0aff"), bytes(0x0a, 0xff), "0aff"],
    [xsd.withFixed(xsd.string, " A "), " A ", " A "],
  ])("%#", (type, value, text) => {
    expect(type.print(value)).toBe(text);
  });

  test("other values are refused", () => {
    expect(() => xsd.withFixed(xsd.boolean, "1").print(false)).toThrow(LexicalError);
  });
});

describe("an integer in JSON has no zeros in front, also where its pattern demands them", () => {
  const six = jsonInteger(matching(xsd.integer, /^[0-9]{6}$/));
  test.each<[unknown, bigint, string]>([
    ["000042", 42n, '"42"'],
    ["42", 42n, '"42"'],
    [42, 42n, '"42"'],
    [" 42 ", 42n, '"42"'],
    ["+42", 42n, '"42"'],
    ["123456", 123456n, '"123456"'],
    ["0", 0n, '"0"'],
  ])("%j", (given, value, printed) => {
    expect(six.parse(given)).toBe(value);
    expect(six.print(value)).toBe(printed);
  });

  test.each(["1234567", "-42", "4x", "", "1.0"])("%j is refused", (given) => {
    expect(() => six.parse(given)).toThrow(LexicalError);
  });
});
