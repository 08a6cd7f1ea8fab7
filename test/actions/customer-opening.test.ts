import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openCustomer } from "#server/actions/customer-opening.js";
import { machine } from "#server/actions/rights.js";
import { addSmppAccount } from "#server/actions/smpp-accounts.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { newToken } from "#server/faces/web/tokens.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const now = Date.UTC(2030, 0, 15, 12);
const use = { by: { name: "ann", source: "test" }, caller: machine, now };
let store: Store;

beforeAll(async () => {
  store = await openStore(await newDatabase());
  await openAccount(store);
  await addSmppAccount.run(store, { user: "42/Ann", systemId: "taken" }, use);
});
afterAll(() => store.close());

const whole = {
  ...{ id: "50", name: "Harbor Trading", credit: "12.5", originator: "Harbor" },
  ...{ prices: ["49=0.8", "4915\t1.2", "33;none"], user: "api", key: "shop", systemId: "harbor" },
};

/** All that the store has of a customer. */
const foundOf = async (id: number) => ({
  customer: await store.accounts.customer(id),
  balances: await store.accounts.balances(id),
  users: (await store.accounts.users(id)).map(({ name }) => name),
  originators: await store.accounts.originators(id),
  prices: (await store.coverage.allPrices(id)).map(({ prefix, price }) => [prefix, price]),
  keys: (await store.apiKeys.list(id)).map(({ name, scopes }) => [name, scopes]),
  smpp: (await store.smpp.accounts(id)).map(({ systemId }) => systemId),
  invited: (await store.portal.users(id, now)).map(({ name, invitedRole }) => [name, invitedRole]),
});

test("a new customer has everything that its sheet says, with an entry for each change", async () => {
  const entries = (await store.audit.entries(1_000)).length;
  const { row, text } = await openCustomer.run(store, whole, use);
  expect(row).toMatchObject({
    id: 50,
    payment: "prepaid",
    limit: null,
    credit: "12.5",
    prices: 3,
    user: "api",
  });
  expect(row.key).toMatch(/^mk_/u);
  expect(row.invitation).toMatch(/^\/invitation\//u);
  expect(row.smppPassword).toHaveLength(8);
  expect(text).toContain("customer 50 added, prepaid");
  expect(await foundOf(50)).toMatchObject({
    customer: { name: "Harbor Trading", payment: "prepaid" },
    balances: [{ kind: "SMS", amount: 12_500 }],
    users: ["api"],
    originators: ["Harbor"],
    prices: [
      ["33", undefined],
      ["49", 800],
      ["4915", 1_200],
    ],
    keys: [["shop", ["send", "read"]]],
    smpp: ["harbor"],
    invited: [["api", "owner"]],
  });
  const added = (await store.audit.entries(1_000)).length - entries;
  const actions = (await store.audit.entries(added)).toReversed().map(({ action }) => action);
  expect(actions).toEqual([
    ...["customer add", "price set", "credit add", "originator add"],
    ...["portal invite", "key add", "smpp add"],
  ]);
});

test("a user with a password is not invited, and a postpaid customer has a limit", async () => {
  const given = {
    id: "51",
    name: "Two",
    postpaid: "on",
    limit: "100",
    prices: [],
    password: "seven green bicycles",
  };
  const { row } = await openCustomer.run(store, given, use);
  expect(row).toMatchObject({
    payment: "postpaid",
    limit: "100",
    invitation: null,
    key: null,
    systemId: null,
  });
  expect((await store.accounts.login(51, "api"))?.user.name).toBe("api");
});

describe("nothing is made if one of it is refused", () => {
  test.each([
    { given: { ...whole, id: "42" }, field: "id", want: "customer 42 exists already" },
    { given: { ...whole, id: "0" }, field: "id", want: "invalid" },
    { given: { ...whole, name: "" }, field: "name", want: "1 to 100 characters" },
    { given: { ...whole, limit: "5" }, field: "limit", want: "only a postpaid customer" },
    { given: { ...whole, credit: "x" }, field: "credit", want: "use credits" },
    { given: { ...whole, credit: "0" }, field: "credit", want: "use more than 0 credits" },
    { given: { ...whole, originator: "a name that is too long" }, field: "originator", want: "originator" },
    { given: { ...whole, prices: ["49"] }, field: "prices", want: "such as 49=0.8" },
    { given: { ...whole, prices: ["x=1"] }, field: "prices", want: "x" },
    { given: { ...whole, prices: ["49=cheap"] }, field: "prices", want: "cheap" },
    { given: { ...whole, user: "" }, field: "user", want: "1 to" },
    { given: { ...whole, role: "king" }, field: "role", want: "use owner" },
    { given: { ...whole, password: "short" }, field: "password", want: "at least" },
    { given: { ...whole, key: "" }, field: "key", want: "1 to" },
    { given: { ...whole, scopes: "fly" }, field: "scopes", want: "use one or more of" },
    { given: { ...whole, systemId: "a b" }, field: "systemId", want: "printable ASCII" },
    { given: { ...whole, systemId: "taken" }, field: "systemId", want: "system_id taken" },
  ])("$field: $want", async ({ given, field, want }) => {
    const asked = { ...given, id: given.id === "50" ? "60" : given.id };
    const entries = await store.audit.entries(1_000);
    const refusal: unknown = await openCustomer.run(store, asked, use).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: "Refusal", field, message: expect.stringContaining(want) });
    expect(await store.accounts.customer(60)).toBeUndefined();
    expect(await store.coverage.allPrices(60)).toEqual([]);
    expect((await store.audit.entries(1_000)).length).toBe(entries.length);
  });
});

test("a sheet that is sent twice makes one customer, whichever comes first", async () => {
  const form = newToken();
  const sent = { ...whole, id: "70", systemId: "pier" };
  const by = { ...use.by, form };
  const ends = await Promise.allSettled([1, 2].map(() => openCustomer.run(store, sent, { ...use, by })));
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await store.audit.hasForm(form)).toBe(true);
  expect(await foundOf(70)).toMatchObject({
    balances: [{ amount: 12_500 }],
    keys: [["shop", ["send", "read"]]],
    smpp: ["pier"],
  });
});
