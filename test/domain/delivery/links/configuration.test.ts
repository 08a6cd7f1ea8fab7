import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  changeRefusal,
  configuration,
  type LinkChanges,
  removalRefusal,
  type RouteKey,
  routeRefusal,
  routeRemovalRefusal,
  type StoredLinks,
  type WantedLinks,
} from "#server/domain/delivery/links/configuration.js";
import type {
  Link,
  LinkRefusal,
  NamedRoute,
  NewLink,
  NewRoute,
} from "#server/domain/delivery/routing/link.js";

const link = (name: string, change: Partial<NewLink> = {}): NewLink => ({
  ...{ name, kind: "smpp", url: "smpp://example.com", password: "", network: name, settings: {} },
  ...{ ofFile: true },
  ...change,
});
const key = (name: string, change: Partial<RouteKey> = {}): RouteKey => ({
  ...{ prefix: "", customerId: undefined, originator: undefined, kind: undefined, link: name },
  ...change,
});
const route = (name: string, change: Partial<NewRoute> = {}): NewRoute => ({
  ...key(name),
  ...{ rank: 1, weight: 1, uncertain: "hold", ofFile: true },
  ...change,
});

const stands = (id: number, name: string, ofFile: boolean): Link => ({
  ...link(name, { ofFile }),
  ...{ id, started: true },
});
const file = stands(1, "file", true);
const own = stands(2, "own", false);
const ofCommand = (given: RouteKey, id = 1): NamedRoute => ({
  ...{ ...given, id, linkId: 1 },
  ...{ rank: 1, weight: 1, uncertain: "hold", ofFile: false },
});

describe("a single change", () => {
  test.each<{ title: string; found: LinkRefusal | undefined; want: LinkRefusal | undefined }>([
    { title: "of no link", found: changeRefusal(undefined, { started: true }), want: "unknownLink" },
    {
      title: "that stops a link of the file",
      found: changeRefusal(file, { started: false }),
      want: undefined,
    },
    {
      title: "that stops a link of the file and more",
      found: changeRefusal(file, { started: false, url: "" }),
      want: "ofFile",
    },
    { title: "of another link", found: changeRefusal(own, { url: "" }), want: undefined },
    { title: "that removes no link", found: removalRefusal(undefined, false), want: "unknownLink" },
    { title: "that removes a link of the file", found: removalRefusal(file, false), want: "ofFile" },
    { title: "that removes a link in use", found: removalRefusal(own, true), want: "inUse" },
    { title: "that removes a link", found: removalRefusal(own, false), want: undefined },
    { title: "that removes no route", found: routeRemovalRefusal(undefined), want: "unknownRoute" },
    {
      title: "that removes a route of the file",
      found: routeRemovalRefusal({ ofFile: true }),
      want: "ofFile",
    },
    { title: "that removes a route", found: routeRemovalRefusal({ ofFile: false }), want: undefined },
    {
      title: "that adds a route for no customer",
      found: routeRefusal({ hasCustomer: false, hasLink: false, isThere: true }),
      want: "unknownCustomer",
    },
    {
      title: "that adds a route again",
      found: routeRefusal({ hasCustomer: true, hasLink: true, isThere: true }),
      want: "exists",
    },
    {
      title: "that adds a route to no link",
      found: routeRefusal({ hasCustomer: true, hasLink: false, isThere: false }),
      want: "unknownLink",
    },
    {
      title: "that adds a route",
      found: routeRefusal({ hasCustomer: true, hasLink: true, isThere: false }),
      want: undefined,
    },
  ])("$title: $want", ({ found, want }) => {
    expect(found).toBe(want);
  });
});

describe("the links and routes of the configuration file", () => {
  const stored = (change: Partial<StoredLinks>): StoredLinks => ({
    ...{ links: [file, own], routes: [], customers: new Set([42]) },
    ...change,
  });
  test.each<{
    title: string;
    stored?: Partial<StoredLinks>;
    wanted: WantedLinks;
    want: Omit<LinkChanges, "entry"> | LinkRefusal;
  }>([
    {
      title: "are added, changed and removed by their names",
      stored: { links: [file, own, stands(3, "left", true)] },
      wanted: { links: [link("new"), link("file", { kind: "mm7" })], routes: [route("new")] },
      want: {
        added: [link("new")],
        changed: [{ id: 1, link: link("file", { kind: "mm7" }) }],
        removed: [3],
        routes: [route("new")],
      },
    },
    {
      title: "may lead to links of commands",
      wanted: { links: [link("file")], routes: [route("own", { customerId: 42 })] },
      want: {
        ...{ added: [], changed: [{ id: 1, link: link("file") }], removed: [] },
        routes: [route("own", { customerId: 42 })],
      },
    },
    {
      title: "may not have the name of a link of commands",
      wanted: { links: [link("own")], routes: [] },
      want: "exists",
    },
    {
      title: "keep a link to which a route of commands leads",
      stored: { routes: [ofCommand(key("file"))] },
      wanted: { links: [], routes: [] },
      want: "inUse",
    },
    {
      title: "may not lead to a link that they remove",
      wanted: { links: [], routes: [route("file")] },
      want: "unknownLink",
    },
    {
      title: "may not be for an unknown customer",
      wanted: { links: [link("file")], routes: [route("file", { customerId: 43 })] },
      want: "unknownCustomer",
    },
    {
      title: "may not repeat a route of commands",
      stored: { routes: [ofCommand(key("own", { prefix: "1" }))] },
      wanted: { links: [link("file")], routes: [route("own", { prefix: "1", rank: 2 })] },
      want: "exists",
    },
    {
      title: "may have the conditions of a route of commands with an end",
      stored: { routes: [ofCommand(key("own", { prefix: "1", endsAt: 1 }))] },
      wanted: { links: [link("file")], routes: [route("own", { prefix: "1", rank: 2 })] },
      want: {
        ...{ added: [], changed: [{ id: 1, link: link("file") }], removed: [] },
        routes: [route("own", { prefix: "1", rank: 2 })],
      },
    },
    {
      title: "may not repeat a route of their own",
      wanted: { links: [link("file")], routes: [route("file"), route("file", { weight: 2 })] },
      want: "exists",
    },
  ])("$title", ({ stored: change = {}, wanted, want }) => {
    const found = configuration(stored(change), wanted);
    expect(typeof found === "string" ? found : { ...found, entry: undefined }).toEqual(want);
  });
});

const names = fc.constantFrom("a", "b", "c", "d");
const givenLinks = fc.uniqueArray(fc.record({ name: names, ofFile: fc.boolean() }), {
  selector: ({ name }) => name,
});
const keys = fc.record({
  prefix: fc.constantFrom("", "1"),
  customerId: fc.constantFrom(undefined, 42, 43),
  originator: fc.constant(undefined),
  kind: fc.constant(undefined),
  link: names,
});

test("an accepted configuration stores exactly its links and routes beside those added by commands, and every route has a link", () => {
  fc.assert(
    fc.property(
      givenLinks,
      fc.array(keys, { maxLength: 4 }),
      fc.array(names, { maxLength: 4 }),
      fc.array(keys, { maxLength: 4 }),
      (given, routes, wantedNames, wantedRoutes) => {
        const links = given.map(({ name, ofFile }, index) => stands(index + 1, name, ofFile));
        const there = new Set(links.map(({ name }) => name));
        const kept = routes.filter((one) => there.has(one.link)).map(ofCommand);
        const wanted = {
          links: wantedNames.map((name) => link(name)),
          routes: wantedRoutes.map((one) => route(one.link, one)),
        };
        const changes = configuration({ links, routes: kept, customers: new Set([42]) }, wanted);
        if (typeof changes === "string") return;
        const left = links.filter(({ id }) => !changes.removed.includes(id));
        const namesLeft = [...left.map(({ name }) => name), ...changes.added.map(({ name }) => name)];
        const commands = links.filter(({ ofFile }) => !ofFile).map(({ name }) => name);
        expect(namesLeft.toSorted()).toEqual([...commands, ...new Set(wantedNames)].toSorted());
        const all = [...kept, ...changes.routes];
        expect(all.filter((one) => !namesLeft.includes(one.link))).toEqual([]);
        expect(changes.routes.filter(({ customerId }) => customerId === 43)).toEqual([]);
        expect(changes.changed.every(({ id, link: { name } }) => links[id - 1]?.name === name)).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});
