import fc from "fast-check";
import { describe, expect, test } from "@jest/globals";
import { Decimal } from "#runtime/xsd/decimal.js";
import { dateTime, decimal, long, negativeInteger, restriction, withFixed } from "#runtime/xsd/primitives.js";
import {
  dateTimeDate,
  decimalNumber,
  decimalText,
  integerNumber,
  integerText,
  roundedNumber,
  utcDate,
} from "#runtime/xsd/represented.js";
import { XsdDateTime } from "#runtime/xsd/date-time.js";
import { LexicalError, type XsdType } from "#runtime/xsd/type.js";

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

/** Types of dates with a pattern. */
const dates = (pattern: RegExp): XsdType<Date> => utcDate(restriction("Moment", dateTime, { pattern }));

const plain = {
  number: roundedNumber(decimal),
  price: roundedNumber(restriction("Price", decimal, { fractionDigits: 2 })),
  date: utcDate(dateTime),
  local: dates(/^[-0-9T:.]+$/),
  offset: dates(/^.*[+]00:00$/),
  millis: dates(/^.*[.][0-9]{3}Z$/),
  micros: dates(/^.*[.][0-9]{6}$/),
  fixed: utcDate(withFixed(dateTime, "2026-01-31T12:00:00")),
};

/** Type, text, value, and the text that the value is written as. */
test.each<[keyof typeof plain, string, unknown, string]>([
  ["number", "1.50", 1.5, "1.5"],
  ["number", "-0.0", 0, "0"],
  ["number", "0.12345678901234567890", 0.12345678901234568, "0.12345678901234568"],
  ["number", "9007199254740993", 9007199254740992, "9007199254740992"],
  ["price", "2.5", 2.5, "2.5"],
  ["date", "2026-01-31T12:00:00.5+02:00", new Date("2026-01-31T10:00:00.500Z"), "2026-01-31T10:00:00.5Z"],
  ["date", "2026-01-31T12:00:00", new Date("2026-01-31T12:00:00Z"), "2026-01-31T12:00:00Z"],
  ["date", "2026-01-31T12:00:00.1239", new Date("2026-01-31T12:00:00.123Z"), "2026-01-31T12:00:00.123Z"],
  ["date", "2026-01-31T24:00:00Z", new Date("2026-02-01T00:00:00Z"), "2026-02-01T00:00:00Z"],
  ["date", "9999-12-31T23:59:59-05:00", new Date("+010000-01-01T04:59:59Z"), "10000-01-01T04:59:59Z"],
  ["date", "-0001-03-15T12:00:00Z", new Date("0000-03-15T12:00:00Z"), "-0001-03-15T12:00:00Z"],
  ["date", "-0044-03-15T12:00:00Z", new Date("-000043-03-15T12:00:00Z"), "-0044-03-15T12:00:00Z"],
  ["local", "2026-01-31T12:00:00", new Date("2026-01-31T12:00:00Z"), "2026-01-31T12:00:00"],
  ["offset", "2026-01-31T12:00:00+00:00", new Date("2026-01-31T12:00:00Z"), "2026-01-31T12:00:00+00:00"],
  ["millis", "2026-01-31T12:00:00.000Z", new Date("2026-01-31T12:00:00Z"), "2026-01-31T12:00:00.000Z"],
  [
    "micros",
    "2026-01-31T12:00:00.123456",
    new Date("2026-01-31T12:00:00.123Z"),
    "2026-01-31T12:00:00.123000",
  ],
  ["fixed", "2026-01-31T12:00:00", new Date("2026-01-31T12:00:00Z"), "2026-01-31T12:00:00"],
])("plain values of %s: %j", (name, text, value, written) => {
  const type = plain[name];
  expect(type.parse(text)).toEqual(value);
  expect(type.print(value as never)).toBe(written);
});

test.each<[keyof typeof plain, unknown, string]>([
  ["number", Infinity, "decimal: no number: it is infinite, NaN or beyond 1.8e308"],
  ["number", NaN, "decimal: no number: it is infinite, NaN or beyond 1.8e308"],
  ["price", 0.1 + 0.2, 'Price: more than 2 digits behind the point: "0.30000000000000004"'],
  ["date", new Date(NaN), "dateTime: no Date: it is invalid, or its year is too large"],
  ["fixed", new Date(0), 'dateTime: not the fixed value "2026-01-31T12:00:00": "1970-01-01T00:00:00Z"'],
])("plain values that are refused: %s %p", (name, value, error) => {
  expect(() => plain[name].print(value as never)).toThrow(new LexicalError(...splitError(error)));
});

test.each<[keyof typeof plain, string]>([
  ["number", "9".repeat(400)],
  ["date", "999999999-01-01T00:00:00Z"],
])("texts without a plain value are refused: %s", (name, text) => {
  expect(() => plain[name].parse(text)).toThrow(LexicalError);
});

test("any number and any Date comes back", () => {
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => (each === 0 ? 0 : each));
  fc.assert(
    fc.property(numbers, fc.date({ noInvalidDate: true }), (number, date) => {
      expect(plain.number.parse(plain.number.print(number))).toBe(number);
      expect(plain.date.parse(plain.date.print(date))).toEqual(date);
    }),
  );
});

test("a decimal of 15 digits and a moment with milliseconds lose nothing", () => {
  const digits = fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 });
  fc.assert(
    fc.property(
      digits,
      fc.nat({ max: 20 }),
      fc.date({ noInvalidDate: true, min: new Date(0) }),
      (units, scale, date) => {
        const value = Decimal.fromUnits(units, scale);
        expect(Decimal.parse(plain.number.print(plain.number.parse(value.toString()))).equals(value)).toBe(
          true,
        );
        const text = plain.date.print(date);
        expect(XsdDateTime.parse(text).toDate()).toEqual(date);
      },
    ),
  );
});

/** Type and reason of the text of an error. */
function splitError(text: string): [type: string, reason: string] {
  const [, type = "", reason = ""] = /^(\w+): (.*)$/.exec(text) ?? [];
  return [type, reason];
}
