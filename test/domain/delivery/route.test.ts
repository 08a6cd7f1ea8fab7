import { describe, expect, test } from "@jest/globals";
import { chooseRoute, type Route, routingOf } from "#server/domain/delivery/route.js";

const any: Route = {
  ...{ id: 1, prefix: "", customerId: undefined, originator: undefined, kind: undefined },
  ...{ linkId: 1, rank: 1, weight: 1, uncertain: "hold" },
};
const message = {
  id: 7,
  phone: "12025550101",
  customerId: 42,
  userName: "Ann",
  originator: "Shop",
  kind: "sms",
} as const;

describe("routing", () => {
  const routes: readonly Route[] = [
    { ...any, id: 1 },
    { ...any, id: 2, prefix: "1" },
    { ...any, id: 3, prefix: "1202" },
    { ...any, id: 4, prefix: "44", kind: "mms", linkId: 2 },
    { ...any, id: 5, prefix: "44" },
    { ...any, id: 6, originator: "Bank" },
    { ...any, id: 7, customerId: 43, prefix: "44" },
    { ...any, id: 8, customerId: 43, originator: "Bank" },
    { ...any, id: 9, kind: "mms", linkId: 2 },
  ];
  const routing = routingOf(routes, (linkId, kind) => linkId === (kind === "mms" ? 2 : 1));

  test.each([
    { change: {}, want: [3] },
    { change: { phone: "13055550101" }, want: [2] },
    { change: { phone: "33155550101" }, want: [1] },
    { change: { phone: "44155550101" }, want: [5] },
    { change: { phone: "44155550101", kind: "mms" }, want: [4] },
    { change: { originator: "Bank" }, want: [6] },
    { change: { customerId: 43 }, want: [3] },
    { change: { customerId: 43, phone: "44155550101" }, want: [7] },
    { change: { customerId: 43, originator: "Bank" }, want: [8] },
  ] as const)("$change: $want", ({ change, want }) => {
    expect(routing({ ...message, ...change }).map(({ id }) => id)).toEqual(want);
  });

  test("there is none if no route matches or no link carries it", () => {
    expect(routingOf([{ ...any, prefix: "44" }], () => true)(message)).toEqual([]);
    expect(routingOf([any], () => false)(message)).toEqual([]);
  });

  const ranked: readonly Route[] = [
    { ...any, id: 1, linkId: 1 },
    { ...any, id: 2, linkId: 2, rank: 2 },
    { ...any, id: 3, linkId: 3, rank: 2 },
  ];
  test.each([
    { up: [1, 2, 3], want: [1] },
    { up: [2, 3], want: [2, 3] },
    { up: [3], want: [3] },
    { up: [], want: [1] },
  ])("with links $up up it is one of $want", ({ up, want }) => {
    const chosen = Array.from(
      { length: 200 },
      (_, id) => chooseRoute(ranked, id, (link) => up.includes(link))?.id,
    );
    expect(new Set(chosen)).toEqual(new Set(want));
  });

  test("weights are shares, and a message keeps its choice", () => {
    const weighted = [
      { ...any, linkId: 1, weight: 30 },
      { ...any, linkId: 2, weight: 10 },
    ];
    const links = Array.from({ length: 40_000 }, (_, id) => chooseRoute(weighted, id, () => true)?.linkId);
    expect(links.filter((link) => link === 1).length / 40_000).toBeCloseTo(0.75, 2);
    expect(chooseRoute(weighted, 7, () => true)).toBe(chooseRoute(weighted, 7, () => true));
    expect(chooseRoute([], 7, () => true)).toBeUndefined();
  });
});
