import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { Claiming, type ClaimingOptions } from "#server/work/delivery/claiming.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { DeliveryStore } from "#server/ports/delivery.js";
import { StoreError } from "#server/storage/errors.js";
import { eventually } from "../../eventually.js";
import { DeliveryDesk, owner } from "./delivery-desk.js";

const { Queued, Submitting, Submitted } = RecipientState;

let desk: DeliveryDesk;
let claiming: Claiming | undefined;

beforeEach(async () => {
  desk = await DeliveryDesk.open();
  await desk.addLink("a");
  desk.links.reconcile(await desk.store.links.links(), []);
});

afterEach(async () => {
  await claiming?.stop();
  await desk.close();
});

function start(replaced: Partial<DeliveryStore> = {}, change: Partial<ClaimingOptions> = {}): Claiming {
  const { links, now, log, store } = desk;
  const delivery = { ...store.delivery, ...replaced };
  const started = new Claiming({
    ...{ delivery, links, owner: () => owner, now, log, validity: 1e9, mayClaim: () => true },
    ...change,
  });
  desk.onStep = (step) => {
    started.add(step);
    started.wake();
  };
  claiming = started;
  return started;
}

test("claims as many messages as the window has free slots, and the next ones after their responses", async () => {
  const sent = await desk.send(15);
  start();
  const gateway = desk.gateway("a");
  await eventually(() => gateway.submitted.length === 10);
  expect((await desk.states(sent)).filter((state) => state === Submitting)).toHaveLength(10);
  gateway.answer();
  await eventually(() => gateway.submitted.length === 15);
  gateway.answer();
  await eventually(async () => (await desk.states(sent)).every((state) => state === Submitted));
  expect(desk.problems).toEqual([]);
});

test("claims nothing while this process does not own delivery, and starts when woken", async () => {
  await desk.send();
  let isOwner = false;
  let asked = 0;
  const mayClaim = (): boolean => {
    asked += 1;
    return isOwner;
  };
  start({}, { mayClaim });
  await eventually(() => asked >= 2);
  expect(desk.gateway("a").submitted).toEqual([]);
  isOwner = true;
  claiming?.wake();
  await eventually(() => desk.gateway("a").submitted.length === 1);
});

test("returns messages of a link that was closed during the claim", async () => {
  const sent = await desk.send(3);
  start({
    claim: async (claim) => {
      const claimed = await desk.store.delivery.claim(claim);
      if (claimed.length > 0) desk.links.reconcile([], []);
      return claimed;
    },
  });
  const gateway = desk.gateway("a");
  await eventually(() => gateway.closed);
  await eventually(async () => (await desk.states(sent)).every((state) => state === Queued));
  expect(gateway.submitted).toEqual([]);
});

test("returns the messages of a failed claim, but not those in flight, before it claims again", async () => {
  const early = await desk.send();
  let failing = false;
  start({
    claim: async (claim) => {
      const claimed = await desk.store.delivery.claim(claim);
      if (failing && claimed.length > 0) {
        failing = false;
        throw new Error("the disk is full");
      }
      return claimed;
    },
  });
  const gateway = desk.gateway("a");
  await eventually(() => gateway.submitted.length === 1);
  failing = true;
  const late = await desk.send(2);
  claiming?.wake();
  await eventually(() => gateway.submitted.length === 3);
  gateway.answer();
  await eventually(async () => (await desk.states(late)).every((state) => state === Submitted));
  expect(await desk.states(early)).toEqual([Submitted]);
  expect(gateway.submitted.map(({ transactionId }) => transactionId)).toEqual([early, late, late]);
  expect(desk.problems).toEqual(["delivery round failed"]);
});

test.each([{ isStored: true }, { isStored: false }])(
  "sends a message again once if the result that returns it is lost: stored $isStored",
  async ({ isStored }) => {
    const sent = await desk.send();
    const gateway = desk.gateway("a");
    let isLost = true;
    start({
      settle: async (settlements) => {
        if (!isLost) return desk.store.delivery.settle(settlements);
        isLost = false;
        if (isStored) {
          await desk.store.delivery.settle(settlements);
          claiming?.wake();
          await eventually(() => gateway.submitted.length === 2);
        }
        throw new StoreError("outcomeUnknown");
      },
    });
    await eventually(() => gateway.submitted.length === 1);
    gateway.answer({ kind: "later", code: "busy", delay: 0, counts: false });
    await eventually(() => !isLost && gateway.submitted.length === 2);
    await claiming?.settled();
    expect(await desk.states(sent)).toEqual([Submitting]);
    gateway.answer();
    await eventually(async () => (await desk.states(sent)).every((state) => state === Submitted));
    expect(gateway.submitted).toHaveLength(2);
  },
);

test("returns a message whose result is lost while the messages of a failed claim are returned", async () => {
  const early = await desk.send();
  const calls: string[] = [];
  let losing: "claim" | "result" | undefined;
  start({
    claim: async (claim) => {
      const claimed = await desk.store.delivery.claim(claim);
      if (claimed.length > 0) calls.push("claim");
      if (losing !== "claim" || claimed.length === 0) return claimed;
      losing = "result";
      throw new StoreError("outcomeUnknown");
    },
    takeBack: async (holder, known) => {
      await desk.store.delivery.takeBack(holder, known);
      calls.push(`take back all but ${known.length}`);
      if (losing === undefined) return;
      gateway.answer({ kind: "later", code: "busy", delay: 0, counts: false });
      await eventually(() => losing === undefined);
    },
    settle: async (settlements) => {
      if (losing !== "result") return desk.store.delivery.settle(settlements);
      losing = undefined;
      throw new StoreError("outcomeUnknown");
    },
  });
  const gateway = desk.gateway("a");
  await eventually(() => gateway.submitted.length === 1);
  losing = "claim";
  const late = await desk.send();
  claiming?.wake();
  await eventually(() => gateway.submitted.length === 3);
  gateway.answer();
  for (const sent of [early, late])
    await eventually(async () => (await desk.states(sent)).every((state) => state === Submitted));
  expect(calls.slice(0, 5)).toEqual([
    "claim",
    "claim",
    "take back all but 1",
    "take back all but 0",
    "claim",
  ]);
  expect(gateway.submitted).toHaveLength(3);
});

test("does not return a message whose result could not be stored: it was sent", async () => {
  const sent = await desk.send();
  const gateway = desk.gateway("a");
  let isRefused = false;
  let isLost = false;
  let known: readonly number[] | undefined;
  start({
    claim: async (claim) => {
      const claimed = await desk.store.delivery.claim(claim);
      if (!isLost) return claimed;
      isLost = false;
      throw new StoreError("outcomeUnknown");
    },
    takeBack: async (holder, those) => {
      await desk.store.delivery.takeBack(holder, those);
      known = those;
    },
    settle: async () => {
      isRefused = true;
      throw new StoreError("failed");
    },
  });
  await eventually(() => gateway.submitted.length === 1);
  gateway.answer();
  await eventually(() => isRefused);
  await claiming?.settled();
  isLost = true;
  const late = await desk.send();
  claiming?.wake();
  await eventually(() => gateway.submitted.length === 2);
  expect(known).toHaveLength(1);
  expect(await desk.states(sent)).toEqual([Submitting]);
  expect(gateway.submitted.map(({ transactionId }) => transactionId)).toEqual([sent, late]);
});

test("claims nothing after a stop, and still stores the outcomes of messages in flight", async () => {
  const first = await desk.send();
  const stopped = start();
  const gateway = desk.gateway("a");
  await eventually(() => gateway.submitted.length === 1);
  await stopped.stop();
  const second = await desk.send();
  stopped.wake();
  gateway.answer();
  await eventually(async () => (await desk.states(first)).every((state) => state === Submitted));
  await stopped.settled();
  expect(await desk.states(second)).toEqual([Queued]);
});
