import { describe, expect, test } from "@jest/globals";
import { partsHash, routedBy } from "#server/domain/delivery/routing/split-parts.js";
import { chooseRoute, type Route } from "#server/domain/delivery/route.js";
import type { BinaryBody } from "#server/domain/delivery/submitting/submission.js";

const none = new Uint8Array();
const headed = (...header: readonly number[]): BinaryBody => ({
  ...{ kind: "binary", body: none, esmClass: 0x40, protocolId: 0 },
  header: header.length === 0 ? none : Uint8Array.of(header.length, ...header),
});
const of = (body: BinaryBody | undefined, customerId = 42, originator = "Shop"): number | undefined =>
  partsHash({ body, customerId, originator });
const first = of(headed(0, 3, 7, 2, 1));

describe("the hash of a part", () => {
  test.each([
    { title: "another part", hash: of(headed(0, 3, 7, 2, 2)), same: true },
    { title: "a reference of 16 bits", hash: of(headed(8, 4, 0, 7, 2, 2)), same: true },
    {
      title: "ports beside the concatenation",
      hash: of(headed(5, 4, 0x0b, 0x84, 0, 0, 0, 3, 7, 2, 1)),
      same: true,
    },
    { title: "a national table beside it", hash: of(headed(0x24, 1, 1, 0, 3, 7, 2, 2)), same: true },
    { title: "another reference", hash: of(headed(0, 3, 8, 2, 1)), same: false },
    { title: "another total", hash: of(headed(0, 3, 7, 3, 1)), same: false },
    { title: "another customer", hash: of(headed(0, 3, 7, 2, 1), 43), same: false },
    { title: "another originator", hash: of(headed(0, 3, 7, 2, 1), 42, "Shop2"), same: false },
  ])("is the same for $title: $same", ({ hash, same }) => {
    expect(hash).toEqual(expect.any(Number));
    expect(hash === first).toBe(same);
  });

  test.each([
    { title: "a text", body: undefined },
    { title: "octets without a header", body: headed() },
    { title: "a header without a concatenation", body: headed(5, 4, 0x0b, 0x84, 0, 0) },
    { title: "one part of one", body: headed(0, 3, 7, 1, 1) },
    { title: "a concatenation that is not whole", body: headed(0, 2, 7, 2) },
    { title: "an MMS", body: { kind: "mms", wishes: {}, parts: [] } as never },
  ])("is none for $title", ({ body }) => {
    expect(of(body)).toBeUndefined();
  });
});

describe("the route of a part", () => {
  const common = { prefix: "", customerId: undefined, originator: undefined, kind: undefined } as const;
  const route = (linkId: number, weight = 1): Route => ({
    ...{ id: linkId, ...common, linkId, rank: 1, weight, uncertain: "hold" },
  });
  const routes = [route(1), route(2), route(3, 2)];
  const linkOf = (reference: number, part: number, phone: string, up = [1, 2, 3]): number | undefined => {
    const parts = of(headed(0, 3, reference, 4, part));
    const number = routedBy({ id: 100 * reference + part, phone, partsHash: parts });
    return chooseRoute(routes, number, (linkId) => up.includes(linkId))?.linkId;
  };
  const all = Array.from({ length: 400 }, (_, reference) => reference % 256);

  test("is that of the other parts to its number, also while a link is down", () => {
    for (const up of [[1, 2, 3], [1, 2], [3]])
      for (const reference of all.slice(0, 256)) {
        const links = [1, 2, 3, 4].map((part) => linkOf(reference, part, "12025550101", up));
        expect(new Set(links).size).toBe(1);
      }
  });

  test("spreads over the links by their weights, by reference and by number", () => {
    const counts = (links: readonly (number | undefined)[]): readonly number[] =>
      [1, 2, 3].map((linkId) => links.filter((each) => each === linkId).length / links.length);
    const byReference = counts(all.slice(0, 256).map((reference) => linkOf(reference, 1, "12025550101")));
    const byNumber = counts(all.map((_, index) => linkOf(7, 1, String(12_025_550_100 + index))));
    for (const [one = 0, other = 0, twice = 0] of [byReference, byNumber]) {
      expect([one, other].every((share) => share > 0.15 && share < 0.35)).toBe(true);
      expect(twice > 0.38 && twice < 0.62).toBe(true);
    }
  });

  test("is chosen by the id of any other message", () => {
    expect(routedBy({ id: 7, phone: "12025550101" })).toBe(7);
  });
});
