import { blacklistBegin } from "#server/domain/credit/coverage.js";
import { describe, expect, test } from "@jest/globals";
import { Acting, type Actor } from "#server/domain/audit.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { RecordedChanges, Store } from "#server/ports/store.js";
import { addLink } from "./claims.js";
import { allOf, noon, openAccount, submission } from "./fixtures.js";
import { definition, importList, listId } from "./list-cases.js";
import type { Subject } from "./suite.js";

const actor: Actor = { name: "ann", source: "test" };
const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
const target = { customerId: 42, url: "https://shop.example.com/", secret, parts: false, private: false };
const link = {
  kind: "loopback",
  url: "loopback:",
  password: "",
  network: "n",
  settings: {},
  ofFile: false,
} as const;
const forward = {
  customerId: 42,
  url: "https://shop.example.com/in",
  method: "POST",
  private: false,
} as const;
const anything = { customerId: undefined, originator: undefined, kind: undefined };
const route = {
  ...anything,
  prefix: "1",
  link: "test",
  rank: 1,
  weight: 1,
  uncertain: "hold",
  ofFile: false,
} as const;

const changes: Readonly<Record<string, (changes: RecordedChanges) => Promise<unknown>>> = {
  "add a customer": ({ accounts }) =>
    accounts.addCustomer({ id: 43, name: "B", payment: "prepaid", limit: undefined }, noon),
  "change a customer": ({ accounts }) => accounts.changeCustomer(42, { name: "Other" }),
  "block a customer": ({ accounts }) => accounts.setCustomerState(42, "blocked"),
  "add credit": ({ accounts }) => accounts.addCredit(42, "SMS", 500, noon),
  "add a user": ({ accounts }) => accounts.addUser({ customerId: 42, name: "Bob", passwordHash: "x" }, noon),
  "change a user": ({ accounts }) => accounts.changeUser(42, "Ann", { name: "Eve" }),
  "block a user": ({ accounts }) => accounts.setUserState(42, "Ann", "blocked"),
  "replace a password": ({ accounts }) => accounts.setPassword(42, "Ann", { passwordHash: "other" }),
  "add an originator": ({ accounts }) => accounts.addOriginator(42, "Other", noon),
  "remove an originator": ({ accounts }) => accounts.removeOriginator(42, "Shop"),
  "set a callback URL": ({ callbacks }) =>
    callbacks.setTarget({ ...target, url: "https://other.example.com/" }, noon),
  "remove a callback URL": ({ callbacks }) => callbacks.removeTarget(42),
  "retry callbacks": ({ callbacks }) => callbacks.retry({ ids: [1] }, noon + 5),
  "set prices": ({ coverage }) => coverage.setPrices(42, [{ prefix: "49", price: 2_000 }], 0),
  "remove a price": ({ coverage }) => coverage.removePrice(42, "1", 0),
  "add to a blacklist": ({ coverage }) => coverage.addToBlacklist(42, ["12025550109"], noon),
  "remove from a blacklist": ({ coverage }) => coverage.removeFromBlacklist(42, ["12025550108"]),
  "add a message to an inbox": ({ inbox }) =>
    inbox.add({ customerId: 42, from: "12025550101", to: "4477", text: "Hi", at: noon }),
  "add an inbox number": ({ incoming }) => incoming.addNumber({ number: "4478", customerId: 42 }, noon),
  "remove an inbox number": ({ incoming }) => incoming.removeNumber("4477"),
  "set a forward": ({ incoming }) => incoming.setForward({ ...forward, method: "GET" }),
  "remove a forward": ({ incoming }) => incoming.removeForward(42),
  "import a list": ({ lists }) => lists.finishImport(2, definition({ name: "Other", id: listId(2) }), noon),
  "change a list": ({ lists }) => lists.changeList(42, "Clients", { category: "Other" }),
  "remove a list": ({ lists }) => lists.removeList(42, "Clients"),
  "add a location": ({ locations }) => locations.add({ name: "Port", description: "" }, noon),
  "change a location": ({ locations }) => locations.change(1, { description: "Hall" }),
  "close a location": ({ locations }) => locations.setActive(1, false),
  "import an audience": ({ locations }) => locations.addAudience(1, ["12025550102"]),
  "add a link": ({ links }) => links.add({ ...link, name: "other" }, noon),
  "change a link": ({ links }) => links.change("free", { started: false }),
  "remove a link": ({ links }) => links.remove("free"),
  "add a route": ({ links }) => links.addRoute({ ...route, prefix: "49" }),
  "change a route": ({ links }) => links.changeRoute(1, { ...route, weight: 9 }),
  "remove a route": ({ links }) => links.removeRoute(1),
  "change a tube user": ({ tube }) => tube.change(42, "Ann", { validity: 77 }),
};

/** A store with something of each kind to change. */
async function fill(store: Store): Promise<void> {
  await openAccount(store, { payment: "postpaid" });
  await addLink(store);
  await addLink(store, "free");
  await store.links.addRoute(route);
  await store.callbacks.setTarget(target, noon);
  await store.coverage.setPrices(42, [{ prefix: "1", price: 1_000 }], 0);
  await store.coverage.addToBlacklist(42, ["12025550108"], noon);
  await store.incoming.addNumber({ number: "4477", customerId: 42 }, noon);
  await store.incoming.setForward(forward);
  await importList(store.lists, definition(), []);
  await store.lists.beginImport(definition({ name: "Other", id: listId(2) }), noon);
  await store.locations.add({ name: "Station", description: "" }, noon);
  const refused = [{ phone: "12025550101", state: RecipientState.Blacklisted }];
  await store.outbox.submit(submission("t1", { recipients: [], refused }));
  await store.callbacks.queue.giveUp({ id: 1, at: noon, failure: "HTTP 500" });
}

async function shown({ accounts, callbacks, coverage, tube, ...store }: Store): Promise<unknown> {
  return {
    customers: await accounts.customers(),
    balances: await accounts.balances(42),
    users: await accounts.users(),
    login: await accounts.login(42, "Ann"),
    originators: await accounts.allOriginators(),
    target: await callbacks.target(42),
    failed: await callbacks.list({ customerId: 42, failed: true }, 9),
    prices: [await coverage.allPrices("all"), await coverage.prices(42, 0)],
    blacklist: await coverage.blacklist("all", blacklistBegin, 99),
    inbox: [await store.incoming.numbers(), await store.incoming.forwards(), await store.inbox.counts(42)],
    links: [await store.links.links(), await store.links.routes()],
    lists: await store.lists.all(),
    locations: await allOf(store.locations.list()),
    tube: await tube.user(42, "Ann"),
  };
}

/** Changes with their entries of the audit log. */
export function recordedCases(subject: Subject): void {
  describe("a change and its entry of the audit log are one commit", () => {
    test.each(Object.entries(changes))("%s", async (_name, change) => {
      const store = subject.store();
      await fill(store);
      const form = { ...actor, form: "a".repeat(43) };
      const entry = { at: noon, action: "customer change", subject: { customer: 42 } } as const;
      await store.audit.add({ ...entry, actor: form });
      const before = await shown(store);
      // The second statement, the entry, fails.
      await expect(change(store.recording({ ...entry, actor: form }))).rejects.toMatchObject({
        code: "repeated",
      });
      expect([await shown(store), (await store.audit.entries(9)).length]).toEqual([before, 1]);
      await change(store.recording({ ...entry, actor }));
      expect([await shown(store), (await store.audit.entries(9)).length]).not.toEqual([before, 2]);
      expect(await store.audit.entries(9)).toHaveLength(2);
    });

    test("the form of an action of several steps is in the entry of the first that changed something", async () => {
      const store = subject.store();
      await fill(store);
      const acting = new Acting({ ...actor, form: "b".repeat(43) });
      const recording = () =>
        store.recording({ at: noon, actor: acting, action: "customer change", subject: { customer: 42 } });
      const [first, second] = [recording(), recording()];
      expect(await first.incoming.removeNumber("9")).toBe(false);
      expect(await store.audit.hasForm("b".repeat(43))).toBe(false);
      await first.lists.removeList(42, "None");
      for (const changes of [second, second, first, recording()])
        expect(await changes.accounts.changeCustomer(42, { note: "n" })).toMatchObject({ ok: true });
      expect(await store.audit.hasForm("b".repeat(43))).toBe(true);
      expect(await store.audit.entries(9)).toHaveLength(4);
      const repeated = new Acting({ ...actor, form: "b".repeat(43) });
      const again = store.recording({ at: noon, actor: repeated, action: "customer change", subject: {} });
      await expect(again.accounts.changeCustomer(42, { note: "m" })).rejects.toMatchObject({
        code: "repeated",
      });
    });

    test("a change that is refused has no entry", async () => {
      const store = subject.store();
      await fill(store);
      const recorded = store.recording({ at: noon, actor, action: "link change", subject: {} });
      expect(await recorded.links.change("none", { started: false })).toMatchObject({ ok: false });
      expect(await recorded.callbacks.retry({ ids: [99] }, noon)).toBe(0);
      expect(await recorded.campaigns.stop(9, undefined, "StoppedByAdmin", noon)).toBe(false);
      expect(await recorded.links.resolve([9], "fail", noon)).toBe(0);
      expect(await recorded.incoming.removeNumber("9")).toBe(false);
      expect(
        await recorded.inbox.add({ customerId: 9, from: "1", to: "2", text: "Hi", at: noon }),
      ).toBeUndefined();
      expect(await recorded.lists.removeList(42, "None")).toMatchObject({ ok: false });
      expect(await recorded.locations.add({ name: "Station", description: "" }, noon)).toBeUndefined();
      expect(await recorded.locations.addAudience(9, ["12025550102"])).toBeUndefined();
      expect(await store.audit.entries(9)).toEqual([]);
    });
  });
}
