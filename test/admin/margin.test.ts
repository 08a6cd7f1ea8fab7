import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { addLink, claimDue } from "../storage/claims.js";
import { openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const { Submitted, Delivered } = RecipientState;
const database = await newDatabase();
let store: Store;
let runner: CommandRunner;

/** Sends one message of two parts, for 2 credits, and reports it as delivered. */
async function send(name: string, phone: string): Promise<void> {
  const at = Date.now() - 5_000;
  const charge = { kind: "SMS", amount: 2_000 } as const;
  await store.outbox.submit(submission(name, { recipients: [phone], parts: 2, charge, at, dueAt: at }));
  const [claimed] = await claimDue(store, at, 9);
  const recipientId = claimed?.id ?? 0;
  await store.outbox.advance([{ recipientId, state: Submitted, at }]);
  await store.outbox.advance([{ recipientId, state: Delivered, at: at + 1_000 }]);
  await store.retention.gatherDeliverability(9);
}

beforeAll(async () => {
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });
  await openAccount(store, { credit: 90_000 });
  await addLink(store);
});
afterAll(async () => {
  runner.end();
  await store.close();
});

const run = (line: string) => runner.run(line.split(" "));

test("costs follow the prices at the time of the final status, and are compared with the ledger", async () => {
  await send("before there were prices", "12025550101");
  expect((await run("buy-price set test * 0.4")).stdout).toBe("* costs 0.4 over test\n");
  expect((await run("buy-price set test 49151 0.9")).stdout).toBe("49151 costs 0.9 over test\n");
  await send("a", "12025550101");
  await send("b", "4915112345678");
  expect(JSON.parse((await run("buy-price list test --json")).stdout)).toEqual([
    { link: "test", prefix: "*", price: "0.4" },
    { link: "test", prefix: "49151", price: "0.9" },
  ]);
  expect((await run("buy-price remove test *")).stdout).toBe("buy price of * over test removed\n");
  await send("c", "12025550102");
  expect(JSON.parse((await run("margin --json")).stdout)).toEqual([
    { key: "42", parts: 6, unpriced: 2, cost: "2.6", revenue: "8", margin: "5.4" },
  ]);
  const month = new Date().toISOString().slice(0, 7);
  expect((await run(`margin --from ${month} --customer 42 --by prefix --csv`)).stdout).toBe(
    "key,parts,unpriced,cost,revenue,margin\r\n1,4,2,0.8,,\r\n49,2,0,1.8,,\r\n",
  );
  const statement = `statement 42 ${month}`;
  expect(JSON.parse((await run(`${statement} --json`)).stdout)).not.toHaveProperty("margin");
  expect((await run(`${statement} --csv`)).stdout).not.toContain("margin");
  expect((await run(`${statement} --margin --csv`)).stdout.match(/^margin.*$/gmu)).toEqual([
    "margin,cost,,,,,,,,2.6",
    "margin,revenue,,,,,,,,8",
    "margin,margin,,,,,,,,5.4",
  ]);
  expect((await run(`${statement} --margin`)).stdout).toMatch(/6 +2 +2\.6 +8 +5\.4$/mu);
  expect(JSON.parse((await run("margin --by link --json")).stdout)).toEqual([
    { key: "test", parts: 6, unpriced: 2, cost: "2.6", revenue: null, margin: null },
  ]);
  expect(JSON.parse((await run("margin --to 2020-12 --json")).stdout)).toEqual([]);
  const entries = await store.audit.entries(9);
  expect(entries.map(({ action, subject, before, after }) => [action, subject, before, after])).toEqual([
    ["buy price remove", { link: "test", prefix: "*" }, { price: "0.4" }, undefined],
    ["buy price set", { link: "test", prefix: "49151" }, undefined, { price: "0.9" }],
    ["buy price set", { link: "test", prefix: "*" }, undefined, { price: "0.4" }],
  ]);
});

test.each([
  ["buy-price set east * 1", 1, "there is no link east"],
  [
    "buy-price set test 491512 1",
    2,
    'invalid prefix "491512": use at most 5 digits, by which parts are counted',
  ],
  [
    "buy-price set test 12025 1",
    2,
    'invalid prefix "12025": use at most 4 digits, by which parts are counted',
  ],
  ["buy-price set test 49 none", 2, "invalid price: remove the price instead of none"],
  ["buy-price remove test 33", 1, "there is no buy price of 33 for link test"],
  ["margin --by day", 2, 'invalid grouping "day": use one of customer, link, prefix'],
])("%s ends with %i", async (line, code, message) => {
  const result = await run(line);
  expect([result.code, result.stderr]).toEqual([code, `messenger: ${message}\n`]);
});
