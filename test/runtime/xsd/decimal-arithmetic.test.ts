import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Decimal } from "#runtime/xsd/decimal.js";
import {
  addDecimals,
  type DecimalOperand,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
} from "#runtime/xsd/decimal-arithmetic.js";

const operand = (given: string | number | bigint): DecimalOperand =>
  typeof given === "string" ? Decimal.parse(given) : given;

describe("arithmetic of decimals", () => {
  test.each([
    ["0.1", "0.2", "0.3", "-0.1", "0.02"],
    ["1.50", 2, "3.50", "-0.50", "3.00"],
    ["-1.5", "0.25", "-1.25", "-1.75", "-0.375"],
    [9007199254740993n, "0.5", "9007199254740993.5", "9007199254740992.5", "4503599627370496.5"],
    ["0.00", -0, "0.00", "0.00", "0.00"],
    ["5", "5.000", "10.000", "0.000", "25.000"],
  ])("%s and %s: sum %s, difference %s, product %s", (one, other, sum, difference, product) => {
    const [left, right] = [operand(one), operand(other)];
    const results = [addDecimals(left, right), subtractDecimals(left, right), multiplyDecimals(left, right)];
    expect(results.map(String)).toEqual([sum, difference, product]);
  });

  test.each([
    ["0.285", 2, "0.29"],
    ["-0.285", 2, "-0.29"],
    ["0.2849", 2, "0.28"],
    ["-0.004", 2, "0.00"],
    ["2.5", 0, "3"],
    ["-2.5", 0, "-3"],
    ["3", 2, "3.00"],
    [7n, 1, "7.0"],
    ["999.995", 2, "1000.00"],
  ])("%s rounded to %s digits is %s", (given, scale, want) => {
    expect(roundDecimal(operand(given), scale).toString()).toBe(want);
  });

  test.each([0.1, NaN, Infinity, 2 ** 53])("refuses the number %s, which is not exact", (given) => {
    expect(() => addDecimals(Decimal.zero, given)).toThrow(RangeError);
  });

  test("refuses scales that no decimal has", () => {
    const long = Decimal.fromUnits(1n, 600);
    expect(() => multiplyDecimals(long, long)).toThrow("Scale out of range.");
    expect(() => roundDecimal(long, -1)).toThrow(RangeError);
    expect(() => roundDecimal(long, 0.5)).toThrow(RangeError);
  });

  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat({ max: 20 }))
    .map(([units, scale]) => Decimal.fromUnits(units, scale));

  test("a difference plus what was taken away is the first number", () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) =>
        addDecimals(subtractDecimals(one, other), other).equals(one),
      ),
    );
  });

  test("products distribute over sums", () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (one, other, third) =>
        multiplyDecimals(addDecimals(one, other), third).equals(
          addDecimals(multiplyDecimals(one, third), multiplyDecimals(other, third)),
        ),
      ),
    );
  });

  test("a rounded number differs by half a unit at most, and rounding again changes nothing", () => {
    fc.assert(
      fc.property(decimal, fc.nat({ max: 25 }), (value, scale) => {
        const rounded = roundDecimal(value, scale);
        const twice = multiplyDecimals(subtractDecimals(rounded, value), 2);
        const unit = Decimal.fromUnits(1n, scale);
        expect(twice.compare(unit)).toBeLessThanOrEqual(0);
        expect(multiplyDecimals(twice, -1).compare(unit)).toBeLessThanOrEqual(0);
        expect([rounded.scale, roundDecimal(rounded, scale).toString()]).toEqual([scale, rounded.toString()]);
      }),
    );
  });
});
