import { describe, expect, test } from "@jest/globals";
import { defaultSettings } from "#server/domain/accounts/customer-settings.js";
import type { Change } from "#server/domain/accounts/accounts.js";
import { ledgerOf, noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";

const done: Change = { ok: true };
const refused = (reason: string): unknown => ({ ok: false, reason });

/** Accounts: customers, users, originators, credit. */
export function accountCases(subject: Subject<"accounts" | "ledger">): void {
  describe("accounts", () => {
    test("a log-in is found without regard to case, with everything it needs", async () => {
      const { accounts } = subject.store();
      await accounts.addCustomer({ id: 42, name: "Example Ltd", payment: "postpaid", limit: 5000 }, noon);
      await accounts.addUser({ customerId: 42, name: "Ännie", passwordHash: "hash" }, noon);
      expect(await accounts.login(42, "äNNIE")).toEqual({
        customer: {
          ...{ id: 42, name: "Example Ltd", state: "active", payment: "postpaid", limit: 5000 },
          ...defaultSettings,
        },
        user: { customerId: 42, name: "Ännie", state: "active", inboxActive: true },
        passwordHash: "hash",
        version: expect.any(Number),
      });
      expect(await accounts.login(42, "Annie")).toBeUndefined();
      expect(await accounts.login(43, "Ännie")).toBeUndefined();
      expect(await accounts.login(Number.NaN, "Ännie")).toBeUndefined();
    });

    test("the networks of a user outlive a restart; the one not used for longest is forgotten first", async () => {
      await openAccount(subject.store());
      const { accounts } = subject.store();
      const network = (index: number): string => `192.0.2.${index}`;
      for (let index = 0; index < 100; index++) await accounts.addNetwork(42, "ann", network(index), index);
      await accounts.addNetwork(42, "ANN", network(0), 100);
      await accounts.addNetwork(42, "Ann", network(100), 101);
      await accounts.addNetwork(42, "Nobody", network(7), 102);
      const knows = async (index: number, name = "Ann", customer = 42): Promise<boolean> =>
        (await subject.reopen()).accounts.knowsNetwork(customer, name, network(index));
      expect([await knows(0), await knows(1), await knows(2), await knows(100)]).toEqual([
        true,
        false,
        true,
        true,
      ]);
      expect([
        await knows(7, "Nobody"),
        await knows(7, "Ann", 43),
        await knows(7, "Ann", Number.NaN),
      ]).toEqual([...[false, false, false]]);
    });

    test("what exists is not replaced, what is unknown is named", async () => {
      const { accounts } = subject.store();
      await openAccount(subject.store());
      const customer = { id: 42, name: "Other", payment: "prepaid", limit: undefined } as const;
      expect(await accounts.addCustomer(customer, noon)).toEqual(refused("exists"));
      const user = { customerId: 42, name: "ANN", passwordHash: "other" };
      expect(await accounts.addUser(user, noon)).toEqual(refused("exists"));
      expect(await accounts.addOriginator(42, "Shop", noon)).toEqual(refused("exists"));
      expect(await accounts.addOriginator(42, "SHOP", noon)).toEqual(done);
      expect(await accounts.addUser({ ...user, customerId: 43 }, noon)).toEqual(refused("unknownCustomer"));
      expect(await accounts.addOriginator(43, "Shop", noon)).toEqual(refused("unknownCustomer"));
      expect(await accounts.addCredit(43, "SMS", 1, noon)).toEqual(refused("unknownCustomer"));
      expect(await accounts.setCustomerState(43, "blocked")).toEqual(refused("unknownCustomer"));
      expect(await accounts.setUserState(42, "Bob", "blocked")).toEqual(refused("unknownUser"));
      expect(await accounts.setPassword(43, "Ann", { passwordHash: "other" })).toEqual(
        refused("unknownCustomer"),
      );
      expect((await accounts.login(42, "ann"))?.passwordHash).toBe("hash");
    });

    test("a hash is replaced by another of the same password, unless it has changed meanwhile", async () => {
      const { accounts } = subject.store();
      await openAccount(subject.store());
      await accounts.setPassword(42, "Ann", { passwordHash: "exact", foldedHash: "folded" });
      const before = await accounts.login(42, "ann");
      await accounts.replaceHash(42, "ANN", "folded", "new folded");
      await accounts.replaceHash(42, "Ann", "gone", "other");
      await accounts.replaceHash(43, "Ann", "exact", "other");
      expect(await accounts.login(42, "ann")).toEqual({ ...before, foldedHash: "new folded" });
      await accounts.replaceHash(42, "Ann", "exact", "new exact");
      expect(await accounts.login(42, "ann")).toEqual({
        ...before,
        ...{ passwordHash: "new exact", foldedHash: "new folded" },
      });
    });

    test("a user gets another name, unless it is taken, and loses the inbox", async () => {
      const { accounts } = subject.store();
      await openAccount(subject.store());
      await accounts.addUser({ customerId: 42, name: "Bob", passwordHash: "hash" }, noon);
      expect(await accounts.changeUser(42, "BOB", { name: "ann" })).toEqual(refused("exists"));
      expect(await accounts.changeUser(42, "Cid", { name: "Dan" })).toEqual(refused("unknownUser"));
      expect(await accounts.changeUser(43, "Bob", { name: "Dan" })).toEqual(refused("unknownCustomer"));
      expect(await accounts.changeUser(42, "bob", { name: "BOB", inboxActive: false })).toEqual(done);
      expect(await accounts.changeUser(42, "bob", { name: "Dan" })).toEqual(done);
      expect(await accounts.login(42, "bob")).toBeUndefined();
      expect((await accounts.login(42, "DAN"))?.user).toEqual({
        ...{ customerId: 42, name: "Dan", state: "active", inboxActive: false },
      });
    });

    test("every change of customer, user or password changes the version, and nothing else does", async () => {
      const { accounts } = subject.store();
      await openAccount(subject.store());
      await openAccount(subject.store(), { id: 43 });
      const seen: number[] = [];
      const changes: readonly (() => Promise<Change>)[] = [
        async () => accounts.setPassword(43, "Ann", { passwordHash: "other" }),
        async () => accounts.setCustomerState(42, "blocked"),
        async () => accounts.setUserState(42, "ann", "blocked"),
        async () => accounts.changeUser(42, "ann", { inboxActive: false }),
        async () => accounts.setPassword(42, "ANN", { passwordHash: "other" }),
        async () => accounts.setCustomerState(42, "active"),
      ];
      for (const change of changes) {
        expect(await change()).toEqual(done);
        seen.push((await accounts.login(42, "ann"))?.version ?? 0);
      }
      expect(new Set(seen).size).toBe(changes.length);
      expect(await accounts.login(42, "ann")).toMatchObject({
        customer: { state: "active" },
        user: { state: "blocked" },
        passwordHash: "other",
      });
    });

    test("lists are in the order of customer and of adding", async () => {
      const { accounts } = subject.store();
      await openAccount(subject.store(), { id: 43 });
      await openAccount(subject.store(), { id: 42 });
      await accounts.addOriginator(42, "A", noon);
      expect(await accounts.originators(42)).toEqual(["Shop", "A"]);
      expect((await accounts.customers()).map(({ id }) => id)).toEqual([42, 43]);
      expect(await accounts.users(43)).toEqual([
        { customerId: 43, name: "Ann", state: "active", inboxActive: true },
      ]);
      expect((await accounts.users()).map(({ customerId }) => customerId)).toEqual([42, 43]);
      expect((await accounts.allOriginators()).map(({ value }) => value)).toEqual(["Shop", "A", "Shop"]);
      expect(await accounts.allOriginators(43)).toEqual([{ customerId: 43, value: "Shop" }]);
      expect(await accounts.originators(44)).toEqual([]);
    });

    test.each([
      { name: "prepaid, not below zero", payment: "prepaid", limit: undefined, take: -1001, ok: false },
      { name: "prepaid, down to zero", payment: "prepaid", limit: undefined, take: -1000, ok: true },
      { name: "postpaid, down to the limit", payment: "postpaid", limit: 500, take: -1500, ok: true },
      { name: "postpaid, not below the limit", payment: "postpaid", limit: 500, take: -1501, ok: false },
      { name: "postpaid, no limit", payment: "postpaid", limit: undefined, take: -9_000_000, ok: true },
    ] as const)("credit: $name", async ({ payment, limit, take, ok }) => {
      const { accounts } = subject.store();
      await openAccount(subject.store(), { payment, limit, credit: 1000 });
      expect(await accounts.addCredit(42, "SMS", take, noon)).toEqual(
        ok ? expect.objectContaining({ ok: true }) : refused("insufficient"),
      );
      expect(await accounts.balances(42)).toEqual([{ kind: "SMS", amount: ok ? 1000 + take : 1000 }]);
    });

    test("a refused first change opens no account", async () => {
      const { accounts } = subject.store();
      await openAccount(subject.store());
      expect(await accounts.addCredit(42, "MMS", -1, noon)).toEqual(refused("insufficient"));
      expect(await accounts.balances(42)).toEqual([]);
    });

    test("balances are in the order of the kinds; the ledger holds every change", async () => {
      await openAccount(subject.store(), { credit: 1500 });
      await subject.store().accounts.addCredit(42, "MMS", 7, noon + 1);
      await subject.store().accounts.addCredit(42, "Undefined", 3, noon + 2);
      const store = await subject.reopen();
      expect((await store.accounts.balances(42)).map(({ kind }) => kind)).toEqual([
        "Undefined",
        "SMS",
        "MMS",
      ]);
      const ledger = await ledgerOf(store, 42);
      expect(ledger.map(({ kind, delta, balanceAfter }) => [kind, delta, balanceAfter])).toEqual([
        ["SMS", 1500, 1500],
        ["MMS", 7, 7],
        ["Undefined", 3, 3],
      ]);
      expect(ledger[0]).toMatchObject({ reason: "refill", transactionId: undefined, at: noon });
      expect(await ledgerOf(store, 43)).toEqual([]);
    });
  });
}
