import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { newApiKey } from "#server/credentials/api-keys.js";
import { openStore } from "#server/storage/index.js";
import { login as passwordLogin, openAccount, startService, type Account } from "../interop/service.js";
import { ledgerOf } from "../storage/fixtures.js";

/** All two hundred with MESSENGER_ENDURANCE=full; a tenth of them otherwise. */
const rounds = process.env["MESSENGER_ENDURANCE"] === "full" ? 200 : 20;
const senders = 64;
const openingCredit = 10_000_000;

/** With an API key: a password would be hashed anew in each round. */
const { key, ...stored } = newApiKey();
const login = { ...passwordLogin, userPassword: key };

let account: Account;

beforeAll(async () => {
  account = await openAccount(openingCredit);
  const store = await openStore(account.database);
  await store.apiKeys.add({
    ...stored,
    customerId: login.customerID,
    userName: login.userName,
    name: "kill",
    scopes: ["send", "read"],
    fromAddresses: [],
    expiresAt: undefined,
    createdAt: Date.now(),
  });
  await store.close();
});

afterAll(() => {
  account.remove();
});

/** A caller that repeats a send with the same client transaction until it gets a response, over any number of crashes. */
class Sender {
  /** Transactions by their client transaction, in the order of the responses. */
  readonly answered = new Map<string, string>();
  readonly #name: string;
  #next = 0;

  constructor(name: string) {
    this.#name = name;
  }

  async sendUntilGone(client: MessengerClient, onAnswer: () => void): Promise<void> {
    try {
      for (;;) {
        await this.sendNext(client);
        onAnswer();
      }
    } catch {
      // The server has ended; the next round finds out whether the send in progress was accepted.
    }
  }

  async sendNext(client: MessengerClient): Promise<void> {
    const clientTransactionID = `${this.#name}-${this.#next}`;
    const answer = await client.httpSendSmsTransaction({
      ...{ ...login, originator: "Shop", smsText: `Parcel ${this.#next}`, clientTransactionID },
      ...{ recipientPhone: "+12025550123", messageType: MessageType.Latin },
      ...{ blink: false, flash: false, Private: false },
    });
    if (answer.Result !== "OK") throw new Error(answer.Result);
    this.answered.set(clientTransactionID, answer.TransactionID ?? "");
    this.#next += 1;
  }
}

/** Runs the server until that many sends got responses, and a moment longer, then kills it. */
async function round(crowd: readonly Sender[], answers: number, snapshot: number): Promise<void> {
  const service = await startService(account.database);
  const transport = nodeTransport({ url: service.url });
  const client = new MessengerClient({ transport });
  let left = answers;
  const enough = new Promise<void>((resolve) => {
    const loops = crowd.map((sender) =>
      sender.sendUntilGone(client, () => {
        left -= 1;
        if (left === 0) setTimeout(() => void service.kill().then(resolve), snapshot);
      }),
    );
    void Promise.all(loops);
  });
  await enough;
  transport.close();
}

test(
  `kill -9 of the server while ${senders} callers send, ${rounds} rounds: nothing acknowledged is lost, nothing is charged twice`,
  async () => {
    const crowd = Array.from({ length: senders }, (_, index) => new Sender(`caller-${index}`));
    for (let done = 0; done < rounds; done++) await round(crowd, 1 + randomInt(300), randomInt(20));

    const service = await startService(account.database);
    const client = new MessengerClient({ transport: nodeTransport({ url: service.url }) });
    for (const sender of crowd) await sender.sendNext(client);
    const { NetPoints } = await client.httpAuthenticate(login);
    await service.stop();

    const answered = crowd.flatMap((sender) => [...sender.answered.values()]);
    expect(new Set(answered).size).toBe(answered.length);
    const store = await openStore(account.database);
    const ledger = await ledgerOf(store, login.customerID);
    const unknown: string[] = [];
    for (const id of answered) {
      if ((await store.outbox.statistics(login.customerID, id)) === undefined) unknown.push(id);
    }
    await store.close();
    expect(unknown).toEqual([]);
    const charges = ledger.filter(({ reason }) => reason === "charge");
    expect(charges.map(({ transactionId }) => transactionId).sort()).toEqual(answered.sort());
    const sum = ledger.reduce((total, { delta }) => total + delta, 0);
    expect(sum).toBe(1000 * (openingCredit - answered.length));
    expect(ledger.at(-1)?.balanceAfter).toBe(sum);
    expect(Number(NetPoints) * 1000).toBe(sum);
  },
  rounds * 120_000,
);
