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
  await callbacks.setTarget(target);
}

const dueIds = async ({ alerts }: Store, now = noon) =>
  (await alerts.queue.due(42, now, 9)).map(({ id }) => id);

/** Callbacks about low balances. */
export function alertCases(subject: Subject): void {
  describe("an alert of a low balance", () => {
    test("is due once for each time the credit of an account falls below the threshold", async () => {
      const store = subject.store();
      await open(store);
      const { accounts, alerts } = store;
      expect([await alerts.queue.customers(noon), await alerts.follow(noon, 9)]).toEqual([[], 1]);
      expect(await alerts.queue.customers(noon)).toEqual([42]);
      expect(await alerts.queue.due(42, noon, 9)).toEqual([
        {
          ...{ ...target, id: 1, kind: "SMS", left: 5_000, threshold: 10_000, at: noon },
          ...{ attempts: 0, until: noon + postFor },
        },
      ]);
      expect(await alerts.queue.take(1)).toBe(true);
      await alerts.queue.end(1, noon);
      expect([await alerts.follow(noon + 1, 9), await dueIds(store, noon + postFor)]).toEqual([0, []]);

      await accounts.addCredit(42, "SMS", -1_000, noon + 2);
      expect(await alerts.follow(noon + 2, 9)).toBe(0);
      await accounts.addCredit(42, "SMS", 6_000, noon + 3);
      expect([await alerts.follow(noon + 3, 9), await alerts.follow(noon + 3, 9)]).toEqual([1, 0]);
      await accounts.addCredit(42, "SMS", -1, noon + 4);
      expect(await alerts.follow(noon + 4, 9)).toBe(1);
      const reopened = await subject.reopen();
      expect(await reopened.alerts.queue.due(42, noon + 4, 9)).toMatchObject([{ left: 9_999, at: noon + 4 }]);
    });

    test("exists for each account; a pending one is removed when there is enough credit again", async () => {
      const store = subject.store();
      await open(store);
      await store.accounts.addCredit(42, "MMS", 1_000, noon);
      expect([await store.alerts.follow(noon, 1), await store.alerts.follow(noon, 9)]).toEqual([1, 1]);
      expect((await store.alerts.queue.due(42, noon, 9)).map(({ kind }) => kind).sort()).toEqual([
        "MMS",
        "SMS",
      ]);
      await store.accounts.addCredit(42, "MMS", 9_000, noon);
      expect(await store.alerts.follow(noon, 9)).toBe(1);
      expect((await store.alerts.queue.due(42, noon, 9)).map(({ kind }) => kind)).toEqual(["SMS"]);
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
      await store.alerts.follow(noon, 9);
      expect(await dueIds(store)).toHaveLength(1);
      await change(store);
      await store.alerts.follow(noon, 9);
      expect([await dueIds(store), await store.alerts.queue.customers(noon)]).toEqual([[], []]);
      expect(await store.alerts.follow(noon, 9)).toBe(0);
    });

    test("is posted again until it is given up, and not after that", async () => {
      const store = subject.store();
      await open(store);
      const { alerts } = store;
      const { queue } = alerts;
      await alerts.follow(noon, 9);
      const [id = 0] = await dueIds(store);
      expect(await queue.postpone(id, noon, noon + 9, "HTTP 500")).toBe(true);
      expect([await dueIds(store, noon + 8), await dueIds(store, noon + 9)]).toEqual([[], [id]]);
      expect(await queue.due(42, noon + 9, 9)).toMatchObject([{ attempts: 1 }]);
      expect([await queue.expire(noon + postFor - 1, 9), await queue.expire(noon + postFor, 9)]).toEqual([
        [],
        [42],
      ]);
      expect(await queue.postpone(id, noon, noon + 9, "HTTP 500")).toBe(false);
      expect([await alerts.follow(noon + postFor, 9), await dueIds(store, noon + 2 * postFor)]).toEqual([
        0,
        [],
      ]);
      await store.accounts.addCredit(42, "SMS", 9_000, noon);
      await alerts.follow(noon, 9);
      await store.accounts.addCredit(42, "SMS", -9_000, noon);
      await alerts.follow(noon, 9);
      const [next = 0] = await dueIds(store);
      expect(next).toBeGreaterThan(id);
      expect(await queue.giveUp(next, noon, "HTTP 500")).toBe(true);
      expect([await queue.giveUp(next, noon, "HTTP 500"), await dueIds(store)]).toEqual([false, []]);
    });
  });
}
