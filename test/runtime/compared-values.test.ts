import { describe, expect, test } from "@jest/globals";
import assert from "node:assert";
import { inspect } from "node:util";
import { Decimal, XsdDateTime } from "#runtime/index.js";

/** Each way a test compares values; every function throws for values that differ. */
const comparisons: Readonly<Record<string, (found: unknown, wanted: unknown) => void>> = {
  "assert.deepStrictEqual": (found, wanted) => {
    assert.deepStrictEqual(found, wanted);
  },
  "assert.deepEqual": (found, wanted) => {
    assert.deepEqual(found, wanted);
  },
  "toEqual of Jest": (found, wanted) => {
    expect(found).toEqual(wanted);
  },
  "toStrictEqual of Jest": (found, wanted) => {
    expect(found).toStrictEqual(wanted);
  },
  "toMatchObject of Jest": (found, wanted) => {
    expect({ found }).toMatchObject({ found: wanted });
  },
};

const pairs: readonly (readonly [title: string, one: object, same: object, other: object])[] = [
  ["numbers", Decimal.parse("12.50"), Decimal.fromUnits(1250, 2), Decimal.parse("99")],
  ["numbers with other digits", Decimal.parse("12.50"), Decimal.parse("+012.50"), Decimal.parse("12.5")],
  [
    "dates",
    XsdDateTime.parse("2026-01-31T12:00:00Z"),
    XsdDateTime.fromDate(new Date("2026-01-31T12:00:00Z")),
    XsdDateTime.parse("1999-01-31T12:00:00Z"),
  ],
  [
    "one moment in two zones",
    XsdDateTime.parse("2026-01-31T12:00:00Z"),
    XsdDateTime.parse("2026-01-31T12:00:00Z"),
    XsdDateTime.parse("2026-01-31T14:00:00+02:00"),
  ],
  [
    "values of two types",
    { at: [Decimal.zero] },
    { at: [Decimal.parse("0")] },
    { at: [XsdDateTime.parse("2026-01-31T12:00:00")] },
  ],
];

describe("values in tests", () => {
  describe.each(Object.entries(comparisons))("%s", (_, compare) => {
    test.each(pairs)("tells %s apart", (_title, one, same, other) => {
      expect(() => {
        compare(one, same);
      }).not.toThrow();
      expect(() => {
        compare(one, other);
      }).toThrow();
    });
  });

  test.each([
    [Decimal.parse("12.50"), "Decimal { text: '12.50' }", '"12.50"'],
    [
      XsdDateTime.parse("2026-01-31T12:00:00Z"),
      "XsdDateTime { text: '2026-01-31T12:00:00Z' }",
      '"2026-01-31T12:00:00Z"',
    ],
  ])("are printed: %s", (value, printed, json) => {
    expect(inspect(value)).toBe(printed);
    expect(JSON.stringify(value)).toBe(json);
    expect(String(value)).toBe(JSON.parse(json));
  });
});
