import { describe, expect, test } from "@jest/globals";
import { Decimal } from "#runtime/xsd/decimal.js";
import { dateTime, decimal, long, negativeInteger, restriction } from "#runtime/xsd/primitives.js";
import {
  dateTimeDate,
  decimalNumber,
  decimalText,
  integerNumber,
  integerText,
} from "#runtime/xsd/represented.js";
import { LexicalError } from "#runtime/xsd/type.js";

const types = {
  longNumber: integerNumber(long),
  longText: integerText(long),
  number: decimalNumber(decimal),
  text: decimalText(decimal),
  date: dateTimeDate(dateTime),
};

/** Type, text, value, and the text that the value is written as. */
test.each<[keyof typeof types, string, unknown, string]>([
  ["longNumber", " 9007199254740991 ", 9007199254740991, "9007199254740991"],
  ["longNumber", "-0", 0, "0"],
  ["longText", "+009223372036854775807", "9223372036854775807", "9223372036854775807"],
  ["number", "1.50", 1.5, "1.5"],
  ["number", "0.1", 0.1, "0.1"],
  ["number", "-0.00000015", -1.5e-7, "-0.00000015"],
  ["number", "1500000000000000000000000", 1.5e24, "1500000000000000000000000"],
  ["text", "+1.50", "1.50", "1.50"],
  ["date", "2026-01-31T12:00:00.5+02:00", new Date("2026-01-31T10:00:00.500Z"), "2026-01-31T10:00:00.5Z"],
  ["date", "2026-01-31T24:00:00Z", new Date("2026-02-01T00:00:00Z"), "2026-02-01T00:00:00Z"],
])("%s of %j", (name, text, value, written) => {
  const type = types[name];
  expect(type.parse(text)).toEqual(value);
  expect(type.print(value as never)).toBe(written);
});

describe("values without an exact counterpart are refused", () => {
  test.each<[keyof typeof types, string]>([
    ["longNumber", "9007199254740992"],
    ["longNumber", "-9223372036854775808"],
    ["number", "0.12345678901234567890"],
    ["number", "9007199254740993"],
    ["date", "2026-01-31T12:00:00"],
    ["date", "2026-01-31T12:00:00.0001Z"],
    ["date", "-0044-03-15T12:00:00Z"],
  ])("%s: text %j", (name, text) => {
    expect(() => types[name].parse(text)).toThrow(LexicalError);
  });

  test.each<[keyof typeof types, unknown]>([
    ["longNumber", 2 ** 53],
    ["longNumber", 1.5],
    ["longNumber", NaN],
    ["longText", "9223372036854775808"],
    ["longText", "1e3"],
    ["number", Infinity],
    ["number", NaN],
    ["text", "1e3"],
    ["date", new Date(NaN)],
    ["date", new Date("-000044-03-15T12:00:00Z")],
  ])("%s: value %j", (name, value) => {
    expect(() => types[name].print(value as never)).toThrow(LexicalError);
  });
});

test("bounds beyond the exact numbers are no obstacle", () => {
  const most = restriction("Most", long, { minInclusive: "1", maxInclusive: "9223372036854775807" });
  expect(integerNumber(most).parse("7")).toBe(7);
  expect(() => integerNumber(most).parse("0")).toThrow(LexicalError);
  expect(integerNumber(negativeInteger).initial).toBe(-1);
  expect(decimalNumber(restriction("Price", decimal, { fractionDigits: 2 })).print(1.25)).toBe("1.25");
  expect(decimalText(decimal).initial).toBe(Decimal.zero.toString());
});
