import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addToInbox, listInbox } from "#server/actions/inbox.js";
import { machine } from "#server/actions/rights.js";
import { Refusal } from "#server/admin/refusal.js";
import { maxInboxText } from "#server/domain/inbox/messages.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { messenger } from "../cli/messenger.js";
import { noon, openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";
const database = await newDatabase();
let store: Store;

beforeAll(async () => {
  store = await openStore(database);
  await openAccount(store);
});

afterAll(async () => {
  await store.close();
});

const message = { customer: "42", from: "12025550101", to: "Shop", text: "Grüße" };

describe("a message that cannot be put into an inbox", () => {
  test.each([
    { change: { customer: "x" }, want: /customer id/ },
    { change: { customer: "43" }, want: /no customer 43/ },
    { change: { from: "" }, want: /--from/ },
    { change: { to: "123456789012345678901" }, want: /--to/ },
    { change: { to: "a\nb" }, want: /--to/ },
    { change: { text: "x".repeat(maxInboxText + 1) }, want: /at most 131070/ },
  ])("$change", async ({ change, want }) => {
    const use = { by: { name: "ann", source: "test" }, now: noon, caller: machine };
    const added = addToInbox.run(store, { ...message, ...change }, use);
    const refusal: unknown = await added.catch((e: unknown) => e);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(String(refusal)).toMatch(want);
    expect(await listInbox.part(store, { customer: "42" }, use, { limit: 9 })).toEqual({
      rows: [],
      next: null,
    });
  });
});

test("the commands put a message in and list it without its text", async () => {
  const row = { customer: 42, id: 1, from: "12025550101", to: "Shop", size: 7, unread: true };
  const run = async (args: readonly string[]): Promise<unknown> => {
    const command = messenger(["--database", database, "--json", "inbox", ...args]);
    expect([await command.ended(), command.stderr()]).toEqual([0, ""]);
    return JSON.parse(command.stdout());
  };
  const { from, to, text } = message;
  const added = await run(["add", "42", "--from", from, "--to", to, "--text", text]);
  expect(added).toEqual({ ...row, at: expect.stringMatching(/^20.*Z$/) });
  expect(await run(["list", "42"])).toEqual([added]);
});
