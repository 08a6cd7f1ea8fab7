import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type PriceRule, tariffOf } from "#server/domain/credit/coverage.js";

const shared: readonly PriceRule[] = [
  { prefix: "", price: 1000 },
  { prefix: "44", price: 1250 },
  { prefix: "4487", price: undefined },
  { prefix: "1202", price: 800 },
];
const own: readonly PriceRule[] = [
  { prefix: "", price: 900 },
  { prefix: "44", price: 1 },
  { prefix: "44870", price: 5 },
  { prefix: "49", price: undefined },
];

describe("the longest prefix wins", () => {
  test.each([
    { number: "33123456789", want: 1000, wantOwn: 900 },
    { number: "447700900123", want: 1250, wantOwn: 1 },
    { number: "448700900123", want: undefined, wantOwn: 5 },
    { number: "448710900123", want: undefined, wantOwn: undefined },
    { number: "12025550101", want: 800, wantOwn: 800 },
    { number: "4915112345678", want: 1000, wantOwn: undefined },
  ])("$number", ({ number, want, wantOwn }) => {
    for (const form of [number, Number(number)]) {
      expect(tariffOf({ shared, own: [] })(form)).toBe(want);
      expect(tariffOf({ shared, own })(form)).toBe(wantOwn);
    }
  });

  test("a table without prices covers no number", () => {
    expect(tariffOf({ shared: [], own: [] })("12025550101")).toBeUndefined();
  });

  test("finds the same rule as a linear search", () => {
    const prefix = fc.stringMatching(/^[19]{0,4}$|^[19]{15}$/);
    const rules = fc.uniqueArray(fc.record({ prefix, price: fc.option(fc.nat(2000), { nil: undefined }) }), {
      selector: (rule) => rule.prefix,
    });
    fc.assert(
      fc.property(rules, rules, fc.stringMatching(/^[19]{7,15}$/), (everybodys, mine, number) => {
        const matching = [...mine, ...everybodys].filter(({ prefix: start }) => number.startsWith(start));
        const longest = Math.max(...matching.map(({ prefix: start }) => start.length));
        const want = matching.find(({ prefix: start }) => start.length === longest)?.price;
        const tariff = tariffOf({ shared: everybodys, own: mine });
        expect([tariff(number), tariff(Number(number))]).toEqual([want, want]);
      }),
    );
  });
});
