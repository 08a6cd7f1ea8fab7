import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { FollowLinks } from "#server/work/delivery/follow-links.js";
import { DeliveryDesk, owner } from "./delivery-desk.js";

let desk: DeliveryDesk;
let follower: FollowLinks;
let changes: number;

beforeEach(async () => {
  desk = await DeliveryDesk.open();
  changes = 0;
  follower = new FollowLinks({
    store: desk.store,
    links: desk.links,
    now: () => desk.now(),
    owner: () => owner,
    onChange: () => {
      changes += 1;
    },
  });
});

afterEach(async () => {
  await desk.close();
});

const round = (): Promise<void> => follower.round(() => true);

/** Routes the submitted messages; returns the links of their queues. */
async function waiting(): Promise<readonly number[]> {
  const links = desk.links
    .rooms()
    .map((room) => ({ ...room, up: desk.links.up().includes(room.linkId), room: 0 }));
  await desk.store.delivery.claim({ owner, now: desk.now(), validity: 1e9, links });
  return desk.store.delivery.waitingLinks();
}

test("opens the links of the store, replaces changed ones and closes removed ones", async () => {
  await desk.addLink("a");
  await desk.addLink("b");
  await round();
  expect([...desk.gateways.keys()]).toEqual(["a", "b"]);
  const [a, b] = [desk.gateway("a"), desk.gateway("b")];
  await desk.store.links.change("a", { url: "smpp://other.example.com" });
  await desk.store.links.remove("b");
  await round();
  expect([a.closed, b.closed, desk.gateway("a") === a]).toEqual([true, true, false]);
  expect(desk.links.rooms().map(({ linkId }) => linkId)).toEqual([1]);
});

test("does nothing while nothing changes", async () => {
  await desk.addLink("a");
  await round();
  const before = [changes, desk.gateway("a")];
  await round();
  expect([changes, desk.gateway("a")]).toEqual(before);
});

test("routes messages again when their link has been down for longer than the grace period", async () => {
  await desk.addLink("a");
  await desk.addLink("b");
  const route = { prefix: "", customerId: undefined, originator: undefined, kind: undefined, ofFile: false };
  await desk.store.links.addRoute({ ...route, link: "a", rank: 1, weight: 1, uncertain: "hold" });
  await desk.store.links.addRoute({ ...route, link: "b", rank: 2, weight: 1, uncertain: "hold" });
  await round();
  await desk.send(3);
  for (const name of ["a", "b"]) desk.gateway(name).up = false;
  await round();
  expect(await waiting()).toEqual([1]);
  desk.gateway("b").up = true;
  desk.clock.advance(9_999);
  await round();
  expect(await desk.store.delivery.waitingLinks()).toEqual([1]);
  desk.clock.advance(1);
  await round();
  expect(await desk.store.delivery.waitingLinks()).toEqual([2]);
});

test("routes messages again that a claim in progress adds to a link that is down", async () => {
  for (const name of ["a", "b"]) await desk.addLink(name);
  const route = { prefix: "", customerId: undefined, originator: undefined, kind: undefined, ofFile: false };
  await desk.store.links.addRoute({ ...route, link: "a", rank: 1, weight: 1, uncertain: "hold" });
  await desk.store.links.addRoute({ ...route, link: "b", rank: 2, weight: 1, uncertain: "hold" });
  await round();
  await desk.send(3);
  const links = [1, 2].map((linkId) => ({ linkId, up: true, free: 0 }));
  const waitingLinks = async (): Promise<readonly number[]> => {
    const read = await desk.store.delivery.waitingLinks();
    await desk.store.delivery.claim({ owner, now: desk.now(), validity: 1e9, links });
    return read;
  };
  const { store } = desk;
  const options = {
    store: { links: store.links, delivery: { ...store.delivery, waitingLinks } },
    links: desk.links,
  };
  follower = new FollowLinks({
    ...options,
    now: () => desk.now(),
    owner: () => owner,
    onChange: () => undefined,
  });
  desk.gateway("a").up = false;
  desk.links.up();
  desk.clock.advance(10_000);
  await round();
  expect(await desk.store.delivery.waitingLinks()).toEqual([2]);
});

test("routes messages again when the routes change", async () => {
  await desk.addLink("a");
  await round();
  await desk.send();
  desk.gateway("a").up = false;
  desk.clock.advance(10_000);
  expect(await waiting()).toEqual([1]);
  await desk.store.links.remove("a");
  await desk.addLink("c");
  await round();
  expect(await desk.store.delivery.waitingLinks()).toEqual([2]);
});

test("a route with an end takes the messages until then, and is gone afterwards, which is recorded", async () => {
  await desk.addLink("a");
  await desk.addLink("b");
  const all = { prefix: "", customerId: undefined, originator: undefined, kind: undefined, ofFile: false };
  const route = { ...all, rank: 1, weight: 1, uncertain: "hold" } as const;
  await desk.store.links.addRoute({ ...route, link: "a" });
  await round();
  await desk.send(3);
  const links = [1, 2].map((linkId) => ({ linkId, up: true, free: 0 }));
  await desk.store.delivery.claim({ owner, now: desk.now(), validity: 1e9, links });
  expect(await desk.store.delivery.waitingLinks()).toEqual([1]);
  await desk.store.links.addRoute({ ...route, link: "b", endsAt: desk.now() + 60_000 });
  await round();
  expect(await desk.store.delivery.waitingLinks()).toEqual([2]);
  desk.clock.advance(59_999);
  await round();
  expect([await desk.store.links.routes(), await desk.store.delivery.waitingLinks()]).toMatchObject([
    [{ link: "a" }, { link: "b" }],
    [2],
  ]);
  desk.clock.advance(1);
  await round();
  expect(await desk.store.links.routes()).toMatchObject([{ link: "a", endsAt: undefined }]);
  expect(await desk.store.delivery.waitingLinks()).toEqual([1]);
  expect(await desk.store.audit.entries(1)).toMatchObject([
    { action: "route remove", actor: { name: "messenger", source: "end of a route" }, before: { link: "b" } },
  ]);
});

test("opens all links again after `forget`", async () => {
  await desk.addLink("a");
  await round();
  const before = desk.gateway("a");
  await desk.links.close();
  follower.forget();
  await round();
  expect([before.closed, desk.gateway("a") === before]).toEqual([true, false]);
});
