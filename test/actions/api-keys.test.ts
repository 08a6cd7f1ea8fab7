import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";
const database = await newDatabase();
let store: Store;
let runner: CommandRunner;

beforeAll(async () => {
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database, SUDO_USER: "ann" });
  await openAccount(store, { user: "api" });
});

afterAll(async () => {
  runner.end();
  await store.close();
});

const run = (line: string) => runner.run(line.split(" "));

async function json(line: string): Promise<unknown> {
  const { code, stdout, stderr } = await run(`${line} --json`);
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("key add, list and revoke: the key is printed once, and neither the store nor the audit log has it", async () => {
  const made = (await json(
    "key add 42/API --name shop --scope inbox,send --expires 90d --from-address 192.0.2.0/24 --from-address 2001:db8::1",
  )) as { readonly secret: string; readonly expires: string };
  expect(made).toMatchObject({ customer: 42, name: "shop", scopes: "send,inbox" });
  expect(made.secret).toMatch(/^mk_[0-9a-f]{16}_[\w-]{43}$/u);
  const days = (Date.parse(made.expires) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);

  const listed = await json("key list --customer 42");
  expect(listed).toMatchObject([
    {
      ...{ customer: 42, user: "api", name: "shop", key: made.secret.slice(0, 19), scopes: "send,inbox" },
      ...{ fromAddresses: ["192.0.2.0/24", "2001:db8::1"], expires: made.expires, used: null },
    },
  ]);
  expect(await json("key list --customer 43")).toEqual([]);
  const stored = JSON.stringify([listed, await store.apiKeys.list(), await store.audit.entries(9)]);
  expect(stored).not.toContain(made.secret.slice(20));
  expect(await json("key revoke 42/api shop")).toEqual({ user: "42/api", name: "shop" });
  expect((await store.audit.entries(9)).map(({ action, subject }) => ({ action, subject }))).toEqual([
    { action: "key revoke", subject: { customer: 42, user: "api", key: "shop" } },
    { action: "key add", subject: { customer: 42, user: "API", key: "shop" } },
  ]);
});

test.each([
  { line: "key add 42/api --name a", code: 2, reason: "--scope" },
  { line: "key add 42/api --name a --scope all", code: 2, reason: 'invalid scope "all"' },
  { line: "key add 42 --name a --scope send", code: 2, reason: "use CUSTOMER/USER" },
  { line: "key add 42/bob --name a --scope send", code: 1, reason: "has no user bob" },
  { line: "key add 44/api --name a --scope send", code: 1, reason: "no customer 44" },
  { line: "key add 42/api --name a --scope send --expires 2020-01-15", code: 2, reason: "in the future" },
  { line: "key add 42/api --name a --scope send --expires soon", code: 2, reason: "invalid time" },
  {
    line: "key add 42/api --name a --scope send --from-address 192.0.2.0/33",
    code: 2,
    reason: "invalid address",
  },
  {
    line: "key add 42/api --name a --scope send --from-address shop.example.com",
    code: 2,
    reason: "invalid address",
  },
  { line: `key add 42/api --name ${"a".repeat(65)} --scope send`, code: 2, reason: "1 to 64 characters" },
  { line: "key revoke 42/api none", code: 1, reason: "no key none of user api" },
  { line: "customer change 42 --from-address 192.0.2.1/-1", code: 2, reason: "invalid address" },
  { line: "customer change 42 --from-address none --from-address ::1", code: 2, reason: "invalid address" },
])("$line is refused", async ({ line, code, reason }) => {
  expect(await run(line)).toMatchObject({ code, stderr: expect.stringContaining(reason) });
});

test("customer change --from-address sets and removes the list; a password may not look like a key", async () => {
  const ranges = ["192.0.2.0/24", "2001:db8::/32"];
  const set = `customer change 42 --from-address ${ranges.join(" --from-address ")}`;
  expect(await json(set)).toMatchObject({ fromAddresses: ranges });
  expect(await json("customer show 42")).toMatchObject({ fromAddresses: ranges });
  expect(await json("customer change 42 --from-address none")).toMatchObject({ fromAddresses: [] });
  const many = Array.from({ length: 101 }, (_, at) => `--from-address 10.0.0.${at}`).join(" ");
  expect((await run(`customer change 42 ${many}`)).stderr).toContain("at most 100");
  const looksLikeKey = `mk_0123456789abcdef_${"x".repeat(43)}`;
  const refused = await run(`user add 42 bob --password ${looksLikeKey}`);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("form of an API key")]);
});
