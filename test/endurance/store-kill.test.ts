import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { ledgerOf, openAccount, temporaryFolder } from "../storage/fixtures.js";

const rounds = process.env["MESSENGER_ENDURANCE"] === "full" ? 200 : 20;
const folder = temporaryFolder();
const url = `sqlite:${join(folder.path, "messenger.db")}`;
const script = fileURLToPath(new URL("./submit-loop.js", import.meta.url));

afterAll(() => {
  folder.remove();
});

/** Lets a process submit for a while, kills it, and returns the ids that it had acknowledged. */
async function submitUntilKilled(prefix: string, milliseconds: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [script, url, prefix], {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 60_000,
  });
  const output = text(child.stdout);
  await once(child.stdout, "data");
  setTimeout(() => child.kill("SIGKILL"), milliseconds);
  await once(child, "close");
  const lines = (await output).split("\n");
  // The last line may have been cut off by the kill.
  return lines.slice(0, -1);
}

async function expectConsistent(store: Store, acknowledged: readonly string[]): Promise<void> {
  const { accounts, outbox } = store;
  for (const id of acknowledged) {
    expect([id, (await outbox.statistics(42, id))?.counts]).toEqual([id, [{ state: 0, count: 1 }]]);
  }
  const ledger = await ledgerOf(store, 42);
  const charged = new Set(ledger.map(({ transactionId }) => transactionId));
  expect(acknowledged.filter((id) => !charged.has(id))).toEqual([]);
  expect(charged.size).toBe(ledger.length);
  const all = { from: 0, until: Infinity, customerId: 42, user: undefined, by: [], limit: 9 };
  const used = await store.usage.sums(all);
  expect(used.map(({ state, messages }) => [state, messages])).toEqual([[0, charged.size - 1]]);
  expect(await accounts.balances(42)).toEqual([
    { kind: "SMS", amount: ledger.reduce((sum, { delta }) => sum + delta, 0) },
  ]);
}

test(
  `nothing acknowledged is lost by kill -9, ${rounds} rounds`,
  async () => {
    const first = await openStore(url);
    await openAccount(first, { credit: 1_000_000_000 });
    await first.close();
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const ids = await submitUntilKilled(`r${round}`, 50 + ((round * 97) % 400));
      expect(ids).not.toEqual([]);
      acknowledged.push(...ids);
      const store = await openStore(url);
      await expectConsistent(store, ids);
      await store.close();
    }
    const store = await openStore(url);
    await expectConsistent(store, acknowledged);
    await store.close();
  },
  rounds * 120_000,
);
