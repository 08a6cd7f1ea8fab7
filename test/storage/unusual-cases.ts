import { describe, expect, test } from "@jest/globals";
import { postFor } from "#server/domain/posts/posts.js";
import { findingPause, type Unusual } from "#server/domain/unusual/unusual.js";
import type { Store } from "#server/ports/store.js";
import { noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";

const hour = 3_600_000;
const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
const target = { customerId: 42, url: "https://shop.example.com/x", secret, parts: false, private: false };

const volume = (messages: number, customerId = 42): Unusual => ({
  ...{ customerId, kind: "volume", prefix: "", messages, ended: undefined, usual: 100 },
});
const failures: Unusual = { ...volume(150), kind: "failures", ended: 250, usual: 125 };
const toCountry = (prefix: string): Unusual => ({ ...volume(300), kind: "destination", prefix, usual: 3 });

const listed = ({ unusual }: Store, limit = 9) => unusual.list({ since: 0, limit });
const due = async ({ unusual }: Store, at: number) =>
  (await unusual.queue.due(42, at, 9)).map(({ id }) => id);
const heldSince = async ({ accounts }: Store) => (await accounts.customer(42))?.heldSince;

/** Unusual traffic of customers, its callbacks, and customers that are held. */
export function unusualCases(subject: Subject): void {
  describe("unusual traffic", () => {
    test("is one finding until it was not seen for a day, of each kind and destination", async () => {
      const store = subject.store();
      await openAccount(store);
      await openAccount(store, { id: 43 });
      await store.unusual.add([volume(900), toCountry("44"), toCountry("960"), failures], noon);
      await store.unusual.add([volume(800), { ...failures, messages: 700, ended: 900 }], noon + hour);
      await store.unusual.add([volume(950), volume(7, 43)], noon + 2 * hour);
      await store.unusual.add([volume(400)], noon + 2 * hour + findingPause);
      const reopened = await subject.reopen();
      const [one, two, ...rest] = await listed(reopened);
      expect([one, two]).toMatchObject([
        { ...volume(400), at: noon + 26 * hour, lastAt: noon + 26 * hour },
        { ...volume(7, 43), at: noon + 2 * hour },
      ]);
      expect(rest).toMatchObject([
        { ...failures, messages: 700, ended: 900, at: noon, lastAt: noon + hour },
        { ...toCountry("960"), at: noon, lastAt: noon },
        { ...toCountry("44"), at: noon },
        { ...volume(950), at: noon, lastAt: noon + 2 * hour },
      ]);
      const { unusual } = reopened;
      expect(await unusual.list({ customerId: 43, since: 0, limit: 9 })).toEqual([two]);
      expect(await unusual.list({ since: noon + 3 * hour, limit: 9 })).toEqual([one]);
      expect(await unusual.list({ since: 0, limit: 1, before: one?.id })).toEqual([two]);
      await unusual.add([volume(1)], noon + 91 * 24 * hour);
      expect(await listed(reopened)).toMatchObject([volume(1), volume(400)]);
    });

    test("is posted to the server of the customer, if it has one, until it is accepted or given up", async () => {
      const store = subject.store();
      await openAccount(store);
      const { callbacks, unusual } = store;
      await unusual.add([volume(900)], noon);
      expect([await unusual.queue.customers(noon), await due(store, noon)]).toEqual([[], []]);
      await callbacks.setTarget(target, noon);
      expect(await due(store, noon)).toEqual([]);
      await unusual.add([volume(990), toCountry("44"), toCountry("49")], noon + 1);
      expect(await unusual.queue.customers(noon + 1)).toEqual([42]);
      const [first = 0, second = 0] = await due(store, noon + 1);
      expect(await unusual.queue.due(42, noon + 1, 1)).toEqual([
        {
          ...{ ...toCountry("44"), ...target, id: first, at: noon + 1 },
          attempts: 0,
          until: noon + 1 + postFor,
        },
      ]);
      expect(await unusual.queue.take(first)).toBe(true);
      await unusual.queue.end(first, noon + 2);
      const failed = { id: second, at: noon + 2, failure: "HTTP 500" };
      expect(await unusual.queue.postpone({ ...failed, nextAt: noon + 9 })).toBe(true);
      expect([await due(store, noon + 8), await due(store, noon + 9)]).toEqual([[], [second]]);
      expect([
        await unusual.queue.expire(noon + postFor, 9),
        await unusual.queue.expire(noon + 1 + postFor, 9),
      ]).toEqual([...[[], [42]]]);
      expect(await unusual.queue.postpone({ ...failed, nextAt: noon + 9 })).toBe(false);
      await unusual.add([failures], noon + 3);
      expect(await due(store, noon + 3)).toHaveLength(1);
      await callbacks.removeTarget(42);
      await callbacks.setTarget(target, noon + 4);
      expect(await due(store, noon + 5)).toEqual([]);
    });

    test("holds a customer with that setting once, which is recorded, until it is released", async () => {
      const store = subject.store();
      await openAccount(store);
      await store.unusual.add([volume(900)], noon);
      expect([await heldSince(store), await store.unusual.held(9)]).toEqual([undefined, []]);
      await store.accounts.changeCustomer(42, { holdUnusual: true });
      await store.unusual.add([volume(900)], noon + 1);
      expect(await heldSince(store)).toBeUndefined();
      await store.unusual.add([toCountry("44")], noon + 2);
      await store.unusual.add([failures], noon + 3);
      expect(await store.unusual.held(9)).toEqual([{ customerId: 42, since: noon + 2 }]);
      expect((await store.accounts.login(42, "Ann"))?.customer.heldSince).toBe(noon + 2);
      expect(await store.audit.entries(9)).toMatchObject([
        {
          ...{ at: noon + 2, action: "customer hold", subject: { customer: 42 } },
          ...{ actor: { name: "messenger", source: "unusual traffic" } },
          after: { reason: "300 messages to +44 in a day; in the 13 weeks before: 3" },
        },
      ]);
      const { accounts } = await subject.reopen();
      expect(await accounts.releaseCustomer(42)).toEqual({ ok: true });
      expect((await accounts.login(42, "Ann"))?.customer.heldSince).toBeUndefined();
      expect([await accounts.releaseCustomer(42), await accounts.releaseCustomer(43)]).toEqual([
        { ok: false, reason: "unknownEntry" },
        { ok: false, reason: "unknownCustomer" },
      ]);
    });
  });
}
