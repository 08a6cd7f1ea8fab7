import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { openStore } from "#server/storage/index.js";
import { eventually } from "../eventually.js";
import { admin, login, openAccount, startService, type Account } from "../interop/service.js";
import { ledgerOf } from "../storage/fixtures.js";

/** Twenty with MESSENGER_ENDURANCE=full; two otherwise. */
const rounds = process.env["MESSENGER_ENDURANCE"] === "full" ? 20 : 2;
const senders = 64;
const openingCredit = 1_000_000;

/** Response times by transaction. */
type Answered = Map<string, number>;

async function sendUntilGone(client: MessengerClient, answered: Answered): Promise<void> {
  try {
    for (;;) {
      const answer = await client.httpSendSms({
        ...{ ...login, originator: "Shop", smsText: "Parcel", recipientPhone: "+12025550123" },
        ...{ messageType: MessageType.Latin, blink: false, flash: false, Private: false },
      });
      if (answer.Result !== "OK") throw new Error(answer.Result);
      answered.set(answer.TransactionID ?? "", Date.now());
    }
  } catch {
    // The server has ended.
  }
}

interface BackedUp {
  readonly file: string;
  /** ISO 8601. */
  readonly until: string;
}

/** Backs up under load, kills the server, and returns the backup. */
async function backUpUnderLoad(account: Account, answered: Answered): Promise<BackedUp> {
  const service = await startService(account.database);
  const transport = nodeTransport({ url: service.url });
  const client = new MessengerClient({ transport });
  const least = answered.size + 200 + randomInt(500);
  const load = Array.from({ length: senders }, () => sendUntilGone(client, answered));
  await eventually(() => answered.size >= least);
  const output = await admin(account.database, "--json", "database", "backup", account.folder);
  await service.kill();
  await Promise.all(load);
  transport.close();
  return JSON.parse(output) as BackedUp;
}

/** Transactions that were acknowledged before the end of the backup and are missing from the database. */
async function missingIn(database: string, answered: Answered, until: number): Promise<readonly string[]> {
  const store = await openStore(database);
  try {
    const missing: string[] = [];
    for (const [id, at] of answered) {
      const isKnown = (await store.outbox.statistics(login.customerID, id)) !== undefined;
      if (at < until && !isKnown) missing.push(id);
    }
    const ledger = await ledgerOf(store, login.customerID);
    expect(ledger.at(-1)?.balanceAfter).toBe(ledger.reduce((total, { delta }) => total + delta, 0));
    return missing;
  } finally {
    await store.close();
  }
}

test(
  `a backup while ${senders} callers send, then kill -9 and a restore elsewhere, ${rounds} rounds: no transaction acknowledged before its end is missing`,
  async () => {
    const account = await openAccount(openingCredit);
    const elsewhere = mkdtempSync(join(tmpdir(), "messenger-restored-"));
    const answered: Answered = new Map();
    try {
      for (let done = 0; done < rounds; done++) {
        const begun = Date.now();
        const { file, until } = await backUpUnderLoad(account, answered);
        const end = Date.parse(until);
        expect(end).toBeGreaterThanOrEqual(begun);
        const restored = `sqlite:${join(elsewhere, `round-${done}.db`)}`;
        await admin(restored, "database", "restore", file, "--links", "stopped");
        expect(await missingIn(restored, answered, end)).toEqual([]);
        rmSync(file);
      }
    } finally {
      account.remove();
      rmSync(elsewhere, { recursive: true });
    }
  },
  rounds * 120_000,
);
