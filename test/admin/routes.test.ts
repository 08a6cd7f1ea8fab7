import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addLink as newLink, changeLink, removeLink, showLink, stopLink } from "#server/actions/links.js";
import { machine } from "#server/actions/rights.js";
import { addRoute, changeRoute, endRoute, listRoutes, removeRoute } from "#server/actions/routes.js";
import { trialText, tryRoutes } from "#server/actions/route-trial.js";
import { linkCounts, type LinkReport } from "#server/domain/delivery/routing/link.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { addLink } from "../storage/claims.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

/** A report of a process that delivers, on a link without traffic. */
const linkReport = (linkId: number, up: boolean): LinkReport => ({
  linkId,
  at: by.now,
  up,
  word: up ? "bound" : "reconnecting",
  problem: undefined,
  window: 10,
  used: 0,
  // One count for each name.
  counts: Object.fromEntries(linkCounts.map((name) => [name, 0])) as LinkReport["counts"],
});

const by = { by: { name: "ann", source: "test" }, caller: machine, now: Date.UTC(2030, 0, 15) };
let store: Store;

beforeAll(async () => {
  store = await openStore(await newDatabase());
  await openAccount(store);
  for (const name of ["west", "east", "north"]) await addLink(store, name);
});
afterAll(() => store.close());

/** Makes a route, and returns its number. */
const made = async (given: Parameters<typeof addRoute.run>[1]): Promise<string> =>
  String((await addRoute.run(store, given, by)).row.id);

describe("a change of a route", () => {
  test.each([
    { change: { weight: "20" }, want: { weight: 20, rank: 1 } },
    { change: { rank: "3" }, want: { rank: 3, weight: 20 } },
    { change: { link: "east" }, want: { link: "east" } },
    { change: { prefix: "972" }, want: { prefix: "972" } },
    { change: { prefix: "*" }, want: { prefix: "*" } },
    { change: { customer: "42" }, want: { customer: 42 } },
    { change: { customer: "none" }, want: { customer: null } },
    { change: { originator: "Shop" }, want: { originator: "Shop" } },
    { change: { originator: "none" }, want: { originator: null } },
    { change: { kind: "sms" }, want: { kind: "sms" } },
    { change: { kind: "none" }, want: { kind: null } },
    { change: { uncertain: "fail" }, want: { uncertain: "fail" } },
  ])("$change", async ({ change, want }) => {
    const known = (await listRoutes.rows(store, {}, by)).at(0);
    const id = known === undefined ? await made({ prefix: "971", link: "west" }) : String(known.id);
    const before = (await listRoutes.rows(store, {}, by)).at(0);
    const { row } = await changeRoute.run(store, { id, ...change }, by);
    expect(row).toEqual({ ...before, ...want });
    expect(await listRoutes.rows(store, {}, by)).toEqual([row]);
    const [entry] = await store.audit.entries(1);
    expect(entry).toMatchObject({ action: "route change", before, after: row });
  });

  test.each([
    { given: { id: "9999", weight: "2" }, want: "there is no route 9999" },
    { given: { id: "x", weight: "2" }, want: "invalid route" },
    { given: { weight: "0" }, want: "use a number from 1 to 1000" },
    { given: { rank: "0" }, want: "use a number from 1 to 9" },
    { given: { link: "none" }, want: "there is no link none" },
    { given: { customer: "99" }, want: "there is no such customer" },
    { given: { prefix: "44", link: "west" }, want: "exists already" },
    { given: {}, want: "nothing to change" },
  ])("refused: $want", async ({ given, want }) => {
    const [first] = await listRoutes.rows(store, {}, by);
    if (want === "exists already") await made({ prefix: "44", link: "west" });
    const before = await listRoutes.rows(store, {}, by);
    await expect(changeRoute.run(store, { id: String(first?.id), ...given }, by)).rejects.toThrow(want);
    expect(await listRoutes.rows(store, {}, by)).toEqual(before);
  });
});

describe("a route for some time, beside one that stays", () => {
  const stays = { prefix: "971", link: "west" };
  const ends = { ...stays, until: "24h" };
  test.each([
    { first: stays, then: ends, want: "made" },
    { first: { ...stays, rank: "2" }, then: ends, want: "made" },
    { first: { ...stays, prefix: "*" }, then: { ...ends, prefix: "*" }, want: "made" },
    { first: { ...stays, customer: "42" }, then: { ...ends, customer: "42" }, want: "made" },
    { first: { ...stays, originator: "Shop" }, then: { ...ends, originator: "Shop" }, want: "made" },
    { first: { ...stays, kind: "sms" }, then: { ...ends, kind: "sms" }, want: "made" },
    { first: ends, then: stays, want: "made" },
    { first: ends, then: { ...ends, link: "east" }, want: "made" },
    { first: ends, then: { ...ends, until: "4h" }, want: "exists" },
    { first: ends, then: { ...ends, rank: "2" }, want: "exists" },
    { first: stays, then: stays, want: "exists" },
    { first: stays, then: { ...stays, rank: "2" }, want: "exists" },
  ])("$first, then $then: $want", async ({ first, then, want }) => {
    for (const { id } of await listRoutes.rows(store, {}, by)) await store.links.removeRoute(id);
    await made(first);
    const outcome = await made(then).then(
      () => "made",
      (error: unknown) => (String(error).includes("exists already") ? "exists" : String(error)),
    );
    expect(outcome).toBe(want);
  });

  test.each([{ weight: "20" }, { rank: "9" }, { uncertain: "fail" }, { prefix: "972" }])(
    "keeps its end when it is changed: %o",
    async (change) => {
      for (const { id } of await listRoutes.rows(store, {}, by)) await store.links.removeRoute(id);
      await made(stays);
      const id = await made(ends);
      const { row } = await changeRoute.run(store, { id, ...change }, by);
      expect(row.until).toBe("2030-01-16T00:00:00.000Z");
    },
  );
});

describe("the revision, by which servers follow changes, grows with", () => {
  const change: Readonly<Record<string, () => Promise<unknown>>> = {
    "a new link": () => newLink.run(store, { name: "other", url: "smpp://shop@127.0.0.1:2776" }, by),
    "a changed link": () => changeLink.run(store, { name: "other", set: ["window=3"] }, by),
    "a stopped link": () => stopLink.run(store, { name: "other" }, by),
    "a removed link": () => removeLink.run(store, { name: "other" }, by),
    "a new route": () => made({ prefix: "998", link: "west" }),
    "a new weight": async () => changeRoute.run(store, { id: await latest(), weight: "7" }, by),
    "a new link of a route": async () => changeRoute.run(store, { id: await latest(), link: "east" }, by),
    "a new policy": async () => changeRoute.run(store, { id: await latest(), uncertain: "fail" }, by),
    "a removed route": async () => removeRoute.run(store, { id: await latest() }, by),
    "a route for some time": () => made({ prefix: "998", link: "west", until: "1h" }),
    "a route that is ended": async () => endRoute.run(store, { id: await latest() }, by),
    "the end of a route": async () => {
      await made({ prefix: "998", link: "west", until: "1h" });
      await store.links.endRoutes(by.now + 3_600_000);
    },
  };
  const latest = async (): Promise<string> =>
    String(Math.max(...(await listRoutes.rows(store, {}, by)).map(({ id }) => id)));

  test.each(Object.keys(change))("%s", async (what) => {
    const before = await store.links.revision();
    await change[what]?.();
    expect(await store.links.revision()).toBeGreaterThan(before);
  });
});

describe("changes at the same time", () => {
  const shared = [
    "window=7",
    "connect=9",
    "bind=20",
    "response=50",
    "latin=packed",
    "split=sar",
    "flash=general",
  ];
  test("of a route keep each other's values", async () => {
    for (const { id } of await listRoutes.rows(store, {}, by)) await store.links.removeRoute(id);
    const id = await made({ prefix: "971", link: "west" });
    const changes = [
      ...[{ weight: "20" }, { rank: "3" }, { link: "east" }, { prefix: "972" }, { customer: "42" }],
      ...[{ originator: "Shop" }, { kind: "sms" }, { uncertain: "fail" }],
    ];
    await Promise.all(changes.map((change) => changeRoute.run(store, { id, ...change }, by)));
    expect(await listRoutes.rows(store, {}, by)).toMatchObject([
      { weight: 20, rank: 3, link: "east", prefix: "972", customer: 42, originator: "Shop", kind: "sms" },
    ]);
    const entries = await store.audit.entries(changes.length);
    for (const [index, { before }] of entries.entries())
      expect(before).toEqual(entries[index + 1]?.after ?? before);
  });

  test("of a link keep each other's settings", async () => {
    await newLink.run(store, { name: "south", url: "smpp://shop@127.0.0.1:2775" }, by);
    await Promise.all(shared.map((line) => changeLink.run(store, { name: "south", set: [line] }, by)));
    const { settings } = await showLink.row(store, { name: "south" }, by);
    expect(
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .toSorted(),
    ).toEqual(expect.arrayContaining(shared.toSorted()));
  });
});

describe("a number that is tried", () => {
  test("does not go to a link whose last report is old", async () => {
    for (const { id } of await listRoutes.rows(store, {}, by)) await store.links.removeRoute(id);
    await made({ prefix: "971", link: "west" });
    const { now } = by;
    const reports = (await store.links.links()).map(({ id }) => linkReport(id, true));
    await store.delivery.own({ owner: "w", now, until: now + 1, reports, wanted: [] });
    const at = async (later: number): Promise<string> =>
      trialText(await tryRoutes.rows(store, { number: "971501234567" }, { ...by, now: now + later }));
    expect(await at(5_000)).toMatch(/^goes to west/u);
    expect(await at(60_000)).toMatch(/^waits for west/u);
  });

  test.each([
    { what: "takes the longest prefix", number: "12025550123", want: /^goes to west by route (\d+)$/u },
    {
      what: "takes ranks in turns",
      number: "44123456789",
      want: /^goes to west by route \d+, then to east by route \d+, which is down$/u,
    },
    {
      what: "divides by weight",
      number: "49123456789",
      want: /^goes to west by route \d+ \(75 %\) or north by route \d+ \(25 %\)$/u,
    },
    {
      what: "skips a link that is down",
      number: "39123456789",
      want: /^goes to west by route \d+, then to east by route \d+, which is down$/u,
    },
    {
      what: "waits if all are down",
      number: "33123456789",
      want: /^waits for east by route \d+, which is down$/u,
    },
    { what: "matches nothing", number: "81123456789", want: /^matches no route/u },
    {
      what: "is one of a customer",
      number: "12025550123",
      more: { customer: "42" },
      want: /^goes to north/u,
    },
    {
      what: "has an originator",
      number: "12025550123",
      more: { originator: "Shop" },
      want: /^waits for east/u,
    },
    { what: "is an MMS", number: "12025550123", more: { kind: "mms" }, want: /^goes to west/u },
  ])("$what", async ({ number, more = {}, want }) => {
    await fill();
    const rows = await tryRoutes.rows(store, { number, ...more }, by);
    expect(trialText(rows)).toMatch(want);
  });

  let isFilled = false;
  async function fill(): Promise<void> {
    if (isFilled) return;
    isFilled = true;
    for (const { id } of await listRoutes.rows(store, {}, by)) await store.links.removeRoute(id);
    const routes = [
      { prefix: "1202", link: "west" },
      { prefix: "1202", link: "north", customer: "42" },
      { prefix: "1202", link: "east", originator: "Shop" },
      { prefix: "1", link: "east" },
      { prefix: "44", link: "west" },
      { prefix: "44", link: "east", rank: "2" },
      { prefix: "49", link: "west", weight: "3" },
      { prefix: "49", link: "north" },
      { prefix: "39", link: "east" },
      { prefix: "39", link: "west", rank: "2" },
      { prefix: "33", link: "east" },
    ];
    for (const route of routes) await addRoute.run(store, route, by);
    const { now } = by;
    const reports = (await store.links.links()).map(({ id, name }) => linkReport(id, name !== "east"));
    await store.delivery.own({ owner: "w", now, until: now + 600_000, reports, wanted: [] });
  }
});
