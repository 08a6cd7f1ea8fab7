import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Decimal } from "#runtime/xsd/decimal.js";
import { XsdDateTime } from "#runtime/xsd/date-time.js";
import * as xsd from "#runtime/xsd/primitives.js";
import type { XsdType } from "#runtime/xsd/type.js";

function comesBack<T>(name: string, type: XsdType<T>, values: fc.Arbitrary<T>): void {
  test(name, () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(type.parse(type.print(value))).toEqual(value);
      }),
    );
  });
}

describe("a printed value is read back", () => {
  comesBack("int", xsd.int, fc.integer());
  comesBack("short", xsd.short, fc.integer({ min: -32768, max: 32767 }));
  comesBack("byte", xsd.byte, fc.integer({ min: -128, max: 127 }));
  comesBack("unsignedByte", xsd.unsignedByte, fc.nat(255));
  comesBack("unsignedShort", xsd.unsignedShort, fc.nat(65535));
  comesBack("unsignedInt", xsd.unsignedInt, fc.nat(4294967295));
  comesBack("long", xsd.long, fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n));
  comesBack("unsignedLong", xsd.unsignedLong, fc.bigInt(0n, 2n ** 64n - 1n));
  comesBack("integer", xsd.integer, fc.bigInt());
  comesBack("boolean", xsd.boolean, fc.boolean());
  comesBack("double", xsd.double, fc.double());
  comesBack("float", xsd.float, fc.float());
  comesBack("string", xsd.string, fc.string({ unit: "binary" }));
  comesBack("base64Binary", xsd.base64Binary, fc.uint8Array({ maxLength: 1000, size: "max" }));
  comesBack("hexBinary", xsd.hexBinary, fc.uint8Array({ maxLength: 1000, size: "max" }));
});

test("base64 is the one of every other program", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = Buffer.from(bytes).toString("base64");
      expect(xsd.base64Binary.print(bytes)).toBe(text);
      expect(xsd.base64Binary.parse(text)).toEqual(bytes);
    }),
  );
});

test("a GUID comes back in lower case", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.boolean(), (text, upper) => {
      expect(xsd.guid.print(xsd.guid.parse(upper ? text.toUpperCase() : text))).toBe(text);
    }),
  );
});

describe("Decimal", () => {
  const units = fc.bigInt(-(10n ** 30n), 10n ** 30n);
  const scale = fc.nat(20);

  test("prints every digit and is read back", () => {
    fc.assert(
      fc.property(units, scale, (value, digits) => {
        const decimal = Decimal.fromUnits(value, digits);
        expect(decimal.scale).toBe(digits);
        expect(decimal.toUnits(digits)).toBe(value);
        expect(xsd.decimal.parse(xsd.decimal.print(decimal)).toString()).toBe(decimal.toString());
      }),
    );
  });

  test("compares by value", () => {
    fc.assert(
      fc.property(units, units, scale, fc.nat(5), (left, right, digits, more) => {
        const a = Decimal.fromUnits(left, digits);
        const b = Decimal.fromUnits(right * 10n ** BigInt(more), digits + more);
        expect(a.compare(b)).toBe(left < right ? -1 : left > right ? 1 : 0);
        expect(a.equals(b)).toBe(left === right);
      }),
    );
  });

  test("never loses digits silently", () => {
    const price = Decimal.parse("1.005");
    expect(() => price.toUnits(2)).toThrow(RangeError);
    expect(price.toUnits(4)).toBe(10050n);
    expect(Decimal.parse("1.500").toUnits(1)).toBe(15n);
    expect(Decimal.parse("-0.5").toUnits(3)).toBe(-500n);
    expect(Decimal.parse("0.5").toNumber()).toBe(0.5);
    expect(() => Decimal.fromUnits(1n, -1)).toThrow(RangeError);
    expect(() => Decimal.parse("1e3")).toThrow(RangeError);
    expect(JSON.stringify({ price })).toBe('{"price":"1.005"}');
  });
});

describe("XsdDateTime", () => {
  test("keeps the moment of a Date", () => {
    const dates = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        expect(xsd.dateTime.parse(XsdDateTime.fromDate(date).toString()).toDate()).toEqual(date);
      }),
    );
  });

  test.each([
    ["2026-01-31T12:00:00Z", "Z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00:00.1239+02:00", "+02:00", "2026-01-31T10:00:00.123Z"],
    ["2026-01-31T12:00:00-05:30", "-05:30", "2026-01-31T17:30:00.000Z"],
    ["2026-01-31T12:00:00", undefined, "2026-01-31T12:00:00.000Z"],
    ["2026-12-31T24:00:00", undefined, "2027-01-01T00:00:00.000Z"],
    ["0044-03-15T12:00:00", undefined, "0044-03-15T12:00:00.000Z"],
    ["-0044-03-15T12:00:00", undefined, "-000043-03-15T12:00:00.000Z"],
  ])("%s", (text, zone, snapshot) => {
    const value = XsdDateTime.parse(text);
    expect([value.zone, value.toDate().toISOString(), value.toString()]).toEqual([zone, snapshot, text]);
  });

  test("a value without a zone has the zone given by the caller", () => {
    expect(XsdDateTime.parse("2026-01-31T12:00:00").toDate("+02:00").toISOString()).toBe(
      "2026-01-31T10:00:00.000Z",
    );
    expect(XsdDateTime.fromDate(new Date("2026-01-31T12:00:00.500Z")).toString()).toBe(
      "2026-01-31T12:00:00.5Z",
    );
    expect(() => XsdDateTime.fromDate(new Date(NaN))).toThrow(RangeError);
  });
});
