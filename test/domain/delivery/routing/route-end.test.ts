import { describe, expect, test } from "@jest/globals";
import { decide, type LinkFacts, routeTable, unrouted } from "#server/domain/delivery/routing/route-table.js";
import type { Routable, Route } from "#server/domain/delivery/route.js";

const link = (id: number): LinkFacts => ({ id, kind: "smpp", network: 10 * id });

function route(linkId: number, change: Partial<Route> = {}): Route {
  return {
    ...{ id: 1, prefix: "", customerId: undefined, originator: undefined, kind: undefined },
    ...{ linkId, rank: 1, weight: 1, uncertain: "resend" },
    ...change,
  };
}

const message: Routable = {
  ...{ id: 1, phone: "12025550101", customerId: 42, userName: "Ann", originator: "Shop", kind: "sms" },
};

const until = { endsAt: 9_000 };

describe("a route with an end", () => {
  test.each<{
    title: string;
    routes: readonly Route[];
    up?: readonly number[];
    waitsFor?: number;
    want: number;
  }>([
    { title: "comes before one without", routes: [route(1), route(2, until)], want: 2 },
    { title: "also of a lower rank", routes: [route(1), route(2, { ...until, rank: 9 })], want: 2 },
    {
      title: "takes messages that wait for the other",
      routes: [route(1), route(2, until)],
      waitsFor: 1,
      want: 2,
    },
    {
      title: "leaves them there while its link is down",
      routes: [route(1), route(2, until)],
      up: [1],
      waitsFor: 1,
      want: 1,
    },
    {
      title: "lets the other take over while its link is down",
      routes: [route(1), route(2, until)],
      up: [1],
      want: 1,
    },
    { title: "keeps messages that wait for it", routes: [route(1), route(2, until)], waitsFor: 2, want: 2 },
    {
      title: "of a longer prefix leaves other numbers",
      routes: [route(1), route(2, { ...until, prefix: "44" })],
      want: 1,
    },
    {
      title: "of a longer prefix takes its numbers",
      routes: [route(1), route(2, { ...until, prefix: "1202" })],
      want: 2,
    },
    {
      title: "of a shorter prefix leaves the longer one",
      routes: [route(1, { prefix: "1202" }), route(2, { ...until, prefix: "1" })],
      want: 1,
    },
    {
      title: "leaves the route of a customer",
      routes: [route(1, { customerId: 42 }), route(2, until)],
      want: 1,
    },
    {
      title: "of a customer takes its messages",
      routes: [route(1), route(2, { ...until, customerId: 42 })],
      want: 2,
    },
    {
      title: "of another customer leaves them",
      routes: [route(1), route(2, { ...until, customerId: 43 })],
      want: 1,
    },
    {
      title: "leaves the default routes of other numbers",
      routes: [route(2, { ...until, prefix: "44" })],
      up: [1, 2],
      want: 1,
      waitsFor: 1,
    },
    { title: "of two, the lower rank", routes: [route(2, { ...until, rank: 2 }), route(1, until)], want: 1 },
    {
      title: "of two, keeps messages at the one of the lower rank that is up",
      routes: [route(2, { ...until, rank: 2 }), route(1, until)],
      up: [2],
      want: 2,
    },
  ])("$title", ({ routes, up = [1, 2], waitsFor = unrouted, want }) => {
    const table = routeTable([link(1), link(2)], routes);
    expect(decide(table, message, waitsFor, (id) => up.includes(id)).linkId).toBe(want);
  });
});
