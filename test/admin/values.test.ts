import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { creditsText } from "#server/domain/credit/credit.js";
import {
  creditKindOf,
  customerIdOf,
  originatorOf,
  passwordOf,
  thousandthsOf,
  userNameOf,
} from "#server/admin/values.js";

interface Reading {
  readonly what: string;
  readonly read: (text: string) => unknown;
  readonly good: readonly (readonly [given: string, want: unknown])[];
  readonly bad: readonly string[];
}

const readings: readonly Reading[] = [
  {
    what: "a customer id",
    read: customerIdOf,
    good: [
      ["1", 1],
      ["0042", 42],
      ["2147483647", 2_147_483_647],
    ],
    bad: ["", "0", "-1", "2147483648", "1.5", "1e3", "0x10", " 42", "\u0664"],
  },
  {
    what: "an amount",
    read: thousandthsOf,
    good: [
      ["1", 1000],
      ["0.001", 1],
      ["10.25", 10_250],
      ["-0.5", -500],
      ["1000000000", 1_000_000_000_000],
      ["0", 0],
    ],
    bad: ["", "1.", ".5", "1.0001", "+1", "1,5", "1e3", "1000000000.001", "NaN", "--1"],
  },
  { what: "a kind", read: creditKindOf, good: [["SMS", "SMS"]], bad: ["sms", "", "toString"] },
  {
    what: "an originator",
    read: originatorOf,
    good: [
      ["Shop", "Shop"],
      ["O'Neil 24", "O'Neil 24"],
      ["12025550101", "12025550101"],
      ["120255501010101", "120255501010101"],
      ["+120255501010101", "+120255501010101"],
    ],
    bad: ["", " ", "ShopShopShop", "1202555010101010", "12025550101a", "+", "\u4f60", "a\nb"],
  },
  {
    what: "a user's name",
    read: userNameOf,
    good: [["Ann Lee", "Ann Lee"]],
    bad: ["", " a", "a\u0000", "a".repeat(65)],
  },
  {
    what: "a password",
    read: passwordOf,
    good: [[" pa ss ", " pa ss "]],
    bad: ["", "a\nb", "x".repeat(1025)],
  },
];

describe.each(readings)("$what", ({ read, good, bad }) => {
  test.each(good)("%j is read as %j", (given, want) => {
    expect(read(given)).toBe(want);
  });

  test.each(bad)("%j is refused in one line", (given) => {
    expect(() => read(given)).toThrow(
      expect.objectContaining({ name: "Refusal", message: expect.not.stringContaining("\n") }),
    );
  });
});

test("the refusal of a password does not repeat it", () => {
  expect(() => passwordOf("top\nsecret")).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("secret") }),
  );
});

test("credits are printed as they are read", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (thousandths) => {
      expect(thousandthsOf(creditsText(thousandths))).toBe(thousandths);
    }),
  );
});
