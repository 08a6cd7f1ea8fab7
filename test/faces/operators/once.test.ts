import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { submission } from "../../storage/fixtures.js";
import { onceCall } from "#server/faces/operators/once.js";
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

/** Messages of customer 42 of which each costs a credit; returns their ids, lowest first. */
async function sent(name: string, count: number): Promise<readonly number[]> {
  const at = Date.now();
  const recipients = Array.from({ length: count }, (_, index) => String(12_025_550_101 + index));
  const charge = { kind: "SMS", amount: count } as const;
  await api.store.outbox.submit(submission(name, { at, dueAt: at + 86_400_000, recipients, charge }));
  const found = await api.store.desk.candidates({ kind: "transaction", id: name }, undefined, count);
  return found.map(({ id }) => id).reverse();
}

const fail = async (ids: readonly number[]) =>
  api.store.outbox.advance([
    ...ids.map((recipientId) => ({ recipientId, state: RecipientState.Submitting, at: Date.now() })),
    ...ids.map((recipientId) => ({ recipientId, state: RecipientState.Failed, at: Date.now() + 1 })),
  ]);

const audience = (count: number) =>
  Array.from({ length: count }, (_, index) => String(12_025_550_101 + index)).join("\n");

/** Calls of several steps: all are carried out with one key, and once. */
test.each<{
  readonly what: string;
  readonly path: string;
  readonly given: () => Promise<object>;
  readonly want: object;
  readonly entries: number;
}>([
  {
    ...{ what: "two messages", path: "message/cancel", want: { cancelled: 2 }, entries: 2 },
    given: async () => ({ ids: (await sent("two", 2)).map(String) }),
  },
  {
    ...{ what: "three, the first cancelled before", path: "message/cancel" },
    ...{ want: { cancelled: 2 }, entries: 2 },
    given: async () => {
      const ids = await sent("three", 3);
      await api.call(api.keys.admin, "message/cancel", { ids: [String(ids[0])] });
      return { ids: ids.map(String) };
    },
  },
  {
    ...{ what: "a transaction of more than a step", path: "message/cancel" },
    ...{ want: { cancelled: 1_001 }, entries: 2 },
    given: async () => {
      await sent("wide", 1_001);
      return { transaction: "wide" };
    },
  },
  {
    ...{ what: "two messages", path: "message/refund", want: { refunded: 2 }, entries: 1 },
    given: async () => {
      const ids = await sent("failed", 2);
      await fail(ids);
      return { ids: ids.map(String) };
    },
  },
  {
    ...{ what: "a transaction of several steps", path: "message/refund" },
    ...{ want: { refunded: 1_900 }, entries: 2 },
    given: async () => {
      await fail(await sent("long", 1_900));
      return { transaction: "long" };
    },
  },
  {
    ...{ what: "a transaction whose first step refunds nothing", path: "message/refund" },
    ...{ want: { refunded: 1_000, open: 1_000 }, entries: 1 },
    given: async () => {
      await fail((await sent("begun", 2_000)).slice(0, 1_000));
      return { transaction: "begun" };
    },
  },
  {
    ...{ what: "an audience of several pieces", path: "location/import" },
    ...{ want: { added: 2_500 }, entries: 3 },
    given: async () => {
      const now = Date.now();
      const location = await api.store.locations.add({ name: "Depot", description: "" }, now);
      return { location, file: audience(2_500) };
    },
  },
])("$path of $what with a key", async ({ what, path, given, want, entries }) => {
  const body = await given();
  const headers = { "Idempotency-Key": `${path} ${what}` };
  const [before] = await api.store.audit.entries(1);
  expect(await api.call(api.keys.admin, path, body, headers)).toMatchObject({
    status: 200,
    body: { row: want },
  });
  const written = (await api.store.audit.entries(9)).filter(({ id }) => id > (before?.id ?? 0));
  expect(written).toHaveLength(entries);
  expect((await api.call(api.keys.admin, path, body, headers)).body).toMatchObject({
    row: want,
    repeated: true,
  });
  await api.store.forms.forget(Date.now() + 25 * 3_600_000);
  expect((await api.call(api.keys.admin, path, body, headers)).body).toMatchObject({ code: "AlreadyDone" });
  expect((await api.store.audit.entries(9)).filter(({ id }) => id > (before?.id ?? 0))).toEqual(written);
});

test("a repeat with a key that has lost the right is refused", async () => {
  const { store } = api;
  await add("demoted");
  const by = { name: "root", source: "test" };
  await store.operators.change("admin", { role: "support" }, by, Date.now());
  expect((await add("demoted")).body).toMatchObject({ status: 403, code: "NotAllowed" });
  await store.operators.change("admin", { role: "admin" }, by, Date.now());
  expect((await add("demoted")).body).toMatchObject({ repeated: true });
});

test("what a call asked for is stored so that nobody can try passwords", () => {
  const given = { name: "ann", password: "correct horse battery" };
  const [one, other] = ["mo_1", "mo_2"].map((secret) =>
    onceCall({ id: "0123456789abcdef", secret }, "7", "operator password", given),
  );
  expect(other?.form).toBe(one?.form);
  expect(other?.request).not.toBe(one?.request);
});
