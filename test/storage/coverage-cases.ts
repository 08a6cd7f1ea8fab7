import { describe, expect, test } from "@jest/globals";
import { defaultSettings } from "#server/domain/accounts/customer-settings.js";
import { blacklistBegin, placeBehind, type Scope, tariffOf } from "#server/domain/credit/coverage.js";
import { dayLength, dayOf } from "#server/domain/usage/usage.js";
import type { Change } from "#server/domain/accounts/accounts.js";
import type { CoverageStore } from "#server/ports/accounts.js";
import { blacklistOf, noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";

const done = { ok: true };
const refused = (reason: string): unknown => ({ ok: false, reason });

interface Step {
  readonly change: (store: { readonly coverage: CoverageStore }) => Promise<Change>;
}

/** Prices, blacklists, and the settings of customers. */
export function coverageCases(subject: Subject<"accounts" | "coverage">): void {
  describe("prices", () => {
    test("a new store covers every number for one credit a part", async () => {
      const { coverage } = subject.store();
      expect(await coverage.prices(42, noon)).toEqual({ shared: [{ prefix: "", price: 1000 }], own: [] });
    });

    test("are set, replaced and removed, for all or for one customer", async () => {
      await openAccount(subject.store());
      const { coverage } = subject.store();
      expect(await coverage.setPrices(undefined, [{ prefix: "44", price: 5 }], noon)).toEqual(done);
      expect(await coverage.setPrices(undefined, [{ prefix: "44", price: undefined }], noon)).toEqual(done);
      expect(await coverage.setPrices(42, [{ prefix: "44", price: 7 }], noon)).toEqual(done);
      expect(await coverage.removePrice(undefined, "", noon)).toEqual(done);
      expect(await coverage.removePrice(undefined, "", noon)).toEqual(refused("unknownEntry"));
      expect(await coverage.setPrices(43, [{ prefix: "44", price: 7 }], noon)).toEqual(
        refused("unknownCustomer"),
      );
      const reopened = (await subject.reopen()).coverage;
      const shared = [{ prefix: "44", price: undefined }];
      expect(await reopened.prices(42, noon)).toEqual({ shared, own: [{ prefix: "44", price: 7 }] });
      expect(await reopened.prices(43, noon)).toEqual({ shared, own: [] });
      expect(await reopened.allPrices("all")).toEqual([
        { scope: undefined, prefix: "44", price: undefined, firstDay: 0 },
        { scope: 42, prefix: "44", price: 7, firstDay: 0 },
      ]);
      expect(await reopened.allPrices(42)).toHaveLength(1);
    });

    test("are cached until one changes", async () => {
      const { coverage } = subject.store();
      const first = await coverage.prices(42, noon);
      expect((await coverage.prices(42, noon)).shared).toBe(first.shared);
      await coverage.setPrices(undefined, [{ prefix: "1", price: 1 }], noon);
      expect((await coverage.prices(42, noon)).shared).toHaveLength(2);
    });
  });

  describe("prices with a first day", () => {
    const day = dayOf(noon);
    const setIn =
      (scope: Scope) =>
      (price: number | undefined, at = day, from?: number): Step => ({
        change: ({ coverage }) => coverage.setPrices(scope, [{ prefix: "44", price }], at * dayLength, from),
      });
    const [set, setShared] = [setIn(42), setIn(undefined)];
    const remove = (at = day, from?: number): Step => ({
      change: ({ coverage }) => coverage.removePrice(42, "44", at * dayLength, from),
    });

    test.each<{ readonly of: string; readonly steps: readonly Step[]; readonly wanted: readonly unknown[] }>([
      { of: "alone", steps: [set(7, day, day + 2)], wanted: [1000, 1000, 7, 7] },
      { of: "over an older price", steps: [set(5), set(7, day, day + 2)], wanted: [5, 5, 7, 7] },
      { of: "before an older price", steps: [set(7, day, day + 2), set(5)], wanted: [5, 5, 7, 7] },
      { of: "twice", steps: [set(7, day, day + 1), set(8, day, day + 3)], wanted: [1000, 7, 7, 8] },
      { of: "replaced", steps: [set(7, day, day + 1), set(8, day, day + 1)], wanted: [1000, 8, 8, 8] },
      {
        of: "that closes",
        steps: [set(undefined, day, day + 1)],
        wanted: [1000, undefined, undefined, undefined],
      },
      {
        of: "that opens",
        steps: [set(undefined), set(7, day, day + 3)],
        wanted: [undefined, undefined, undefined, 7],
      },
      {
        of: "removed before",
        steps: [set(7, day, day + 1), remove(day, day + 1)],
        wanted: [1000, 1000, 1000, 1000],
      },
      {
        of: "that has begun, then removed",
        steps: [set(5), set(7, day, day + 1), remove(day + 1)],
        wanted: [1000, 1000, 1000, 1000],
      },
      {
        of: "that has begun, then replaced",
        steps: [set(7, day, day + 1), set(9, day + 2)],
        wanted: [9, 9, 9, 9],
      },
      {
        of: "that stays behind a present one that is removed",
        steps: [set(5), set(7, day, day + 2), remove()],
        wanted: [1000, 1000, 7, 7],
      },
      { of: "for everybody", steps: [setShared(7, day, day + 1)], wanted: [1000, 7, 7, 7] },
      {
        of: "for everybody, the customer's first",
        steps: [set(5), setShared(7, day, day + 1)],
        wanted: [5, 5, 5, 5],
      },
    ])("$of", async ({ steps, wanted }) => {
      await openAccount(subject.store());
      for (const { change } of steps) expect(await change(subject.store())).toEqual(done);
      for (const open of [() => subject.store(), () => subject.reopen()]) {
        const { coverage } = await open();
        const prices = [0, 1, 2, 3].map(async (later) => coverage.prices(42, (day + later) * dayLength));
        expect((await Promise.all(prices)).map((table) => tariffOf(table)("447700900123"))).toEqual(wanted);
      }
    });

    test("are unknown by another day, and after they have begun", async () => {
      await openAccount(subject.store());
      const { coverage } = subject.store();
      await coverage.setPrices(42, [{ prefix: "44", price: 7 }], noon, day + 1);
      expect(await coverage.removePrice(42, "44", noon)).toEqual(refused("unknownEntry"));
      expect(await coverage.removePrice(42, "44", noon, day + 2)).toEqual(refused("unknownEntry"));
      const tomorrow = noon + dayLength;
      expect(await coverage.removePrice(42, "44", tomorrow, day + 1)).toEqual(refused("unknownEntry"));
      expect(await coverage.allPrices(42)).toEqual([{ scope: 42, prefix: "44", price: 7, firstDay: 0 }]);
    });
  });

  describe("blacklists", () => {
    test("of everybody and of one customer, numbers in the order given", async () => {
      await openAccount(subject.store());
      const { coverage } = subject.store();
      expect(await coverage.blacklisted(42, ["12025550101"])).toEqual(new Set());
      const one = { ok: true, changed: 1, after: { added: 1 } };
      expect(await coverage.addToBlacklist(undefined, ["12025550101", "12025550101"], noon)).toEqual(one);
      expect(await coverage.addToBlacklist(42, ["12025550102"], noon)).toEqual(one);
      const none = { ok: true, changed: 0, after: { added: 0 } };
      expect(await coverage.addToBlacklist(42, ["12025550102"], noon)).toEqual(none);
      expect(await coverage.addToBlacklist(43, ["12025550102"], noon)).toEqual(refused("unknownCustomer"));
      const numbers = ["12025550102", "12025550103", "12025550101"];
      expect([...(await coverage.blacklisted(42, numbers))]).toEqual(["12025550102", "12025550101"]);
      expect([...(await coverage.blacklisted(43, numbers))]).toEqual(["12025550101"]);
      const many = Float64Array.from({ length: 3000 }, (_, index) => 12025550102 + 2999 - index);
      expect([...(await coverage.blacklisted(42, many))]).toEqual(["12025550102"]);
      expect(await coverage.removeFromBlacklist(42, ["12025550102"])).toEqual(done);
      expect([...(await coverage.blacklisted(42, numbers))]).toEqual(["12025550101"]);
      expect(await coverage.removeFromBlacklist(undefined, ["12025550101"])).toEqual(done);
      expect(await coverage.blacklisted(42, numbers)).toEqual(new Set());
    });

    test("are left as they were when one of the numbers is not there", async () => {
      const { coverage } = subject.store();
      await coverage.addToBlacklist(undefined, ["12025550101"], noon);
      const both = ["12025550101", "12025550102"];
      expect(await coverage.removeFromBlacklist(undefined, both)).toEqual(refused("unknownEntry"));
      expect(await blacklistOf(subject.store(), "all")).toEqual([
        { scope: undefined, phone: "12025550101", at: noon, repliedTo: undefined },
      ]);
      expect(await coverage.removeFromBlacklist(undefined, ["12025550101"])).toEqual(done);
      expect(await blacklistOf(subject.store(), undefined)).toEqual([]);
    });
  });

  describe("a long blacklist", () => {
    const numberOf = (index: number): string => String(12_025_550_000 + 3 * index);

    test("is read page by page, that of a customer alone from any place", async () => {
      await openAccount(subject.store());
      const { coverage } = subject.store();
      const own = Array.from({ length: 1_500 }, (_, index) => numberOf(index));
      await coverage.addToBlacklist(42, own.toReversed(), noon);
      await coverage.addToBlacklist(undefined, ["4915112345678", "12025550101"], noon);
      const everybody = ["12025550101", "4915112345678"];
      const numbersOf = (rows: readonly { readonly phone: string }[]) => rows.map(({ phone }) => phone);
      expect(numbersOf(await blacklistOf(subject.store(), "all"))).toEqual([...everybody, ...own]);
      expect(numbersOf(await blacklistOf(subject.store(), undefined))).toEqual(everybody);
      expect(numbersOf(await blacklistOf(subject.store(), 42))).toEqual(own);
      const found: string[] = [];
      for (let place = blacklistBegin; ;) {
        const page = await coverage.blacklist(42, place, 201);
        found.push(...numbersOf(page.slice(0, 200)));
        place = placeBehind(place, page.slice(0, 200));
        expect(place.ahead).toBeLessThanOrEqual(1_000);
        if (page.length <= 200) break;
      }
      expect(found).toEqual(own);
    });
  });

  describe("settings of a customer", () => {
    test("are changed one by one and kept; a change is a new version", async () => {
      await openAccount(subject.store());
      const { accounts } = subject.store();
      const version = (await accounts.login(42, "Ann"))?.version ?? 0;
      expect(await accounts.changeCustomer(42, { rate: 5, timeZone: "Africa/Nairobi" })).toEqual(done);
      expect(await accounts.changeCustomer(42, { inboxActive: false, name: "B" })).toEqual(done);
      expect(await accounts.changeCustomer(43, { rate: 5 })).toEqual(refused("unknownCustomer"));
      expect((await accounts.login(42, "Ann"))?.version).toBe(version + 2);
      const wanted = { ...defaultSettings, rate: 5, timeZone: "Africa/Nairobi", inboxActive: false };
      expect(await (await subject.reopen()).accounts.customer(42)).toEqual({
        ...{ id: 42, name: "B", state: "active", payment: "prepaid", limit: undefined },
        ...wanted,
      });
    });

    test("payment and limit hold for the balances there are", async () => {
      await openAccount(subject.store(), { payment: "postpaid" });
      const { accounts } = subject.store();
      await accounts.addCredit(42, "SMS", -1000, noon);
      const prepaid = { payment: "prepaid", limit: undefined } as const;
      expect(await accounts.changeCustomer(42, { credit: prepaid })).toEqual(refused("insufficient"));
      const limited = { payment: "postpaid", limit: 1500 } as const;
      expect(await accounts.changeCustomer(42, { credit: limited })).toEqual(done);
      expect(await accounts.addCredit(42, "SMS", -501, noon)).toEqual(refused("insufficient"));
      expect(await accounts.addCredit(42, "SMS", -500, noon)).toMatchObject(done);
    });

    test("an originator is taken away", async () => {
      await openAccount(subject.store());
      const { accounts } = subject.store();
      expect(await accounts.removeOriginator(42, "shop")).toEqual(refused("unknownEntry"));
      expect(await accounts.removeOriginator(43, "Shop")).toEqual(refused("unknownCustomer"));
      expect(await accounts.removeOriginator(42, "Shop")).toEqual(done);
      expect(await accounts.originators(42)).toEqual([]);
    });
  });
}
