import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addApiKey, listApiKeys, revokeApiKey } from "#server/actions/api-keys.js";
import { type Caller, machine, recentLogIn, shownNumber } from "#server/actions/rights.js";
import { showCustomer } from "#server/actions/customer-settings.js";
import { listInboxForwards } from "#server/actions/inbox-routes.js";
import { addRoute, listRoutes } from "#server/actions/routes.js";
import { addSmppAccount } from "#server/actions/smpp-accounts.js";
import { portalRights, type PortalRole } from "#server/domain/accounts/portal-users.js";
import type { OperatorRole } from "#server/domain/accounts/operators.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { noon, openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

let store: Store;

beforeAll(async () => {
  store = await openStore(await newDatabase());
  await openAccount(store);
  await openAccount(store, { id: 43 });
});

afterAll(async () => {
  await store.close();
});

const operator = (role: OperatorRole, ago = 0): Caller => ({
  ...{ kind: "operator", role, openedAt: noon - ago, refundLimit: 10 },
});

const user = (role: PortalRole, customer = 42, ago = 0, looksOnly = false): Caller => ({
  ...{ kind: "customer", customer, rights: portalRights[role], openedAt: noon - ago, looksOnly },
});

const callers = {
  "the machine": machine,
  "an administrator": operator("admin"),
  "an administrator with an old log-in": operator("admin", recentLogIn),
  "an operator with the role support": operator("support"),
  "a viewer": operator("viewer"),
  "an owner": user("owner"),
  "a developer": user("developer"),
  "a developer with an old log-in": user("developer", 42, recentLogIn),
  "a developer of another customer": user("developer", 43),
  "a reader": user("reader"),
  "an operator who looks at the portal": user("owner", 42, 0, true),
} as const;

type Name = keyof typeof callers;

const uses = {
  "key add": (use) => addApiKey.run(store, { user: "42/Ann", name: use.by.name, scopes: "send" }, use),
  "key revoke": (use) => revokeApiKey.run(store, { user: "42/Ann", name: use.by.name }, use),
  "key list --customer 42": (use) => listApiKeys.rows(store, { customer: "42" }, use),
  "key list": (use) => listApiKeys.rows(store, {}, use),
  "route add": (use) => addRoute.run(store, { prefix: "44", link: "none" }, use),
  "route list": (use) => listRoutes.rows(store, {}, use),
  "smpp add": (use) => addSmppAccount.run(store, { user: "42/Ann", systemId: "my shop" }, use),
} as const satisfies Readonly<
  Record<string, (use: Parameters<typeof listRoutes.rows>[2]) => Promise<unknown>>
>;

type Wanted = Readonly<Record<keyof typeof uses, "done" | RegExp>>;

const all = (want: "done" | RegExp): Wanted => ({
  ...{ "key add": want, "key revoke": want, "key list --customer 42": want, "key list": want },
  ...{ "route add": want, "route list": want, "smpp add": want },
});

const looking: Wanted = {
  ...all(/not allowed/u),
  ...{ "key list --customer 42": "done", "key list": "done", "route list": "done" },
};

/** A user does nothing without a customer, and nothing that is for operators alone. */
const ownKeys: Wanted = {
  ...all(/not allowed/u),
  ...{ "key add": "done", "key revoke": "done", "key list --customer 42": "done" },
  "key list": /another customer/u,
};

/** What each caller may do; `done` also where the store, and not the right, refuses. */
const rows: readonly (readonly [Name, Wanted])[] = [
  ["the machine", all("done")],
  ["an administrator", all("done")],
  [
    "an administrator with an old log-in",
    {
      ...all("done"),
      ...{ "key add": /last 10 minutes/u, "key revoke": /last 10 minutes/u, "smpp add": /last 10 minutes/u },
    },
  ],
  ["an operator with the role support", looking],
  ["a viewer", looking],
  ["an owner", ownKeys],
  ["a developer", ownKeys],
  [
    "a developer with an old log-in",
    { ...ownKeys, "key add": /last 10 minutes/u, "key revoke": /last 10 minutes/u },
  ],
  [
    "a developer of another customer",
    {
      ...ownKeys,
      ...{ "key add": /another customer/u, "key revoke": /another customer/u },
      "key list --customer 42": /another customer/u,
    },
  ],
  ["a reader", all(/not allowed/u)],
  [
    "an operator who looks at the portal",
    { ...ownKeys, "key add": /not allowed/u, "key revoke": /not allowed/u },
  ],
];

describe.each(rows)("%s", (name, wanted) => {
  test.each(Object.entries(wanted) as [keyof typeof uses, "done" | RegExp][])("%s: %s", async (use, want) => {
    const call = { by: { name, source: "test" }, now: noon, caller: callers[name] };
    const before = await store.audit.entries(1);
    const failed = await uses[use](call).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    if (want !== "done") {
      expect(failed?.message).toMatch(want);
      expect(await store.audit.entries(1)).toEqual(before);
    } else expect(failed?.message ?? "").not.toMatch(/not allowed|log-in/u);
  });
});

const program = (role: OperatorRole): Caller => ({ kind: "key", role, trusted: true, refundLimit: 10 });

/** Whole numbers are for the role support; the query of a URL, which may have a token, is for administrators. */
test.each<readonly [name: string, caller: Caller, number: string, query: string | undefined]>([
  ["the machine", machine, "12025550101", "?token=hush"],
  ["an administrator", operator("admin"), "12025550101", "?token=hush"],
  ["an operator with the role support", operator("support"), "12025550101", ""],
  ["a viewer", operator("viewer"), "12025550***", ""],
  ["a key of an administrator", program("admin"), "12025550101", "?token=hush"],
  ["a key with the role support", program("support"), "12025550101", ""],
  ["a key of a viewer", program("viewer"), "12025550***", ""],
  ["an owner", user("owner"), "12025550101", undefined],
  ["a reader", user("reader"), "12025550101", undefined],
])("what %s sees", async (name, caller, number, query) => {
  expect(shownNumber("12025550101", caller)).toBe(number);
  const url = "https://shop.example.com/states";
  const target = { customerId: 42, url: `${url}?token=hush`, secret: "whsec_", parts: false, private: false };
  await store.callbacks.setTarget(target, noon);
  await store.incoming.setForward({ customerId: 42, url: target.url, method: "POST", private: false });
  if (query === undefined) return;
  const use = { by: { name, source: "test" }, now: noon, caller };
  expect(await showCustomer.row(store, { id: "42" }, use)).toMatchObject({ callbackUrl: `${url}${query}` });
  expect(await listInboxForwards.rows(store, {}, use)).toMatchObject([{ url: `${url}${query}` }]);
});
