import { expect, test } from "@jest/globals";
import * as codec from "#runtime/codec.js";
import { Decimal, XsdDateTime } from "#runtime/index.js";
import type { XsdType } from "#runtime/xsd.js";

const dateTime = XsdDateTime.parse("2026-12-24T00:00:00Z");
const given: readonly unknown[] = [
  null,
  undefined,
  true,
  7,
  7n,
  "7",
  new Date(0),
  ["7"],
  {},
  Decimal.zero,
  dateTime,
  new Uint8Array(1),
];

/** Types by the kind of their values: all others of `given` are refused. */
const types = {
  boolean: ["boolean", "xsdBoolean"],
  number: ["double", "float", "int", "short", "byte", "unsignedByte", "unsignedShort", "unsignedInt"],
  bigint: [
    "long",
    "unsignedLong",
    "integer",
    "nonNegativeInteger",
    "positiveInteger",
    "nonPositiveInteger",
    "negativeInteger",
  ],
  Decimal: ["decimal"],
  XsdDateTime: ["dateTime"],
  Uint8Array: ["base64Binary", "hexBinary"],
} as const;

const kindOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? value.constructor.name : typeof value;

test.each(Object.entries(types).flatMap(([kind, names]) => names.map((name) => [name, kind] as const)))(
  "%s prints a %s only",
  (name, kind) => {
    const type = codec[name] as XsdType<unknown>;
    const others = given.filter((value) => kindOf(value) !== kind);
    expect(others).toHaveLength(given.length - 1);
    for (const value of others) expect(() => type.print(value)).toThrow(/not a|not an integer|range/);
  },
);
