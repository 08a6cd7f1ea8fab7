import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { LinkKind } from "#server/domain/delivery/routing/link.js";
import {
  decide,
  isUnserved,
  type LinkFacts,
  nowhere,
  queueNames,
  rerouted,
  routeTable,
  unrouted,
} from "#server/domain/delivery/routing/route-table.js";
import type { Routable, Route } from "#server/domain/delivery/route.js";
import { candidate } from "../candidates.js";

const link = (id: number, kind: LinkKind = "smpp", provider?: string): LinkFacts => {
  return { id, kind, network: 10 * id, provider };
};

function route(linkId: number, change: Partial<Route> = {}): Route {
  return {
    ...{ id: 1, prefix: "", customerId: undefined, originator: undefined, kind: undefined },
    ...{ linkId, rank: 1, weight: 1, uncertain: "resend" },
    ...change,
  };
}

function message(change: Partial<Routable> = {}): Routable {
  return {
    ...{ id: 1, phone: "12025550101", customerId: 42, userName: "Ann", originator: "Shop", kind: "sms" },
    ...change,
  };
}

const links = [link(1), link(2), link(3, "mm7")];

describe("messages that no link takes", () => {
  test.each<{ title: string; routes?: readonly Route[]; up: readonly number[]; want: boolean }>([
    { title: "all links are up", up: [1, 2, 3], want: false },
    { title: "another default route takes over", up: [2, 3], want: false },
    { title: "no link for MMS is up", up: [1, 2], want: true },
    { title: "no link is up", up: [], want: true },
    {
      title: "a route of the next rank takes over",
      routes: [route(1), route(2, { rank: 2 })],
      up: [2],
      want: false,
    },
    {
      title: "routes of another prefix do not take over",
      routes: [route(1), route(2, { prefix: "1" })],
      up: [1],
      want: true,
    },
    {
      title: "routes of another customer do not take over",
      routes: [route(1, { customerId: 42 }), route(2)],
      up: [2],
      want: true,
    },
    { title: "a link of another kind does not take over", routes: [route(1), route(3)], up: [3], want: true },
    { title: "a link that no route uses is down", routes: [route(1)], up: [1], want: false },
    {
      title: "a route for a kind that its link does not carry",
      routes: [route(1), route(2, { kind: "mms" })],
      up: [1],
      want: false,
    },
  ])("$title", ({ routes = [], up, want }) => {
    expect(isUnserved(links, routes, (id) => up.includes(id))).toBe(want);
  });

  test("without any, every message that has a route goes to a link that is up", () => {
    const routes = fc.array(
      fc
        .record({
          ...{ link: fc.integer({ min: 1, max: 3 }), prefix: fc.constantFrom("", "1", "12") },
          ...{ kind: fc.constantFrom(undefined, "sms", "mms"), rank: fc.integer({ min: 1, max: 2 }) },
          customerId: fc.constantFrom(undefined, 42),
        } as const)
        .map(({ link: id, ...change }) => route(id, change)),
    );
    fc.assert(
      fc.property(routes, fc.subarray([1, 2, 3]), fc.constantFrom("sms", "mms"), (some, up, kind) => {
        const isUp = (id: number): boolean => up.includes(id);
        const { linkId } = decide(routeTable(links, some), message({ kind }), unrouted, isUp);
        if (!isUnserved(links, some, isUp)) expect([nowhere, ...up]).toContain(linkId);
        else expect(up).not.toEqual([1, 2, 3]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the link of a message", () => {
  test.each<{
    title: string;
    routes: readonly Route[];
    given?: Partial<Routable>;
    waitsFor?: number;
    up?: readonly number[];
    want: object;
  }>([
    {
      title: "the longest prefix",
      routes: [route(1), route(2, { prefix: "1202" })],
      want: { linkId: 2, policy: "resend" },
    },
    {
      title: "the customer before the originator and the prefix",
      routes: [
        route(1, { customerId: 42 }),
        route(2, { originator: "Shop" }),
        route(2, { prefix: "12025550101" }),
      ],
      want: { linkId: 1, policy: "resend" },
    },
    {
      title: "the lowest rank with a link that is up",
      routes: [route(1), route(2, { rank: 2, uncertain: "fail" })],
      up: [2],
      want: { linkId: 2, policy: "fail" },
    },
    {
      title: "the lowest rank while all links are down",
      routes: [route(1, { rank: 2 }), route(2)],
      up: [],
      want: { linkId: 2, policy: "resend" },
    },
    {
      title: "its link, while that is up and a route leads there",
      routes: [route(1), route(2, { rank: 2, uncertain: "hold" })],
      waitsFor: 2,
      want: { linkId: 2, policy: "hold" },
    },
    {
      title: "another one when its link is down",
      routes: [route(1), route(2, { rank: 2 })],
      waitsFor: 2,
      up: [1],
      want: { linkId: 1, policy: "resend" },
    },
    {
      title: "another one when no route leads to its link any more",
      routes: [route(1)],
      waitsFor: 2,
      want: { linkId: 1, policy: "resend" },
    },
    {
      title: "none when no route fits",
      routes: [route(1, { customerId: 43 })],
      want: { linkId: nowhere, policy: "hold" },
    },
    {
      title: "none when its link cannot carry it",
      routes: [route(3)],
      want: { linkId: nowhere, policy: "hold" },
    },
    {
      title: "none when its link has been removed",
      routes: [route(9)],
      want: { linkId: nowhere, policy: "hold" },
    },
  ])("is $title", ({ routes, given, waitsFor = unrouted, up = [1, 2, 3], want }) => {
    const table = routeTable(links, routes);
    expect(decide(table, message(given), waitsFor, (id) => up.includes(id))).toEqual(want);
  });

  test.each<{ kinds: readonly LinkKind[]; sms: number; mms: number }>([
    { kinds: ["loopback"], sms: 1, mms: 1 },
    { kinds: ["smpp"], sms: 1, mms: nowhere },
    { kinds: ["loopback", "smpp"], sms: 2, mms: 1 },
    { kinds: ["loopback", "mm7"], sms: 1, mms: 2 },
    { kinds: ["loopback", "smpp", "mm7"], sms: 2, mms: 3 },
    { kinds: [], sms: nowhere, mms: nowhere },
  ])("without routes, of links $kinds: sms $sms, mms $mms", ({ kinds, sms, mms }) => {
    const table = routeTable(
      kinds.map((kind, index) => link(index + 1, kind)),
      [],
    );
    const linkOf = (kind: Routable["kind"]) => decide(table, message({ kind }), unrouted, () => true).linkId;
    expect([linkOf("sms"), linkOf("mms")]).toEqual([sms, mms]);
  });

  test("is shared by weight", () => {
    const table = routeTable(links, [route(1, { weight: 3 }), route(2)]);
    const chosen = Array.from(
      { length: 4000 },
      (_, id) => decide(table, message({ id }), unrouted, () => true).linkId,
    );
    const share = chosen.filter((linkId) => linkId === 1).length / chosen.length;
    expect(Math.abs(share - 0.75)).toBeLessThan(0.02);
  });

  test("belongs to a network, and to none once it has been removed", () => {
    const table = routeTable(links, []);
    expect([table.networkOf(2), table.networkOf(9)]).toEqual([20, undefined]);
  });
});

describe("the provider of a user", () => {
  const ofProviders = [link(1), link(2, "smpp", "north"), link(3, "smpp", "north"), link(4, "smpp", "south")];
  const users = [
    { customerId: 42, userKey: "ann", provider: "north" },
    { customerId: 42, userKey: "bea", provider: "west" },
  ];
  const every = [route(1), route(2, { rank: 3 }), route(3, { rank: 2, uncertain: "fail" }), route(4)];

  test.each<{
    title: string;
    routes?: readonly Route[];
    given?: Partial<Routable>;
    waitsFor?: number;
    up?: readonly number[];
    want: readonly number[];
  }>([
    { title: "its links come first, among them by rank", want: [3] },
    { title: "another one of its links while that is down", up: [1, 2, 4], want: [2] },
    { title: "other links while all of its own are down", up: [1, 4], want: [1, 4] },
    { title: "its links while all are down", up: [], want: [3] },
    { title: "the link of a message in its queue stays", waitsFor: 4, want: [4] },
    { title: "no link to which no route of the message leads", routes: [route(1)], want: [1] },
    {
      title: "no link of a less specific route",
      routes: [route(2), route(1, { prefix: "1202" })],
      want: [1],
    },
    { title: "in any spelling of the user's name", given: { userName: "ANN" }, want: [3] },
    { title: "of another user", given: { userName: "Cid" }, want: [1, 4] },
    { title: "without a link", given: { userName: "Bea" }, want: [1, 4] },
    { title: "of another customer", given: { customerId: 43 }, want: [1, 4] },
  ])("$title: $want", ({ routes = every, given, waitsFor = unrouted, up = [1, 2, 3, 4], want }) => {
    const table = routeTable(ofProviders, routes, users);
    const chosen = Array.from({ length: 20 }, (_, id) => {
      return decide(table, message({ id, ...given }), waitsFor, (linkId) => up.includes(linkId)).linkId;
    });
    expect([...new Set(chosen)].sort()).toEqual(want);
  });

  test("brings the policy of the chosen route", () => {
    const table = routeTable(ofProviders, every, users);
    expect(decide(table, message(), unrouted, () => true)).toEqual({ linkId: 3, policy: "fail" });
  });
});

describe("messages that are routed again", () => {
  test("are returned only when their link changes", () => {
    const rows = [
      candidate({ id: 1, link: 1 }),
      candidate({ id: 2, link: 2, kind: "binary" }),
      candidate({ id: 3, link: unrouted }),
      candidate({ id: 4, link: 2, kind: "mms" }),
      candidate({ id: 5, link: nowhere, kind: "mms" }),
    ];
    const table = routeTable(links, [route(1), route(2, { rank: 2 })]);
    expect(rerouted(rows, table, (id) => id === 1)).toEqual([
      { id: 2, linkId: 1 },
      { id: 3, linkId: 1 },
      { id: 4, linkId: nowhere },
    ]);
  });
});

const prefixes = ["", "1", "12", "120", "4"];
const routes = fc.array(
  fc.record({
    id: fc.constant(1),
    prefix: fc.constantFrom(...prefixes),
    customerId: fc.constantFrom(undefined, 42, 43),
    originator: fc.constantFrom(undefined, "Shop"),
    kind: fc.constantFrom(undefined, "sms" as const, "mms" as const),
    linkId: fc.integer({ min: 1, max: 5 }),
    rank: fc.integer({ min: 1, max: 3 }),
    weight: fc.integer({ min: 1, max: 4 }),
    uncertain: fc.constantFrom("resend" as const, "hold" as const, "fail" as const),
  }),
  { minLength: 1, maxLength: 12 },
);
const messages = fc.record({
  id: fc.nat(1000),
  phone: fc.constantFrom("12025550101", "4912", "1303"),
  customerId: fc.constantFrom(42, 43, 44),
  userName: fc.constant("Ann"),
  originator: fc.constantFrom("Shop", "Other"),
  kind: fc.constantFrom("sms" as const, "mms" as const),
});

const carriers: readonly LinkFacts[] = [link(1), link(2), link(3, "mm7"), link(4, "loopback")];

function carries(linkId: number, kind: Routable["kind"]): boolean {
  const found = carriers.find(({ id }) => id === linkId)?.kind;
  return found === "loopback" || found === (kind === "sms" ? "smpp" : "mm7");
}

/** Specificity of a route, for comparison: customer, originator, length of the prefix, kind. */
function specificity({ customerId, originator, prefix, kind }: Route): number {
  return (
    Number(customerId !== undefined) * 1e6 +
    Number(originator !== undefined) * 1e5 +
    prefix.length * 10 +
    Number(kind !== undefined)
  );
}

function fits(one: Route, { phone, customerId, originator, kind }: Routable): boolean {
  const conditions = [one.customerId ?? customerId, one.originator ?? originator, one.kind ?? kind];
  return phone.startsWith(one.prefix) && conditions.join() === [customerId, originator, kind].join();
}

test("of all routes that fit, the most specific decide; among them the rank, then the links that are up", () => {
  fc.assert(
    fc.property(
      routes,
      messages,
      fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
      fc.nat(5),
      (given, routable, up, waitsFor) => {
        const decision = decide(routeTable(carriers, given), routable, waitsFor, (id) => up.includes(id));
        const fitting = given.filter((one) => fits(one, routable));
        // Of routes with one condition each on customer, originator and prefix, those for the kind replace those for any.
        const levelOf = (one: Route): number => Math.floor(specificity(one) / 10);
        const levels = [...new Set(fitting.map(levelOf))]
          .sort((a, b) => b - a)
          .map((level) => mostSpecific(fitting.filter((one) => levelOf(one) === level)));
        const usable = perCondition(levels, routable);
        if (usable.length === 0) {
          expect(decision).toEqual({ linkId: nowhere, policy: "hold" });
          return;
        }
        const own = usable.filter(({ linkId }) => linkId === waitsFor);
        const alive = usable.filter(({ linkId }) => up.includes(linkId));
        const pool = alive.length > 0 ? alive : usable;
        const rank = Math.min(...pool.map((one) => one.rank));
        const want = own.length > 0 && up.includes(waitsFor) ? own : pool.filter((one) => one.rank === rank);
        expect(want.map(({ linkId, uncertain }) => `${linkId} ${uncertain}`)).toContain(
          `${decision.linkId} ${decision.policy}`,
        );
      },
    ),
    { numRuns: 2000 },
  );
});

function mostSpecific(group: readonly Route[]): readonly Route[] {
  const most = Math.max(...group.map(specificity));
  return group.filter((one) => specificity(one) === most);
}

/** The first conditions on customer and originator whose longest prefix leads to a link that can carry the message. */
function perCondition(levels: readonly (readonly Route[])[], { kind }: Routable): readonly Route[] {
  const seen = new Set<string>();
  for (const level of levels) {
    const condition = `${level[0]?.customerId ?? ""} ${level[0]?.originator ?? ""}`;
    if (seen.has(condition)) continue;
    seen.add(condition);
    const usable = level.filter(({ linkId }) => carries(linkId, kind));
    if (usable.length > 0) return usable;
  }
  return [];
}

test.each([
  { id: 0, want: "unrouted" },
  { id: -1, want: "no route" },
  { id: 1, want: "north" },
  { id: 2, want: "removed link 2" },
])("the queue of link $id is named $want", ({ id, want }) => {
  expect(queueNames([{ id: 1, name: "north" }])(id)).toBe(want);
});
