import { describe, expect, test } from "@jest/globals";
import { postFor } from "#server/domain/posts/posts.js";
import type { Store } from "#server/ports/store.js";
import { noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";

const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
const target = {
  customerId: 42,
  url: "https://shop.example.com/states",
  secret,
  parts: true,
  private: false,
};

/** A customer with 5 credits, below its threshold of 10. */
async function open({ accounts, callbacks }: Store): Promise<void> {
  await openAccount({ accounts }, { credit: 5_000 });
  await accounts.changeCustomer(42, { lowBalance: 10_000 });
  await callbacks.setTarget(target, noon);
}

const hour = 3_600_000;

const dueIds = async ({ alerts }: Store, now = noon) =>
  (await alerts.queue.due(42, now, 9)).map(({ id }) => id);

/** Follows all balances, then returns the due alerts of customer 42. */
async function followed(store: Store, now = noon): Promise<readonly number[]> {
  expect(await store.alerts.follow(now, 0, 9)).toBe(42);
  return dueIds(store, now);
}

/** Callbacks about low balances. */
export function alertCases(subject: Subject): void {
  describe("an alert of a low balance", () => {
    test("is due once for each time the credit of an account falls below the threshold", async () => {
      const store = subject.store();
      await open(store);
      const { accounts, alerts } = store;
      expect([await alerts.queue.customers(noon), await followed(store)]).toEqual([[], [1]]);
      expect(await alerts.queue.customers(noon)).toEqual([42]);
      expect(await alerts.queue.due(42, noon, 9)).toEqual([
        {
          ...{ ...target, id: 1, kind: "SMS", left: 5_000, threshold: 10_000, at: noon },
          ...{ attempts: 0, until: noon + postFor },
        },
      ]);
      expect(await alerts.queue.take(1)).toBe(true);
      await alerts.queue.end(1, noon);
      expect([await followed(store, noon + 1), await dueIds(store, noon + postFor)]).toEqual([[], []]);

      await accounts.addCredit(42, "SMS", -1_000, noon + 2);
      expect(await followed(store, noon + 2 * hour)).toEqual([]);
      await accounts.addCredit(42, "SMS", 6_000, noon + 3);
      expect(await followed(store, noon + 2 * hour)).toEqual([]);
      await accounts.addCredit(42, "SMS", -1, noon + 4);
      const [next = 0] = await followed(store, noon + 2 * hour);
      expect(next).toBeGreaterThan(1);
      const reopened = await subject.reopen();
      expect(await reopened.alerts.queue.due(42, noon + 2 * hour, 9)).toMatchObject([
        { id: next, left: 9_999, at: noon + 2 * hour },
      ]);
    });

    test("follows an accepted one of its account after an hour, however often the balance crosses the threshold", async () => {
      const store = subject.store();
      await open(store);
      const accepted: number[] = [];
      // Every five minutes there is enough credit, and five minutes later no longer; from 1:55 on, it is low.
      for (let at = noon; at < noon + 5 * hour; at += 300_000) {
        for (const id of await followed(store, at)) {
          accepted.push((at - noon) / hour);
          await store.alerts.queue.end(id, at);
        }
        const amount = (at - noon) % 600_000 === 0 ? 6_000 : -6_000;
        if (at < noon + 2 * hour) await store.accounts.addCredit(42, "SMS", amount, at);
      }
      expect(accepted).toEqual([0, 1, 2]);
    });

    test("exists for each account; a pending one is removed when there is enough credit again", async () => {
      const store = subject.store();
      await open(store);
      await store.accounts.addCredit(42, "MMS", 1_000, noon);
      expect(await followed(store)).toHaveLength(2);
      expect((await store.alerts.queue.due(42, noon, 9)).map(({ kind }) => kind).sort()).toEqual([
        "MMS",
        "SMS",
      ]);
      await store.accounts.addCredit(42, "MMS", 9_000, noon);
      expect(await followed(store)).toHaveLength(1);
      expect((await store.alerts.queue.due(42, noon, 9)).map(({ kind }) => kind)).toEqual(["SMS"]);
      // It was not accepted, so it delays no other one.
      await store.accounts.addCredit(42, "MMS", -9_000, noon);
      expect(await followed(store)).toHaveLength(2);
    });

    test("is found a few customers at a time", async () => {
      const store = subject.store();
      await open(store);
      for (const id of [43, 44]) {
        await openAccount(store, { id, credit: 5_000 });
        await store.accounts.changeCustomer(id, { lowBalance: 10_000 });
        await store.callbacks.setTarget({ ...target, customerId: id }, noon);
      }
      const { alerts } = store;
      expect(await alerts.follow(noon, 0, 2)).toBe(43);
      expect(await alerts.queue.customers(noon)).toEqual([42, 43]);
      expect([await alerts.follow(noon, 43, 2), await alerts.follow(noon, 44, 2)]).toEqual([44, undefined]);
      expect(await alerts.queue.customers(noon)).toEqual([42, 43, 44]);
      await store.accounts.addCredit(43, "SMS", 9_000, noon);
      await alerts.follow(noon, 43, 2);
      expect(await alerts.queue.customers(noon)).toEqual([42, 43, 44]);
      await alerts.follow(noon, 42, 2);
      expect(await alerts.queue.customers(noon)).toEqual([42, 44]);
    });

    test.each<{ title: string; change: (store: Store) => Promise<unknown> }>([
      { title: "without a URL", change: ({ callbacks }) => callbacks.removeTarget(42) },
      {
        title: "without a threshold",
        change: ({ accounts }) => accounts.changeCustomer(42, { lowBalance: undefined }),
      },
      { title: "that is blocked", change: ({ accounts }) => accounts.setCustomerState(42, "blocked") },
    ])("does not exist for a customer $title", async ({ change }) => {
      const store = subject.store();
      await open(store);
      expect(await followed(store)).toHaveLength(1);
      await change(store);
      await store.alerts.follow(noon, 0, 9);
      expect([await dueIds(store), await store.alerts.queue.customers(noon)]).toEqual([[], []]);
      await store.alerts.follow(noon + 2 * hour, 0, 9);
      expect(await dueIds(store, noon + 2 * hour)).toEqual([]);
    });

    test("is posted again until it is given up", async () => {
      const store = subject.store();
      await open(store);
      const { queue } = store.alerts;
      const [id = 0] = await followed(store);
      expect(await queue.postpone({ id, at: noon, nextAt: noon + 9, failure: "HTTP 500" })).toBe(true);
      expect([await dueIds(store, noon + 8), await dueIds(store, noon + 9)]).toEqual([[], [id]]);
      expect(await queue.due(42, noon + 9, 9)).toMatchObject([{ attempts: 1 }]);
      expect([await queue.expire(noon + postFor - 1, 9), await queue.expire(noon + postFor, 9)]).toEqual([
        [],
        [42],
      ]);
      expect(await queue.postpone({ id, at: noon, nextAt: noon + 9, failure: "HTTP 500" })).toBe(false);
      expect(await followed(store, noon + 2 * postFor)).toEqual([]);

      await store.accounts.addCredit(42, "SMS", 9_000, noon);
      await followed(store);
      await store.accounts.addCredit(42, "SMS", -9_000, noon);
      const [next = 0] = await followed(store);
      expect(next).toBeGreaterThan(id);
      expect(await queue.giveUp({ id: next, at: noon, failure: "HTTP 500" })).toBe(true);
      expect(await queue.giveUp({ id: next, at: noon, failure: "HTTP 500" })).toBe(false);
      expect(await dueIds(store)).toEqual([]);
    });

    test("is listed while it waits, and once it was given up, until it was accepted", async () => {
      const store = subject.store();
      await open(store);
      await store.accounts.addCredit(42, "MMS", 1_000, noon);
      expect(await followed(store)).toHaveLength(2);
      const { alerts, callbacks } = store;
      const listed = async (failed: boolean, customerId?: number, limit = 9, before?: number) =>
        (await alerts.list({ customerId, failed }, limit, before)).map(({ id }) => id);
      expect([await listed(false), await listed(true), await listed(false, 43)]).toEqual([[2, 1], [], []]);
      expect([await listed(false, 42, 1), await listed(false, 42, 9, 2)]).toEqual([[2], [1]]);
      for (const id of [1, 2]) await alerts.queue.giveUp({ id, at: noon, failure: "HTTP 500" });
      expect(await alerts.list({ customerId: 42, failed: true }, 1, 2)).toEqual([
        {
          ...{ id: 1, customerId: 42, kind: expect.stringMatching(/^[SM]MS$/u), threshold: 10_000, at: noon },
          ...{ left: expect.any(Number), attempts: 1, nextAt: undefined, failure: "HTTP 500" },
        },
      ]);
      const later = noon + 2 * postFor;
      expect(await callbacks.retry({ alerts: [2, 2, 99] }, later)).toBe(2);
      expect([await listed(true), await dueIds(store, later)]).toEqual([[1], [2]]);
      await alerts.queue.end(2, later);
      expect(await callbacks.retry({ alerts: [2] }, later)).toBe(0);
      expect([await listed(true), await listed(false)]).toEqual([[1], []]);
    });

    describe("that was given up is due for another day", () => {
      const later = noon + 2 * postFor;
      const failed = { at: noon, failure: "HTTP 500".padEnd(999, "!") };
      const url = "https://shop.example.com/repaired";

      test.each<{ title: string; again: (store: Store) => Promise<unknown>; due: readonly number[] }>([
        {
          title: "after a change of the URL",
          again: ({ callbacks }) => callbacks.setTarget({ ...target, url }, later),
          due: [1],
        },
        {
          title: "after a retry of the customer",
          again: ({ callbacks }) => callbacks.retry({ customerId: 42, limit: 9 }, later),
          due: [1],
        },
        {
          title: "after a retry of all customers",
          again: ({ callbacks }) => callbacks.retry({ customerId: undefined, limit: 1 }, later),
          due: [1],
        },
        {
          title: "but not after a retry of another customer",
          again: ({ callbacks }) => callbacks.retry({ customerId: 43, limit: 9 }, later),
          due: [],
        },
      ])("$title", async ({ again, due }) => {
        for (const giveUp of ["attempt", "expiry"] as const) {
          const store = giveUp === "attempt" ? subject.store() : await subject.reopen();
          if (giveUp === "attempt") {
            await open(store);
            await followed(store);
            await store.alerts.queue.giveUp({ id: 1, ...failed });
          } else expect(await store.alerts.queue.expire(noon + 9 * postFor, 9)).toEqual(due.map(() => 42));
          expect(await dueIds(store, later)).toEqual([]);
          await again(store);
          expect(await store.alerts.queue.due(42, later, 9)).toMatchObject(
            due.map((id) => ({ id, attempts: 0, until: later + postFor })),
          );
        }
      });

      test("unless it was accepted", async () => {
        const store = subject.store();
        await open(store);
        const [id = 0] = await followed(store);
        await store.alerts.queue.postpone({ id, ...failed, nextAt: noon + 1 });
        await store.alerts.queue.end(id, noon + 1);
        await store.callbacks.setTarget({ ...target, url }, later);
        expect(await store.callbacks.retry({ customerId: 42, limit: 9 }, later)).toBe(0);
        expect(await dueIds(store, later)).toEqual([]);
      });
    });
  });
}
