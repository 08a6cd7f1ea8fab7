import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { DeliverySetup } from "#server/config/config-file.js";
import { noDelivery, reloadLinks, setUpLinks } from "#server/config/configured-links.js";
import { newLink } from "#server/admin/links.js";
import type { NewRoute } from "#server/domain/delivery/routing/link.js";
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
  // --smsc loopback instead of the file replaces its links and routes.
  await apply([newLink("loopback", { url: "loopback" }, true)], []);
  expect(await entries()).toEqual([
    {
      ...{ action, actor, subject: { links: 1, routes: 0 } },
      before: { links: { north: facts, mmsc: expect.anything() }, routes: [shownRoute] },
      after: { links: { loopback: expect.objectContaining({ url: "loopback:" }) }, routes: [] },
    },
  ]);
  await expect(apply([], [])).rejects.toThrow("there is no link to a network");
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

const file: DeliverySetup = { links: [north], routes: [route], times: {} };
const loopback: DeliverySetup = {
  ...file,
  links: [newLink("loopback", { url: "loopback" }, true)],
  routes: [],
};
const other: DeliverySetup = {
  ...file,
  links: [newLink("smsc", { url: "smpp://shop@other.example.com", password: "0ther" }, true)],
  routes: [],
};
const smsc = {
  ...other,
  links: [newLink("smsc", { url: "smpp://shop@smsc.example.com", password: "x" }, true)],
};
const missing = /^the links or routes of --config are missing: the store has (north|smsc|routes)/u;
const noLink = /^there is no link to a network/u;
const isLoopback = "the gateway is loopback: messages are confirmed but not delivered";

/** The link of a command, which is not of the file. */
const own = newLink("own", { url: "smpp://own@smsc.example.com", password: "own" }, false);

interface Start {
  readonly name: string;
  /** What the store has been started with before, in order. */
  readonly before: readonly DeliverySetup[];
  /** Whether the store has a link of commands, or had one. */
  readonly own?: "has" | "had";
  readonly setup: DeliverySetup;
  readonly mayLoopback?: boolean;
  /** Names of the links after it, with its warnings, or the reason why it is refused. */
  readonly want: readonly [links: string, ...warnings: readonly string[]] | RegExp;
}

test.each<Start>([
  { name: "a new store", before: [], setup: noDelivery, want: ["loopback", isLoopback] },
  { name: "a new store for other machines", before: [], setup: noDelivery, mayLoopback: false, want: noLink },
  { name: "a new store, again", before: [noDelivery], setup: noDelivery, want: ["loopback", isLoopback] },
  { name: "--config", before: [noDelivery], setup: file, want: ["north"] },
  { name: "no --config after it", before: [file], setup: noDelivery, want: missing },
  { name: "an empty or cut file", before: [file], setup: { ...file, links: [], routes: [] }, want: missing },
  {
    name: "a file that says it is empty",
    before: [file],
    setup: { ...noDelivery, isEmpty: true },
    want: missing,
  },
  {
    name: "no --config with a link of commands",
    before: [file],
    own: "has",
    setup: noDelivery,
    want: missing,
  },
  {
    name: "a file that says it is empty, with a link of commands",
    ...{ before: [file], own: "has", setup: { ...noDelivery, isEmpty: true } },
    want: ["own", "links of the configuration before were removed: north"],
  },
  {
    name: "a file with fewer links",
    ...{ before: [{ ...file, links: [north, mmsc] }], setup: file },
    want: ["north", "links of the configuration before were removed: mmsc"],
  },
  {
    name: "--smsc loopback",
    ...{ before: [file], setup: loopback },
    want: ["loopback", "links of the configuration before were removed: north", isLoopback],
  },
  { name: "no --smsc loopback after it", before: [file, loopback], setup: noDelivery, want: noLink },
  {
    name: "--smsc loopback again",
    before: [file, loopback],
    setup: loopback,
    want: ["loopback", isLoopback],
  },
  {
    name: "another --smsc",
    ...{ before: [smsc], setup: other },
    want: [
      "smsc",
      "link smsc leads to smpp://shop@other.example.com, before to smpp://shop@smsc.example.com",
    ],
  },
  { name: "no --smsc after it", before: [smsc], setup: noDelivery, want: missing },
  { name: "a link of commands", before: [noDelivery], own: "has", setup: noDelivery, want: ["own"] },
  { name: "a link of commands that is gone", before: [], own: "had", setup: noDelivery, want: noLink },
  {
    name: "the role delivery alone, without the file",
    ...{ before: [file], setup: noDelivery, mayLoopback: false },
    want: missing,
  },
])("a start: $name", async ({ before, own: state, setup, mayLoopback = true, want }) => {
  for (const each of before) await setUpLinks(store, each, true, noon);
  if (state !== undefined) await store.links.add(own, noon);
  if (state === "had") await store.links.remove("own");
  const stored = await store.links.links();
  const started = setUpLinks(store, setup, mayLoopback, noon);
  if (want instanceof RegExp) {
    await expect(started).rejects.toThrow(want);
    expect(await store.links.links()).toEqual(stored);
    return;
  }
  const [links, ...warnings] = want;
  expect(await started).toEqual(warnings);
  expect((await store.links.links()).map(({ name }) => name).join(" ")).toBe(links);
});

test("processes that apply the same file at once make one entry", async () => {
  const another = await openStore(database);
  try {
    const setup = { links: [north], routes: [route], times: {} };
    await Promise.all([store, another, store, another].map((each) => setUpLinks(each, setup, true, noon)));
    expect((await store.audit.entries(9)).map(({ action }) => action)).toEqual(["configuration apply"]);
    expect(await store.links.links()).toHaveLength(1);
  } finally {
    await another.close();
  }
});
