import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashPassword } from "#server/credentials/hash.js";
import { defaultSmppSettings } from "#server/domain/smpp/accounts.js";
import { openStore } from "#server/storage/index.js";
import { median, ofRounds, type Row } from "../measure.js";
import { cpuOfTree } from "../process-tree.js";
import { openAccount } from "./account.js";
import { startMessenger } from "./messenger.js";
import { login, type Measured, sent, SmppClient } from "./smpp-load.js";

/** Messages of a round: enough for receipts to come while others are submitted. */
const messages = 8_000;
const narrowMessages = 1_000;
/** Loopback confirms a message after a second, so a round takes two seconds at least. */
const rounds = 6;
const binds = 8;
const window = 50;
const smallWindow = 10;

/** A new database with an account for clients with this window. */
export async function addClient(database: string, window: number): Promise<void> {
  await openAccount(database);
  const store = await openStore(database);
  const { systemId, password } = login;
  const account = { systemId, passwordHash: await hashPassword(password), customerId: 42, userName: "api" };
  await store.smpp.add({ ...defaultSmppSettings, window, ...account });
  await store.close();
}

function rowsOf(
  cpu: readonly number[],
  wide: readonly Measured[],
  narrow: readonly Measured[],
): readonly Row[] {
  const perMessage = cpu.map((each) => each / messages);
  const rates = wide.map(({ time }) => (1_000 * messages) / time);
  const settled = messages / median(wide.map((each) => each.settled));
  const title = `SMPP clients: submit_sm with receipt, window ${window}, ${binds} binds`;
  return [
    {
      name: `${title}: CPU per message`,
      unit: "us",
      ...ofRounds(perMessage),
      targets: { at: "most", must: 120, goal: 90, moonshot: 60 },
      note: "accepted on disk, delivered over loopback, receipt acknowledged",
    },
    {
      name: `${title}: durable messages a second`,
      unit: "a second",
      ...ofRounds(rates, "least"),
      targets: { at: "least", must: 10_000, goal: 15_000, moonshot: 25_000 },
      note: `${(settled * 1_000).toFixed(0)} with their receipts, which follow after a second`,
    },
    {
      name: `SMPP clients: p99 of submit_sm_resp at window ${smallWindow}, ${binds} binds`,
      unit: "ms",
      ...ofRounds(narrow.map(({ p99 }) => p99)),
      targets: { at: "most", must: 50, goal: 25, moonshot: 10 },
    },
  ];
}

/** Customers that bind with SMPP, from submit_sm to the response to the receipt, everything on disk. */
export async function smppClientRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  const database = `sqlite:${join(folder, "messenger.db")}`;
  await addClient(database, window);
  const messenger = await startMessenger(folder, database, ["--smpp", "0"]);
  const clients = Array.from({ length: binds }, () => new SmppClient(messenger.smppPort));
  for (const client of clients) await client.bind();
  const [cpu, wide, narrow]: [number[], Measured[], Measured[]] = [[], [], []];
  // The first messages warm up and do not count.
  await sent(clients, window, messages);
  for (let round = 0; round < rounds; round++) {
    const before = cpuOfTree(messenger.child.pid ?? NaN);
    wide.push(await sent(clients, window, messages));
    cpu.push(cpuOfTree(messenger.child.pid ?? NaN) - before);
    narrow.push(await sent(clients, smallWindow, narrowMessages));
  }
  for (const client of clients) client.close();
  await messenger.stop();
  rmSync(folder, { recursive: true });
  return rowsOf(cpu, wide, narrow);
}
