import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const database = await newDatabase();
const now = Date.now();
let store: Store;
let runner: CommandRunner;

beforeAll(async () => {
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });
  await openAccount(store);
  const found = { customerId: 42, messages: 300, ended: undefined } as const;
  await store.unusual.add([{ ...found, kind: "volume", prefix: "", usual: 20 }], now - 2 * 86_400_000);
  await store.accounts.changeCustomer(42, { holdUnusual: true });
  await store.unusual.add([{ ...found, kind: "destination", prefix: "960", usual: 3 }], now);
});
afterAll(async () => {
  runner.end();
  await store.close();
});

const run = (line: string) => runner.run(line.split(" "));

const at = new Date(now).toISOString();
const newest = {
  ...{ id: 2, customer: 42, at, last: at, kind: "destination", prefix: "960", messages: 300 },
  text: "300 messages to +960 in a day; in the 13 weeks before: 3",
};

test("customer unusual lists unusual traffic, newest first, as a table, JSON and CSV", async () => {
  const { stdout: json } = await run("customer unusual --json");
  expect(JSON.parse(json)).toEqual([
    newest,
    expect.objectContaining({ id: 1, prefix: null, kind: "volume" }),
  ]);
  expect(JSON.parse((await run("customer unusual --days 1 --json")).stdout)).toEqual([newest]);
  expect(JSON.parse((await run("customer unusual --before 2 --json")).stdout)).toMatchObject([{ id: 1 }]);
  expect(JSON.parse((await run("customer unusual --customer 43 --json")).stdout)).toEqual([]);
  const csv = (await run("customer unusual --csv --limit 1")).stdout.split("\r\n");
  expect(csv).toEqual([
    "id,customer,at,last,kind,prefix,messages,text",
    `2,42,${at},${at},destination,960,300,${newest.text}`,
    "",
  ]);
  expect((await run("customer unusual --days 91")).stderr).toContain("use a number from 1 to 90");
});

test("customer release accepts new messages again, once, and is recorded", async () => {
  const shown = async () =>
    JSON.parse((await run("customer show 42 --json")).stdout) as { heldSince: unknown };
  expect((await shown()).heldSince).toBe(at);
  expect(await run("customer release 42")).toMatchObject({ code: 0, stdout: "customer 42 released\n" });
  expect((await shown()).heldSince).toBeNull();
  const [entry] = await store.audit.entries(1);
  expect(entry).toMatchObject({ action: "customer release", subject: { customer: 42 } });
  expect(await run("customer release 42")).toMatchObject({ code: 1 });
  expect((await run("customer release 43")).stderr).toContain("there is no customer 43");
});
