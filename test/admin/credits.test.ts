import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";
const database = await newDatabase();
let store: Store;
let runner: CommandRunner;

beforeAll(async () => {
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });
  await openAccount(store, { credit: 90_000 });
  await store.outbox.submit(submission("t", { charge: { kind: "SMS", amount: 1_500 } }));
});

afterAll(async () => {
  runner.end();
  await store.close();
});

async function printed(line: string): Promise<unknown> {
  const { code, stdout, stderr } = await runner.run(line.split(" "));
  expect([code, stderr]).toEqual([0, ""]);
  return line.endsWith("--json") ? JSON.parse(stdout) : stdout;
}

test("credit add and deduct keep the reference of the payment, and are in the audit log", async () => {
  await printed("credit add 42 MMS 1 --reference INV-7");
  await printed("credit deduct 42 MMS 0.25 --reference =INV,8");
  const entry = { customer: 42, kind: "MMS", reason: "refill", transactionId: null };
  expect(await printed("credit list --customer 42 --to 2029-12 --json")).toMatchObject([
    { ...entry, change: "1", balance: "1", reference: "INV-7" },
    { ...entry, change: "-0.25", balance: "0.75", reference: "=INV,8" },
  ]);
  const subject = { customer: 42, kind: "MMS" };
  expect(await printed("audit list --json")).toMatchObject([
    { action: "credit deduct", subject: { ...subject, amount: "0.25" }, after: { balance: "0.75" } },
    {
      action: "credit add",
      subject: { ...subject, amount: "1", reference: "INV-7" },
      after: { balance: "1" },
    },
  ]);
});

test("credit list prints the entries of a period, also as CSV", async () => {
  expect(await printed("credit list --from 2030-01-15 --to 2030-01 --json")).toMatchObject([
    { at: new Date(noon).toISOString(), change: "90", reason: "refill", transactionId: null },
    { change: "-1.5", balance: "88.5", reason: "charge", transactionId: "t", reference: null },
  ]);
  expect(await printed("credit list --from 2030-01-16 --json")).toEqual([]);
  const lines = String(await printed("credit list --csv")).split("\r\n");
  expect(lines.map((line) => line.replace(/^\d+,[^,]*,/u, ""))).toEqual([
    "id,at,customer,kind,change,balance,reason,transactionId,reference",
    "42,MMS,1,1,refill,,INV-7",
    '42,MMS,-0.25,0.75,refill,,"\'=INV,8"',
    "42,SMS,90,90,refill,,",
    "42,SMS,-1.5,88.5,charge,t,",
    "",
  ]);
});

test("customer change sets refunds and the low balance, and records what has changed", async () => {
  const line = "customer change 42 --refund failed,refused --low-balance 100 --json";
  expect(await printed(line)).toMatchObject({ refunds: ["refused", "failed"], lowBalance: "100" });
  const { stdout } = await runner.run(["doctor", "--json"]);
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({
      ...{ code: "lowBalance", severity: "warning" },
      problem: "customer 42 (Customer 42) has 88.5 SMS credits left, less than 100",
    }),
  );
  expect(await printed("customer change 42 --refund none --low-balance none --json")).toMatchObject({
    ...{ refunds: [], lowBalance: null },
  });
  const action = { action: "customer change", subject: { customer: 42 } };
  const [off, on] = [
    { refunds: [], lowBalance: null },
    { refunds: ["refused", "failed"], lowBalance: "100" },
  ];
  expect(await printed("audit list --limit 2 --json")).toMatchObject([
    { ...action, before: on, after: off },
    { ...action, before: off, after: on },
  ]);
});

test.each([
  ["customer change 42 --refund all", "use some of refused,expired,failed, or none"],
  ["customer change 42 --low-balance -1", "a low balance must not be negative"],
  [`credit add 42 SMS 1 --reference ${"x".repeat(101)}`, "a payment reference must have 1 to 100 characters"],
  ["credit list --to 2020", 'invalid day "2020"'],
])("%s is wrong usage", async (line, reason) => {
  const { code, stdout, stderr } = await runner.run(line.split(" "));
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(reason);
});
