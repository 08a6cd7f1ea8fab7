import pg from "pg";
import { describe, expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { dayLength, dayOf } from "#server/domain/usage/usage.js";
import { eventually } from "../eventually.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { claimDue } from "./claims.js";
import { ledgerOf, noon, openAccount, submission } from "./fixtures.js";
import { execute } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";
import { sharedStores } from "./postgres-stores.js";

testsOn(await anyServer(), (server) => {
  const shared = sharedStores(server);
  const first = (): Store => shared().first;

  /** The same call through every store, several times at once; how many were done, and the other outcomes. */
  const storm = async (call: (store: Store, index: number) => Promise<object>, times = 16) => {
    const calls = shared().all.flatMap((store) =>
      Array.from({ length: times }, (_, index) => call(store, index)),
    );
    const outcomes = await Promise.all(calls);
    const refused = outcomes.filter((outcome) => "ok" in outcome && outcome.ok === false);
    return { done: outcomes.length - refused.length, refused };
  };

  describe("several processes on one PostgreSQL", () => {
    test("a credit of K is spent K times, and the ledger is what the balance says", async () => {
      await openAccount(first(), { credit: 20 });
      const { done, refused } = await storm(({ accounts }) => accounts.addCredit(42, "SMS", -1, noon));
      expect(done).toBe(20);
      expect(new Set(refused.map((each) => JSON.stringify(each)))).toEqual(
        new Set(['{"ok":false,"reason":"insufficient"}']),
      );
      const { accounts } = first();
      expect(await accounts.balances(42)).toEqual([{ kind: "SMS", amount: 0 }]);
      const ledger = await ledgerOf(first(), 42);
      expect(ledger.map(({ balanceAfter }) => balanceAfter)).toEqual(
        Array.from({ length: 21 }, (_, index) => 20 - index),
      );
    });

    test("an account is opened once, with the terms that the customer has by then", async () => {
      await openAccount(first(), { payment: "postpaid", limit: 5 });
      const { done } = await storm(({ accounts }, index) =>
        index === 3
          ? accounts.changeCustomer(42, { credit: { payment: "postpaid", limit: 64 } })
          : accounts.addCredit(42, "MMS", -1, noon),
      );
      const { accounts } = first();
      const balance = (await accounts.balances(42))[0]?.amount ?? 0;
      expect(await ledgerOf(first(), 42)).toHaveLength(0 - balance);
      expect(done).toBe(4 - balance);
      expect(await execute(shared().url, "SELECT floor::int FROM account")).toEqual([{ floor: -64 }]);
    });

    test("a first booking waits for a change of the terms that has begun, and has the new ones", async () => {
      await openAccount(first(), { payment: "postpaid", limit: 5 });
      const client = new pg.Client({ connectionString: shared().url });
      await client.connect();
      await client.query("BEGIN; UPDATE customer SET credit_limit = 64");
      const { accounts } = first();
      let isBooked = false;
      const booked = accounts.addCredit(42, "MMS", -20, noon).finally(() => (isBooked = true));
      const waiting =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await eventually(async () => isBooked || (await execute(shared().url, waiting)).length > 0);
      await client.query("COMMIT");
      await client.end();
      expect(await booked).toMatchObject({ ok: true, after: { balance: "-0.02" } });
      expect(await execute(shared().url, "SELECT floor::int FROM account")).toEqual([{ floor: -64 }]);
    });

    test("messages of one transaction that end and are cancelled at once are refunded and counted once each", async () => {
      const store = first();
      await openAccount(store, { credit: 1_000 });
      await store.accounts.changeCustomer(42, { refunds: ["failed"] });
      const recipients = Array.from({ length: 60 }, (_, index) => String(12025550101 + index));
      await store.outbox.submit(submission("t", { recipients, charge: { kind: "SMS", amount: 1_000 } }));
      const claimed = await claimDue(store, noon, 40);
      await store.outbox.advance(
        claimed.map(({ id }) => ({ recipientId: id, state: RecipientState.Submitted, at: noon })),
      );
      const by = { name: "ann", source: "test" };
      await storm(async ({ outbox, desk }, index) => {
        if (index % 8 === 7) return desk.cancel({ kind: "transaction", id: "t" }, 3, by, noon);
        const some = claimed.filter((_, place) => place % 16 === index);
        const state = RecipientState.Undeliverable;
        await outbox.advance(some.map(({ id }) => ({ recipientId: id, state, at: noon + index })));
        return {};
      });
      await store.outbox.advance(
        claimed.map(({ id }) => ({ recipientId: id, state: RecipientState.Undeliverable, at: noon })),
      );
      await store.desk.cancel({ kind: "transaction", id: "t" }, 60, by, noon);
      const ledger = await ledgerOf(store, 42);
      expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(1_000);
      expect(await store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: 1_000 }]);
      const all = { from: 0, until: Infinity, customerId: 42, user: undefined, by: [], limit: 9 };
      expect((await store.usage.sums(all)).map(({ state, messages }) => [state, messages])).toEqual([
        [RecipientState.Queued, 60],
        [RecipientState.Undeliverable, 40],
        [RecipientState.Deleted, 20],
      ]);
    });

    test("charges of several customers, in any order, end", async () => {
      for (const id of [42, 43, 44, 45]) await openAccount(first(), { id, credit: 100 });
      const { done } = await storm(
        ({ accounts }, index) =>
          accounts.addCredit(42 + ((index * 7) % 4), "SMS", index % 2 === 0 ? -1 : 1, noon),
        40,
      );
      expect(done).toBe(160);
      for (const id of [42, 43, 44, 45]) {
        const ledger = await ledgerOf(first(), id);
        const sum = ledger.reduce((total, { delta }) => total + delta, 0);
        expect(await first().accounts.balances(id)).toEqual([{ kind: "SMS", amount: sum }]);
      }
    });

    test.each<{ name: string; call: (store: Store, index: number) => Promise<object>; done: number }>([
      {
        name: "a customer",
        call: ({ accounts }) =>
          accounts.addCustomer({ id: 7, name: "A", payment: "prepaid", limit: undefined }, noon),
        done: 1,
      },
      {
        name: "a user",
        call: ({ accounts }) => accounts.addUser({ customerId: 42, name: "Bob", passwordHash: "h" }, noon),
        done: 1,
      },
      { name: "an originator", call: ({ accounts }) => accounts.addOriginator(42, "New", noon), done: 1 },
      {
        name: "the removal of an originator",
        call: ({ accounts }) => accounts.removeOriginator(42, "Shop"),
        done: 1,
      },
      {
        name: "the removal of a price",
        call: ({ coverage }) => coverage.removePrice(undefined, "", 0),
        done: 1,
      },
      {
        name: "the removal of a blacklisted number",
        call: ({ coverage }) => coverage.removeFromBlacklist(42, ["12025550101"]),
        done: 1,
      },
    ])("$name happens once", async ({ call, done }) => {
      await openAccount(first());
      await first().coverage.addToBlacklist(42, ["12025550101"], noon);
      expect((await storm(call, 4)).done).toBe(done);
    });

    test("of two users that get the same new name one has it", async () => {
      await openAccount(first());
      for (const name of ["Bob", "Cid", "Dan"])
        await first().accounts.addUser({ customerId: 42, name, passwordHash: "h" }, noon);
      const outcomes = await Promise.all(
        ["Ann", "Bob", "Cid", "Dan"].map(async (name, index) =>
          shared().all[index]?.accounts.changeUser(42, name, { name: "Eve" }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(1);
      expect((await first().accounts.users(42)).filter(({ name }) => name === "Eve")).toHaveLength(1);
    });

    test.each<{ of: string; meanwhile: string; change: (store: Store) => Promise<object>; wanted: string[] }>(
      [
        {
          of: "a new price of its prefix, by a change of another prefix",
          meanwhile: "INSERT INTO price VALUES (42, '44', 9); DELETE FROM coming_price",
          change: ({ coverage }) => coverage.setPrices(42, [{ prefix: "45", price: 5 }], noon + dayLength),
          wanted: ["44: 9", "45: 5"],
        },
        {
          of: "a new price of its prefix, by a price from a later day",
          meanwhile: "INSERT INTO price VALUES (42, '44', 9); DELETE FROM coming_price",
          change: ({ coverage }) =>
            coverage.setPrices(42, [{ prefix: "45", price: 5 }], noon + dayLength, dayOf(noon) + 2),
          wanted: ["44: 9", `45: 5 from ${dayOf(noon) + 2}`],
        },
        {
          of: "a new price of its prefix, by a removal",
          meanwhile: "INSERT INTO price VALUES (42, '44', 9); DELETE FROM coming_price",
          change: ({ coverage }) => coverage.removePrice(42, "45", noon + dayLength),
          wanted: ["44: 9"],
        },
        {
          of: "its own removal, by a change of another prefix",
          meanwhile: "DELETE FROM coming_price",
          change: ({ coverage }) => coverage.setPrices(42, [{ prefix: "45", price: 5 }], noon + dayLength),
          wanted: ["45: 5"],
        },
        {
          of: "a price that another process, whose clock is behind, adds for the same day",
          meanwhile: `INSERT INTO coming_price VALUES (42, '46', ${dayOf(noon) + 1}, 3)`,
          change: ({ coverage }) => coverage.setPrices(42, [{ prefix: "45", price: 5 }], noon + dayLength),
          wanted: ["44: 7", "45: 5", "46: 3"],
        },
      ],
    )("a coming price that has begun does not replace $of", async ({ meanwhile, change, wanted }) => {
      await openAccount(first());
      await first().coverage.setPrices(42, [{ prefix: "44", price: 7 }], noon, dayOf(noon) + 1);
      const client = new pg.Client({ connectionString: shared().url });
      await client.connect();
      await client.query(`BEGIN; ${meanwhile}`);
      let isDone = false;
      const changed = change(first()).finally(() => (isDone = true));
      const waiting =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await eventually(async () => isDone || (await execute(shared().url, waiting)).length > 0);
      await client.query("COMMIT");
      await client.end();
      await changed;
      const prices = await first().coverage.allPrices(42);
      expect(
        prices.map(
          ({ prefix, price, firstDay }) => `${prefix}: ${price}${firstDay === 0 ? "" : ` from ${firstDay}`}`,
        ),
      ).toEqual(wanted);
    });

    test("a change counts at once here, and soon in the other processes", async () => {
      await openAccount(first());
      const here = first();
      const there = shared().all[1] ?? here;
      const state = async ({ accounts }: Store) => (await accounts.login(42, "ann"))?.user.state;
      expect([await state(here), await state(there)]).toEqual(["active", "active"]);
      const before = await there.coverage.prices(42, 0);
      await here.accounts.setUserState(42, "Ann", "blocked");
      await here.coverage.setPrices(42, [{ prefix: "1", price: 5 }], 0);
      expect(await state(here)).toBe("blocked");
      await eventually(async () => (await state(there)) === "blocked");
      await eventually(async () => (await there.coverage.prices(42, 0)).own !== before.own);
      expect((await there.coverage.prices(42, 0)).own).toEqual([{ prefix: "1", price: 5 }]);
      const listed = async ({ coverage }: Store) => (await coverage.blacklisted(42, ["12025550101"])).size;
      expect([await listed(here), await listed(there)]).toEqual([0, 0]);
      await here.coverage.addToBlacklist(42, ["12025550101"], noon);
      expect(await listed(here)).toBe(1);
      await eventually(async () => (await listed(there)) === 1);
    });
  });

  describe("the schema of PostgreSQL refuses", () => {
    test.each([
      ["a balance below its floor", "UPDATE account SET floor = 0, balance = -1"],
      ["a changed ledger", "UPDATE ledger SET delta = 1"],
      ["a ledger that shrinks", "DELETE FROM ledger"],
      ["a ledger that is emptied", "TRUNCATE ledger"],
      [
        "a ledger that differs from the account",
        "INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, at) VALUES (42, 'SMS', 5, 5, 'refill', 0)",
      ],
      [
        "an entry that does not follow from the one before",
        "INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, at) VALUES (42, 'SMS', 5, 100, 'refill', 0)",
      ],
    ])("%s", async (_name, statement) => {
      await openAccount(first(), { credit: 100 });
      await expect(execute(shared().url, statement)).rejects.toThrow(/ledger|account/u);
      expect(await first().accounts.balances(42)).toEqual([{ kind: "SMS", amount: 100 }]);
    });
  });

  test("what PostgreSQL cannot hold in a text does no harm", async () => {
    await openAccount(first());
    const { accounts } = first();
    expect(await accounts.login(42, "Ann\0")).toBeUndefined();
    expect(await accounts.login(1e300, "Ann")).toBeUndefined();
    expect(await accounts.addOriginator(42, "A\0B", noon)).toEqual({ ok: true });
    expect(await accounts.originators(42)).toEqual(["Shop", "A\ufffdB"]);
  });

  test("a check writes, and fails with the reason", async () => {
    await first().check();
    await execute(shared().url, "ALTER TABLE schema_version RENAME TO gone");
    await expect(first().check()).rejects.toMatchObject({ code: "failed" });
  });
});
