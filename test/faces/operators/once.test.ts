import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiServer, startApi } from "./api-server.js";

let api: ApiServer;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const credit = { customer: 42, kind: "SMS", amount: "5" };
const add = (key: string, body: object = credit, role: "admin" | "untrusted" = "admin") =>
  api.call(api.keys[role], "credit/add", body, { "Idempotency-Key": key });
const balance = async () =>
  (await api.store.accounts.balances(42)).find(({ kind }) => kind === "SMS")?.amount;

test("concurrent calls with one key add credit once, and all get the same answer", async () => {
  const before = (await balance()) ?? 0;
  const answers = await Promise.all(Array.from({ length: 8 }, () => add("together")));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body["row"]))).size).toBe(1);
  expect(answers.filter(({ body }) => body["repeated"] === true)).toHaveLength(7);
  expect(await balance()).toBe(before + 5_000);
});

test("the order of members does not matter; other values, and another call, need a new key", async () => {
  await add("values");
  const turned = { amount: "5", kind: "SMS", customer: 42 };
  expect((await add("values", turned)).body).toMatchObject({ repeated: true });
  expect((await add("values", { ...credit, amount: "6" })).body).toMatchObject({ code: "KeyReused" });
});

test("a call whose response is not stored any more is refused, not carried out", async () => {
  const before = await balance();
  await add("forgotten");
  await api.store.forms.forget(Date.now() + 25 * 3_600_000);
  expect((await add("forgotten")).body).toMatchObject({ status: 409, code: "AlreadyDone" });
  expect(await balance()).toBe((before ?? 0) + 5_000);
});

test("a refused call may be repeated with its key until it is carried out", async () => {
  const body = { ...credit, customer: 77 };
  expect((await add("later", body)).body).toMatchObject({ code: "UnknownThing" });
  await api.store.accounts.addCustomer(
    { id: 77, name: "Late", payment: "prepaid", limit: undefined },
    Date.now(),
  );
  expect((await add("later", body)).status).toBe(200);
  expect((await add("later", body)).body).toMatchObject({ repeated: true, row: { balance: "5" } });
});

test("keys of operators have Idempotency-Keys of their own", async () => {
  const route = { prefix: "49", link: "test" };
  const routes = async (key: string) =>
    (await api.call(key, "route/add", route, { "Idempotency-Key": "shared" })).body["row"];
  const one = (await routes(api.keys.admin)) as { readonly id: number };
  expect(await routes(api.keys.admin)).toEqual(one);
  const other = await api.call(
    api.keys.untrusted,
    "route/add",
    { ...route, rank: 2 },
    { "Idempotency-Key": "shared" },
  );
  expect(other.body["row"]).not.toEqual(one);
});
