import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { action } from "#server/actions/action.js";
import { machine } from "#server/actions/rights.js";
import { isRepeat } from "#server/admin/recorded.js";
import { InvalidInput, Refusal } from "#server/admin/refusal.js";
import { onceCall, Once } from "#server/faces/operators/once.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

/** An action that was refused behind some of its changes is not one that was carried out before. */

let store: Store;

beforeAll(async () => {
  store = await openStore(await newDatabase());
  await openAccount(store);
});
afterAll(() => store.close());

/** Adds as many originators, then refuses. */
const adding = (count: number, refusal: Error | undefined) =>
  action({
    name: "originator add",
    help: "",
    may: { operator: "admin" },
    keys: {},
    run: async (_none, { recorded }) => {
      for (let index = 0; index < count; index++) {
        const changes = recorded({ subject: { customer: 42 } });
        await changes.accounts.addOriginator(42, `Shop ${Math.random().toFixed(6).slice(2)}`, Date.now());
      }
      if (refusal !== undefined) throw refusal;
      return { row: {} };
    },
  });

const stays = "; what was done before it stays";

test.each<{ count: number; refusal: Error; message: string; code: string }>([
  { count: 0, refusal: new Refusal("no"), message: "no", code: "none" },
  { count: 1, refusal: new Refusal("no"), message: `no${stays}`, code: "none" },
  { count: 3, refusal: new Refusal("no"), message: `no${stays}`, code: "none" },
  { count: 0, refusal: new InvalidInput("x", { field: "name" }), message: "x", code: "name" },
  { count: 2, refusal: new InvalidInput("x", { field: "name" }), message: `x${stays}`, code: "name" },
  { count: 1, refusal: new Error("lost"), message: "lost", code: "none" },
])("$count changes, then $refusal", async ({ count, refusal, message, code }) => {
  const login = { id: "key", secret: "secret" };
  const call = onceCall(login, `${String(count)} ${refusal.message} ${refusal.name}`, "originator add", {});
  const by = { name: "admin", source: "test", form: call.form };
  const done = new Once(store).run(call, {}, Date.now(), () =>
    adding(count, refusal).run(store, {}, { caller: machine, by, now: Date.now() }),
  );
  const error: unknown = await done.catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message });
  expect(error instanceof Refusal ? (error.field ?? "none") : "none").toBe(code);
  expect(await isRepeat(store, error, call.form)).toBe(false);
  // Sent again, it is refused as carried out, if not to its end.
  if (count > 0)
    await expect(
      new Once(store).run(call, {}, Date.now(), () =>
        adding(0, undefined).run(store, {}, { caller: machine, by, now: Date.now() }),
      ),
    ).rejects.toMatchObject({ code: "AlreadyDone" });
});
