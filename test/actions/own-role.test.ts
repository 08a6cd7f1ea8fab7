import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { changeOperator, removeOperator } from "#server/actions/operators.js";
import { type Caller, machine } from "#server/actions/rights.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { newDatabase } from "../storage/new-database.js";

/** Nobody takes the own role away, and somebody else's only while an administrator is left. */

let store: Store;
const root = { name: "root", source: "test" };

beforeAll(async () => {
  store = await openStore(await newDatabase());
});
afterAll(() => store.close());

beforeEach(async () => {
  for (const { name } of await store.operators.list()) await store.operators.remove(name, root, 0);
});

const operator: Caller = { kind: "operator", role: "admin", openedAt: Date.now(), refundLimit: 0 };
const key: Caller = { kind: "key", role: "admin", trusted: true, refundLimit: 0 };

const own = /is you: another administrator/u;
const last = /is the last administrator/u;

test.each<{
  admins: string;
  by: string;
  caller: Caller;
  does: "viewer" | "admin" | "remove";
  to: string;
  refused?: RegExp;
}>([
  { admins: "ann kim", by: "ann", caller: operator, does: "viewer", to: "ann", refused: own },
  { admins: "ann kim", by: "ann", caller: operator, does: "admin", to: "ann", refused: own },
  { admins: "ann kim", by: "ann", caller: operator, does: "remove", to: "ann", refused: own },
  { admins: "ann kim", by: "ann", caller: key, does: "viewer", to: "ann", refused: own },
  { admins: "ann kim", by: "ann", caller: key, does: "remove", to: "ann", refused: own },
  { admins: "ann", by: "ann", caller: operator, does: "remove", to: "ann", refused: own },
  { admins: "ann kim", by: "ann", caller: operator, does: "viewer", to: "kim" },
  { admins: "ann kim", by: "ann", caller: operator, does: "remove", to: "kim" },
  { admins: "ann kim", by: "ann", caller: key, does: "remove", to: "kim" },
  // Removed after the check of the role, by another one at the same time.
  { admins: "kim", by: "ann", caller: operator, does: "viewer", to: "kim", refused: last },
  { admins: "kim", by: "ann", caller: operator, does: "remove", to: "kim", refused: last },
  { admins: "kim", by: "ann", caller: key, does: "remove", to: "kim", refused: last },
  { admins: "kim", by: "ann", caller: operator, does: "admin", to: "kim" },
  { admins: "kim", by: "kim", caller: machine, does: "viewer", to: "kim" },
  { admins: "kim", by: "root", caller: machine, does: "remove", to: "kim" },
])("$admins, $by: $does $to: $refused", async ({ admins, by, caller, does, to, refused }) => {
  for (const name of [...admins.split(" "), "viewer"]) {
    const role = name === "viewer" ? "viewer" : "admin";
    await store.operators.add({ name, role, passwordHash: "hash", createdAt: 0 }, root);
  }
  const use = { caller, by: { name: by, source: "test" }, now: Date.now() };
  const before = await store.operators.list();
  const done =
    does === "remove"
      ? removeOperator.run(store, { name: to }, use)
      : changeOperator.run(store, { name: to, role: does }, use);
  if (refused === undefined) {
    await done;
    expect((await store.operators.find(to))?.role).toBe(does === "remove" ? undefined : does);
  } else {
    await expect(done).rejects.toThrow(refused);
    expect(await store.operators.list()).toEqual(before);
  }
});

test("two administrators who remove each other at once leave one", async () => {
  for (const name of ["ann", "kim"])
    await store.operators.add({ name, role: "admin", passwordHash: "hash", createdAt: 0 }, root);
  const remove = (by: string, to: string) =>
    removeOperator.run(
      store,
      { name: to },
      { caller: operator, by: { name: by, source: "test" }, now: Date.now() },
    );
  const done = await Promise.allSettled([remove("ann", "kim"), remove("kim", "ann")]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await store.operators.list()).toHaveLength(1);
});
