import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { reloadLinks, setUpLinks } from "#server/config/configured-links.js";
import { newLink } from "#server/admin/links.js";
import type { NewRoute } from "#server/domain/delivery/links.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { noon } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

let database: string;
let store: Store;

beforeEach(async () => {
  database = await newDatabase();
  store = await openStore(database);
});
afterEach(async () => {
  await store.close();
});

const north = newLink("north", { url: "smpp://shop@smsc.example.com:2775", password: "s3cretpw" }, true);
const mmsc = newLink(
  "mmsc",
  {
    url: "mm7s://shop@mmsc.example.com/mm7",
    set: ["vaspId=shop", "receiveUser=mmsc", "receivePassword=s3cret"],
  },
  true,
);
const route: NewRoute = {
  ...{ prefix: "49", customerId: undefined, originator: undefined, kind: undefined },
  ...{ link: "north", rank: 1, weight: 1, uncertain: "hold", ofFile: true },
};
const facts = { url: "smpp://shop@smsc.example.com:2775", network: "smsc.example.com:2775", settings: {} };

/** Entries since the last call, oldest first. */
let seen = 0;
async function entries() {
  const all = (await store.audit.entries(99)).toReversed().slice(seen);
  seen += all.length;
  return all.map(({ action, actor, subject, before, after }) => ({ action, actor, subject, before, after }));
}

test("changes of links and routes by the configuration file are recorded without secrets, repetitions are not", async () => {
  seen = 0;
  const actor = { name: "server", source: "configuration" };
  const action = "configuration apply";
  const none = { links: {}, routes: [] };
  const shownRoute = { prefix: "49", link: "north", rank: 1, weight: 1, uncertain: "hold" };
  const apply = (links: readonly (typeof north)[], routes: readonly NewRoute[]) =>
    setUpLinks(store, { links, routes, times: {} }, true, noon);

  await apply([], []);
  expect(await entries()).toEqual([]);
  await apply([north, mmsc], [route]);
  const added = await entries();
  expect(added).toMatchObject([
    { action, actor, subject: { links: 2, routes: 1 }, before: none, after: { routes: [shownRoute] } },
  ]);
  expect(added[0]?.after?.["links"]).toMatchObject({ north: facts, mmsc: { settings: { vaspId: "shop" } } });
  await apply([mmsc, north], [route]);
  expect(await entries()).toEqual([]);

  await apply([{ ...north, password: "0ther-s3cret" }, mmsc], [{ ...route, rank: 2 }]);
  expect(await entries()).toEqual([
    {
      ...{ action, actor, subject: { links: 2, routes: 1 } },
      before: { links: { north: facts }, routes: [shownRoute] },
      after: { links: { north: { ...facts, secrets: "changed" } }, routes: [{ ...shownRoute, rank: 2 }] },
    },
  ]);
  await reloadLinks(store, { links: [mmsc], routes: [], times: {} }, true, noon);
  expect(await entries()).toMatchObject([
    { before: { links: { north: facts }, routes: [{ rank: 2 }] }, after: none },
  ]);
  await apply([north, mmsc], [route]);
  await entries();
  // --smsc loopback instead of the file: it replaces its links and routes.
  await apply([newLink("loopback", { url: "loopback" }, true)], []);
  expect(await entries()).toEqual([
    {
      ...{ action, actor, subject: { links: 1, routes: 0 } },
      before: { links: { north: facts, mmsc: expect.anything() }, routes: [shownRoute] },
      after: { links: { loopback: expect.objectContaining({ url: "loopback:" }) }, routes: [] },
    },
  ]);
  await apply([], []);
  expect(await entries()).toEqual([]);
  // A file that is refused changes nothing.
  await expect(apply([mmsc], [{ ...route, link: "none" }])).rejects.toThrow(
    "uses a link that does not exist",
  );
  expect(await entries()).toEqual([]);
  expect(JSON.stringify(await store.audit.entries(99))).not.toContain("s3cret");
});

test("links to loopback are recorded beside links to networks", async () => {
  seen = 0;
  const demo = newLink("demo", { url: "loopback" }, true);
  const apply = (links: readonly (typeof north)[]) =>
    setUpLinks(store, { links, routes: [], times: {} }, true, noon);
  const shown = (given: (typeof north)[]) =>
    Object.fromEntries(given.map(({ name }) => [name, expect.anything()]));
  for (const { links, before, after } of [
    { links: [demo] },
    { links: [north, demo], before: [], after: [north] },
    { links: [north, demo] },
    { links: [demo, north] },
    { links: [north], before: [demo], after: [] },
    { links: [demo], before: [north], after: [demo] },
    { links: [demo] },
    { links: [] },
    { links: [north], before: [newLink("loopback", { url: "loopback" }, true)], after: [north] },
  ]) {
    await apply(links);
    const want = { before: { links: shown(before ?? []) }, after: { links: shown(after ?? []) } };
    const found = (await entries()).map((entry) => ({
      before: { links: entry.before?.["links"] },
      after: { links: entry.after?.["links"] },
    }));
    expect(found).toEqual(before === undefined ? [] : [want]);
  }
});

test("processes that apply the same file at once make one entry", async () => {
  const other = await openStore(database);
  try {
    const setup = { links: [north], routes: [route], times: {} };
    await Promise.all([store, other, store, other].map((each) => setUpLinks(each, setup, true, noon)));
    expect((await store.audit.entries(9)).map(({ action }) => action)).toEqual(["configuration apply"]);
    expect(await store.links.links()).toHaveLength(1);
  } finally {
    await other.close();
  }
});
