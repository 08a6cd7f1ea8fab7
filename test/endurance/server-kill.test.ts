import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessageType, MessengerClient } from "messenger-gen";
import { nodeTransport } from "messenger-gen/runtime/node";
import { openStore } from "../../server/storage/index.js";
import { login, openAccount, startService, type Account } from "../interop/service.js";

/** All twenty with MESSENGER_ENDURANCE=full; a tenth of them otherwise. */
const rounds = process.env["MESSENGER_ENDURANCE"] === "full" ? 20 : 2;
const senders = 8;
const openingCredit = 1_000_000;

let account: Account;

beforeAll(async () => {
  account = await openAccount(openingCredit);
});

afterAll(() => {
  account.remove();
});

/** Sends without pause until the service is gone; returns the transactions that were answered. */
async function sendUntilGone(client: MessengerClient, answered: string[]): Promise<void> {
  for (let sent = 0; ; sent++) {
    try {
      const answer = await client.httpSendSms({
        ...login,
        originator: "Shop",
        smsText: `Parcel ${sent}`,
        recipientPhone: "+12025550123",
        messageType: MessageType.Latin,
        blink: false,
        flash: false,
        Private: false,
      });
      if (answer.Result === "OK" && answer.TransactionID !== undefined) answered.push(answer.TransactionID);
    } catch {
      return;
    }
  }
}

/** Resolves when so many sends were answered, whatever the machine's speed. */
async function answers(answered: readonly string[], count: number): Promise<void> {
  const wanted = answered.length + count;
  while (answered.length < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
}

test(
  `kill -9 of the server while it accepts, ${rounds} rounds: nothing answered is lost, credit equals the ledger`,
  async () => {
    const answered: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const service = await startService(account.database);
      const client = new MessengerClient({ transport: nodeTransport({ url: service.url }) });
      const loops = Array.from({ length: senders }, () => sendUntilGone(client, answered));
      await answers(answered, 1 + ((round * 137) % 400));
      await service.kill();
      await Promise.all(loops);
    }
    expect(answered.length).toBeGreaterThanOrEqual(rounds);
    expect(new Set(answered).size).toBe(answered.length);

    const service = await startService(account.database);
    const client = new MessengerClient({ transport: nodeTransport({ url: service.url }) });
    for (const transactionID of answered) {
      const status = await client.httpGetSmsStatus({ ...login, transactionID, detailed: false });
      expect(status.Result).toBe("OK");
    }
    const { NetPoints } = await client.httpAuthenticate(login);
    await service.stop();

    const store = await openStore(account.database);
    const ledger = await store.accounts.ledger(login.customerID);
    await store.close();
    const sum = ledger.reduce((total, { delta }) => total + delta, 0);
    expect(ledger.at(-1)?.balanceAfter).toBe(sum);
    expect(Number(NetPoints) * 1000).toBe(sum);
    expect(openingCredit * 1000 - sum).toBeGreaterThanOrEqual(answered.length * 1000);
  },
  rounds * 30_000,
);
