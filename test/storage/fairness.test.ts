import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { claimDue } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import { newDatabase } from "./new-database.js";
import type { CustomerChange } from "#server/domain/accounts/accounts.js";
import type { Submission } from "#server/domain/delivery/submitting/submission.js";

let store: Store;
let transactions = 0;

beforeEach(async () => {
  store = await openStore(await newDatabase());
});

afterEach(async () => {
  await store.close();
});

const phones = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(12025550000 + index));

async function open(ids: readonly number[]): Promise<Store> {
  for (const id of ids) await openAccount(store, { id, payment: "postpaid" });
  return store;
}

async function send(customerId: number, count: number, change: Partial<Submission> = {}): Promise<void> {
  const free = { charge: { kind: "SMS", amount: 0 }, recipients: phones(count), customerId } as const;
  await store.outbox.submit(submission(`f${++transactions}`, { ...free, ...change }));
}

/** The customers of the messages that a claim takes, in their order. */
async function claimed(room: number, now = noon): Promise<readonly number[]> {
  return (await claimDue(store, now, room)).map(({ customerId }) => customerId);
}

async function repeated(claims: number, room: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (let claim = 0; claim < claims; claim++) found.push(...(await claimed(room)));
  return found;
}

function times(found: readonly number[], customer: number): number {
  return found.filter((id) => id === customer).length;
}

describe("customers share a link", () => {
  test.each([1, 4])(
    "a message behind a thousand of another customer is in the next claims of %i",
    async (room) => {
      await open([42, 43]);
      await send(42, 1000, { at: noon - 9, dueAt: noon - 9 });
      expect(await claimed(10)).toEqual(new Array(10).fill(42));
      await send(43, 1);
      expect(await repeated(4 / room, room)).toContain(43);
    },
  );

  test("a message that becomes due is claimed within a turn of the others", async () => {
    await open([42, 43, 44]);
    await send(42, 600);
    await send(43, 1, { dueAt: noon + 5 });
    await send(44, 600);
    await repeated(20, 3);
    const found = [...(await claimed(3, noon + 5)), ...(await claimed(3, noon + 5))];
    expect(found).toContain(43);
  });

  test("by weight, for any number of free slots", async () => {
    const { accounts } = await open([42, 43, 44]);
    await accounts.changeCustomer(43, { weight: 3 });
    for (const id of [42, 43, 44]) await send(id, 400);
    for (const room of [1, 7, 50]) {
      const found = await repeated(Math.ceil(100 / room), room);
      expect(Math.abs(times(found, 43) - 0.6 * found.length)).toBeLessThanOrEqual(6);
      expect(Math.abs(times(found, 42) - times(found, 44))).toBeLessThanOrEqual(2);
    }
  });

  test("hundreds of customers with few messages each are all served beside one with many", async () => {
    const ids = Array.from({ length: 120 }, (_, index) => 100 + index);
    await open([42, ...ids]);
    await send(42, 1500);
    for (const id of ids) await send(id, 2);
    const found = await repeated(61, 4);
    expect(ids.filter((id) => times(found, id) !== 2)).toEqual([]);
    expect(times(found, 42)).toBeLessThanOrEqual(10);
  });

  test.each<{ title: string; change: CustomerChange }>([
    { title: "its customer", change: { priority: 9 } },
    { title: "its kind", change: { singlePriority: 9 } },
  ])("a message of higher priority of $title is sent first, except for a tenth", async ({ change }) => {
    const { accounts } = await open([42, 43]);
    await send(42, 200);
    await send(43, 100);
    await accounts.changeCustomer(43, change);
    const found = await repeated(20, 3);
    expect(times(found, 42)).toBeGreaterThanOrEqual(5);
    expect(times(found, 42)).toBeLessThanOrEqual(7);
  });

  test("messages of a user of higher priority are sent before others of the customer, and bulk messages by their own priority", async () => {
    const { accounts, tube } = await open([42]);
    await accounts.addUser({ customerId: 42, name: "otp", passwordHash: "hash" }, noon);
    await tube.change(42, "otp", { userPriority: 7 });
    await send(42, 100, { originator: "later" });
    await send(42, 100, { userName: "OTP", originator: "sooner" });
    await send(42, 101, { originator: "bulk" });
    const originators = async () => (await claimDue(store, noon, 9)).map(({ originator }) => originator);
    expect(new Set(await originators())).toEqual(new Set(["sooner"]));
    await accounts.changeCustomer(42, { bulkPriority: 8 });
    await originators();
    expect((await originators()).filter((name) => name === "bulk").length).toBeGreaterThanOrEqual(8);
  });

  test("a priority that changes between claims leaves no slot unused", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => 50 + index);
    const { accounts } = await open(ids);
    for (const id of ids) await send(id, 300);
    await claimed(1);
    let left = ids.length * 300 - 1;
    for (const priority of [9, 0, 7, 3]) {
      await accounts.changeCustomer(55, { priority });
      await send(55, 1);
      left += 1;
      for (let claim = 0; claim < 3; claim++) {
        expect(await claimed(5)).toHaveLength(5);
        left -= 5;
      }
    }
    while (left > 0) {
      expect(await claimed(200)).toHaveLength(Math.min(200, left));
      left -= 200;
    }
  });

  test("small calls of a customer take turns with its bulk messages", async () => {
    await open([42]);
    await send(42, 101, { originator: "bulk", at: noon - 9, dueAt: noon - 9 });
    await send(42, 20, { originator: "small" });
    const found = (await claimDue(store, noon, 10)).map(({ originator }) => originator);
    expect(found.filter((name) => name === "small")).toHaveLength(5);
  });

  test("over two links, each by itself", async () => {
    await open([42, 43]);
    const { links, delivery } = store;
    await claimDue(store, noon, 0);
    const second = {
      name: "two",
      kind: "loopback",
      url: "loopback:",
      password: "",
      network: "two",
    } as const;
    await links.add({ ...second, settings: {}, ofFile: false }, 0);
    await send(42, 1000);
    await send(43, 1000);
    const all = (await links.links()).map(({ id }) => ({ linkId: id, up: true, free: 5 }));
    const found = [];
    for (let claim = 0; claim < 30; claim++)
      found.push(...(await delivery.claim({ owner: "w", now: noon, validity: 1e12, links: all })));
    expect(found).toHaveLength(300);
    for (const { linkId } of all) {
      const over = found.filter((message) => message.linkId === linkId).map(({ customerId }) => customerId);
      expect(over).toHaveLength(150);
      expect(Math.abs(times(over, 42) - times(over, 43))).toBeLessThanOrEqual(10);
    }
  });
});
