import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { Claiming, type ClaimingOptions } from "#server/work/delivery/claiming.js";
import { directHandOver } from "#server/work/delivery/direct-hand-over.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { DeliveryStore } from "#server/ports/delivery.js";
import type { OutboxStore } from "#server/ports/messages.js";
import { StoreError } from "#server/storage/errors.js";
import { eventually } from "../../eventually.js";
import { submission } from "../../storage/fixtures.js";
import { DeliveryDesk, owner } from "./delivery-desk.js";

const { Queued, Submitting, Submitted } = RecipientState;
const validity = 1e9;

let desk: DeliveryDesk;
let claiming: Claiming;
let claims: number;
let releases: (() => void)[] = [];

beforeEach(async () => {
  claims = 0;
  desk = await DeliveryDesk.open();
  await desk.addLink("a");
  desk.links.reconcile(await desk.store.links.links(), []);
});

afterEach(async () => {
  for (const release of releases) release();
  releases = [];
  await claiming.stop();
  await desk.links.close();
  await claiming.settled();
  await desk.close();
});

/** Starts claiming, and lets it look for messages once. */
async function start(
  change: Partial<ClaimingOptions> = {},
  settle: DeliveryStore["settle"] = (settlements) => desk.store.delivery.settle(settlements),
): Promise<void> {
  const { links, now, log, store } = desk;
  const claim: DeliveryStore["claim"] = async (wanted) => {
    const claimed = await store.delivery.claim(wanted);
    if (wanted.looks === true) claims += 1;
    return claimed;
  };
  claiming = new Claiming({
    ...{
      delivery: { ...store.delivery, claim, settle },
      links,
      owner: () => owner,
      now,
      log,
      validity,
      mayClaim: () => true,
    },
    ...change,
  });
  desk.onStep = (step) => {
    claiming.add(step);
    claiming.wakeForRoom();
  };
  await desk.send();
  claiming.wake();
  await eventually(() => desk.gateway("a").submitted.length === 1);
  desk.gateway("a").answer();
  await eventually(() => claims === 1);
}

async function send(
  id: string,
  submit: OutboxStore["submit"] = (given, limit) => desk.store.outbox.submit(given, limit),
): Promise<Awaited<ReturnType<OutboxStore["submit"]>>> {
  const at = desk.now();
  const direct = directHandOver({ outbox: { submit, handsOver: true }, claiming, validity });
  return direct(submission(id, { at, dueAt: at, charge: { kind: "SMS", amount: 0 } }));
}

/** `submit` of a store that writes when it is released, at the end of the test at the latest. */
function holding(): readonly [OutboxStore["submit"], () => void] {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  releases.push(release);
  const submit: OutboxStore["submit"] = async (given, limit) => {
    await released;
    return desk.store.outbox.submit(given, limit);
  };
  return [submit, release];
}

const ids = (): readonly string[] => desk.gateway("a").submitted.map(({ transactionId }) => transactionId);
const state = async (id: string) => (await desk.states(id))[0];

test("a message goes to its link when its commit is on disk, without a claim", async () => {
  await start();
  const stored: number[] = [];
  await send("s1", async (given, limit) => {
    const outcome = await desk.store.outbox.submit(given, limit);
    stored.push(ids().length);
    return outcome;
  });
  expect([stored, ids(), claims]).toEqual([[1], ["t1", "s1"], 1]);
  expect(await state("s1")).toBe(Submitting);
  desk.gateway("a").answer();
  await eventually(async () => (await state("s1")) === Submitted);
});

test("no more messages than the window has free slots are handed over, and the others wait for a claim", async () => {
  await start();
  const all = Array.from({ length: 25 }, (_, index) => `s${index}`);
  await Promise.all(all.map((id) => send(id)));
  const handedOver = ids().length - 1;
  // The slot of the first message may have become free after the last statement.
  expect([9, 10]).toContain(handedOver);
  const states = await Promise.all(all.map(state));
  expect(states.filter((each) => each === Submitting)).toHaveLength(handedOver);
  expect(states.filter((each) => each === Queued)).toHaveLength(25 - handedOver);
  desk.gateway("a").answer();
  claiming.wake();
  await eventually(() => ids().length === 11 + handedOver);
  desk.gateway("a").answer();
  await eventually(() => ids().length === 26);
  expect(ids()).toEqual(["t1", ...all]);
});

test("slots of messages whose outcome is pending are not claimed meanwhile", async () => {
  await start();
  const [held, release] = holding();
  const sent = send("s1", async (given, limit) => {
    const outcome = await desk.store.outbox.submit(given, limit);
    await held(given, limit).catch(() => undefined);
    return outcome;
  });
  await eventually(async () => (await state("s1")) === Submitting);
  const many = await desk.send(12);
  claiming.wake();
  await eventually(() => ids().length === 10);
  await setTimeout(50);
  expect((await desk.states(many)).filter((each) => each === Submitting)).toHaveLength(9);
  release();
  await sent;
  expect(ids()).toHaveLength(11);
});

test("a slot is free only once the settlement of its last message is on its way to the store", async () => {
  let settlements = 0;
  let isFull = true;
  releases.push(() => (isFull = false));
  await start({}, async (given) => {
    if (settlements++ > 0 && isFull) throw new StoreError("full");
    return desk.store.delivery.settle(given);
  });
  const sendAll = (from: number): Promise<unknown> =>
    Promise.all(Array.from({ length: 10 }, (_, index) => send(`s${from + index}`)));
  await eventually(() => settlements === 1);
  await sendAll(0);
  claiming.wake();
  await eventually(() => ids().length === 11);
  desk.gateway("a").answer();
  await eventually(() => settlements > 2);
  await sendAll(10);
  claiming.wake();
  await setTimeout(50);
  expect(ids()).toHaveLength(11);
  isFull = false;
  await eventually(() => ids().length === 21);
  await send("late");
  claiming.wake();
  await setTimeout(50);
  expect([ids().length, await state("late")]).toEqual([21, Queued]);
});

test("settlements that are stored one by one, because they failed together, free one slot each", async () => {
  await start({}, async (given) => {
    if (given.length > 1) throw new StoreError("failed");
    return desk.store.delivery.settle(given);
  });
  const sendAll = (from: number): Promise<unknown> =>
    Promise.all(Array.from({ length: 10 }, (_, index) => send(`s${from + index}`)));
  await eventually(() => ids().length === 1);
  desk.gateway("a").answer();
  await sendAll(0);
  claiming.wake();
  await eventually(() => ids().length === 11);
  desk.gateway("a").answer();
  await sendAll(10);
  claiming.wake();
  await eventually(() => ids().length === 21);
  await send("late");
  claiming.wake();
  await setTimeout(50);
  expect([ids().length, await state("late")]).toEqual([21, Queued]);
});

test("nothing is handed over to a link that has lost its slots", async () => {
  await start();
  await send("s1");
  desk.gateway("a").up = false;
  await send("s2");
  expect([await state("s1"), await state("s2")]).toEqual([Submitting, Queued]);
});

test("a message that may have been stored as claimed is returned to the queue, and no other is handed over before", async () => {
  await start();
  const [held, lose] = holding();
  const failing = send("s1", async (given, limit) => {
    await desk.store.outbox.submit(given, limit);
    await held(given, limit).catch(() => undefined);
    throw new StoreError("outcomeUnknown");
  });
  await eventually(async () => (await state("s1")) === Submitting);
  const second = send("s2");
  lose();
  await expect(failing).rejects.toMatchObject({ code: "outcomeUnknown" });
  await second;
  await eventually(() => ids().length === 3);
  expect([...ids()].sort()).toEqual(["s1", "s2", "t1"]);
  desk.gateway("a").answer();
  await eventually(async () => (await state("s1")) === Submitted && (await state("s2")) === Submitted);
});

test("a message that is stored as claimed is not returned while its outcome is pending", async () => {
  await start();
  const [held, release] = holding();
  const slow = send("s1", async (given, limit) => {
    const outcome = await desk.store.outbox.submit(given, limit);
    await held(given, limit).catch(() => undefined);
    return outcome;
  });
  await eventually(async () => (await state("s1")) === Submitting);
  const failing = send("s2", async () => {
    throw new StoreError("outcomeUnknown");
  });
  await expect(failing).rejects.toMatchObject({ code: "outcomeUnknown" });
  await setTimeout(50);
  expect(await state("s1")).toBe(Submitting);
  release();
  await slow;
  const later = await desk.send();
  claiming.wake();
  await eventually(() => ids().includes(later));
  expect(ids()).toEqual(["t1", "s1", later]);
});

test("a message that was stored under a lease that has ended is left to the process that settles it", async () => {
  let lease = owner;
  await start({ owner: () => lease });
  await send("s1", async (given, limit) => {
    const outcome = await desk.store.outbox.submit(given, limit);
    lease = "next";
    return outcome;
  });
  expect([ids(), await state("s1")]).toEqual([["t1"], Submitting]);
});

test("a message whose link was closed meanwhile returns to the queue", async () => {
  await start();
  const gateway = desk.gateway("a");
  await send("s1", async (given, limit) => {
    const outcome = await desk.store.outbox.submit(given, limit);
    desk.links.reconcile([], []);
    return outcome;
  });
  await eventually(async () => (await state("s1")) === Queued);
  expect(gateway.submitted).toHaveLength(1);
});

test("nothing is handed over while this process does not own delivery", async () => {
  let isOwner = true;
  await start({ mayClaim: () => isOwner });
  isOwner = false;
  await send("s1");
  expect(await state("s1")).toBe(Queued);
});

test("nothing is handed over after a stop, which waits for messages that are being stored", async () => {
  await start();
  const [held, release] = holding();
  const open = send("s1", held);
  const stopped = claiming.stop().then(() => ids());
  await Promise.race([stopped, setTimeout(50)]);
  release();
  await open;
  expect(await stopped).toEqual(["t1", "s1"]);
  await send("s2");
  expect(await state("s2")).toBe(Queued);
});
