import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { BulkKind, BulkRun } from "#server/domain/desk/bulk.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { countSlice } from "#server/work/coordination/bulk-slices.js";
import { eventually } from "../eventually.js";
import { newDatabase } from "../storage/new-database.js";
import { ledgerOf, openAccount, submission } from "../storage/fixtures.js";
import { type Command, messenger } from "./messenger.js";

const { Submitting, Failed } = RecipientState;

/** Messages of a search, in transactions of so many. */
const [transactions, each] = [30, 50];
const total = transactions * each;

let database: string;
let store: Store;

beforeEach(async () => {
  database = await newDatabase();
  store = await openStore(database);
  await openAccount(store, { credit: 10 * total * 1_000 });
  const at = Date.now() - 60_000;
  for (let index = 0; index < transactions; index++) {
    const recipients = Array.from({ length: each }, (_, number) => String(12_025_560_000 + number));
    const charge = { kind: "SMS", amount: each * 1_000 } as const;
    await store.outbox.submit(submission(`t${index}`, { at, dueAt: at + 86_400_000, recipients, charge }));
    const found = await store.desk.candidates({ kind: "transaction", id: `t${index}` }, undefined, each);
    await store.outbox.advance(
      found.flatMap(({ id: recipientId }) => [
        { recipientId, state: Submitting, at },
        { recipientId, state: Failed, at: at + 1, error: "RINVDSTADR (0x0b)" },
      ]),
    );
  }
});

afterEach(async () => {
  await store.close();
});

async function serve(): Promise<Command> {
  const command = messenger(["serve", "--database", database, "--port", "0", "--log-level", "error"]);
  await command.until(/listens at .*\n/u);
  return command;
}

async function runOf(id: number): Promise<BulkRun> {
  const run = await store.bulk.run(id);
  if (run === undefined) throw new Error(`no run ${id}`);
  return run;
}

async function started(kind: BulkKind): Promise<number> {
  const at = Date.now();
  const filter = { customerId: 42, until: at };
  const id = await store.bulk.prepare({
    kind,
    search: { customer: "42" },
    filter,
    reference: undefined,
    who: "ann",
    at,
  });
  for (let run = await runOf(id); run.state === "counting"; run = await runOf(id))
    await countSlice(store, run, at);
  expect((await runOf(id)).counted.messages).toBe(total);
  await store.bulk.start(id, { by: { name: "ann", source: "test" }, limit: undefined, at });
  return id;
}

const mostKills = 3;

/** Kills the server when the run has got further, and starts it again, some times, until it has ended. Returns how often it was killed before. */
async function killUntilDone(id: number): Promise<number> {
  for (let kills = 0; ; kills++) {
    const before = (await runOf(id)).done.found;
    const server = await serve();
    await eventually(async () => {
      const { state, done } = await runOf(id);
      return state === "done" || (kills < mostKills && done.found > before);
    });
    server.process.kill("SIGKILL");
    await server.ended();
    if ((await runOf(id)).state === "done") return kills;
  }
}

test("a run goes on after kill -9: each message is sent again once, while copies are delivered", async () => {
  const id = await started("resend");
  expect(await killUntilDone(id)).toBeGreaterThan(0);
  expect((await runOf(id)).done).toMatchObject({ found: total, messages: total });
  const all = await store.desk.candidates({ kind: "time", until: undefined }, undefined, 9 * total);
  expect(all).toHaveLength(2 * total);
  const copies = all.filter(({ transactionId }) => !transactionId.startsWith("t"));
  expect(new Set(copies.map(({ transactionId }) => transactionId)).size).toBe(total);
});

test("a run goes on after kill -9: each message is refunded once, as the ledger and the audit log say", async () => {
  const before = (await store.accounts.balances(42))[0]?.amount ?? 0;
  const id = await started("refund");
  await killUntilDone(id);
  const { done } = await runOf(id);
  expect(done).toMatchObject({ messages: total, amount: total * 1_000, customers: { 42: total } });
  expect(((await store.accounts.balances(42))[0]?.amount ?? 0) - before).toBe(total * 1_000);
  const refunds = (await ledgerOf(store, 42)).filter(({ reason }) => reason === "refund");
  expect(refunds.reduce((sum, { delta }) => sum + delta, 0)).toBe(total * 1_000);
  expect(await store.audit.entries(9, undefined, { action: "bulk start" })).toMatchObject([
    { after: { state: "done", messages: total, credits: String(total) } },
  ]);
});
