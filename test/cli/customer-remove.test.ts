import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { addLink, claimDue } from "../storage/claims.js";
import { noon, openAccount, submission, ledgerOf } from "../storage/fixtures.js";
import { temporaryFolder } from "./messenger.js";
import { newDatabase } from "../storage/new-database.js";

const runner = new CommandRunner("messenger");
const folder = temporaryFolder();

afterAll(() => {
  runner.end();
  folder.remove();
});

/** Two customers with everything that may belong to one. */
async function fill(url: string): Promise<void> {
  const store = await openStore(url);
  try {
    await addLink(store);
    for (const id of [42, 43]) {
      await openAccount(store, { id, credit: 5_000, user: `User ${id}` });
      await store.outbox.submit(submission(`t${id}`, { customerId: id, userName: `User ${id}` }));
      await store.inbox.add({ customerId: id, from: "12025550101", to: "100", text: "Hi", at: noon });
    }
  } finally {
    await store.close();
  }
  const file = join(folder.path, "list.csv");
  writeFileSync(file, "phone;name\n12025550101;Ann\n");
  for (const id of ["42", "43"]) {
    for (const words of [
      ["list", "import", id, "Friends", file],
      ["inbox", "number", "add", id, `99${id}`],
      ["customer", "change", id, "--callback-url", "https://shop.example.com/"],
      ["inbox", "forward", "set", id, "https://shop.example.com/"],
      ["price", "set", "49", "2", "--customer", id],
      ["customer", "change", id, "--note", "Ask for Ann"],
      ["blacklist", "add", "12025550102", "--customer", id],
    ]) {
      const { code, stderr } = await runner.run([...words, "--database", url]);
      expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: "" });
    }
  }
}

async function finishMessages(url: string): Promise<void> {
  const store = await openStore(url);
  for (const { id: recipientId } of await claimDue(store, noon, 10))
    await store.outbox.advance([{ recipientId, state: RecipientState.Delivered, at: noon }]);
  await store.close();
}

async function removes(url: string): Promise<void> {
  await fill(url);
  const remove = (id: string) => runner.run(["customer", "remove", id, "--yes", "--json", "--database", url]);
  expect((await runner.run(["customer", "remove", "42", "--database", url])).code).toBe(2);
  expect(await remove("44")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there is no customer 44"),
  });
  expect(await remove("42")).toMatchObject({ code: 3, stderr: expect.stringContaining("are not over") });
  await finishMessages(url);
  const { code, stdout, stderr } = await remove("42");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const removed = { users: 1, originators: 1, lists: 1, inbox: 1, callbacks: 2, settings: 3 };
  expect(JSON.parse(stdout)).toEqual({ id: 42, ...removed });

  const store = await openStore(url);
  try {
    const [gone, other] = await store.accounts.customers();
    expect([await store.callbacks.target(42), (await store.callbacks.target(43))?.url]).toEqual([
      undefined,
      "https://shop.example.com/",
    ]);
    expect(gone).toMatchObject({ id: 42, name: "removed", state: "blocked", note: undefined });
    expect(other).toMatchObject({ id: 43, name: "Customer 43", state: "active" });
    expect((await ledgerOf(store, 42)).map(({ delta }) => delta)).toEqual([5_000, -1_000]);
    expect(await store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: 4_000 }]);
    const by = ["user", "originator"] as const;
    const used = { from: 0, until: Infinity, customerId: 42, user: undefined, by, limit: 9 };
    const counted = { customerId: 42, user: "***", originator: "***", messages: 1, parts: 1 };
    expect(await store.usage.sums(used)).toEqual([
      { ...counted, state: RecipientState.Queued },
      { ...counted, state: RecipientState.Delivered },
    ]);
    const ofOther = await store.usage.sums({ ...used, customerId: 43 });
    expect(ofOther.map(({ user, messages }) => [user, messages])).toEqual([
      ["User 43", 1],
      ["User 43", 1],
    ]);
    expect([await store.inbox.counts(42), await store.inbox.counts(43)]).toEqual([
      { total: 0, unread: 0 },
      { total: 1, unread: 1 },
    ]);
    expect((await store.audit.entries(1))[0]).toMatchObject({
      ...{ action: "customer remove", subject: { customer: 42 }, after: removed },
    });
  } finally {
    await store.close();
  }
  for (const [words, count] of [
    [["user", "list"], 1],
    [["originator", "list"], 1],
    [["list", "list"], 1],
    [["inbox", "number", "list"], 1],
    [["blacklist", "list", "--customer", "42"], 0],
    [["blacklist", "list", "--customer", "43"], 1],
  ] as const) {
    const listed = await runner.run([...words, "--json", "--database", url]);
    expect({ words, rows: (JSON.parse(listed.stdout) as readonly object[]).length }).toEqual({
      words,
      rows: count,
    });
  }
  expect((await runner.run(["database", "check", "--database", url])).code).toBe(0);
  expect((await runner.run(["customer", "add", "42", "--name", "B", "--database", url])).code).toBe(1);
}

test("a removed customer leaves its ledger; others are unchanged", async () => {
  await removes(await newDatabase());
});
