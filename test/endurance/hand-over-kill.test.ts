import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { RecipientState } from "#server/domain/recipient-state.js";
import { openStore } from "#server/storage/index.js";
import { messenger } from "../cli/messenger.js";
import { eventually } from "../eventually.js";
import { type Account, login, openAccount } from "../interop/service.js";
import { StormSmsc } from "../networks/smpp/storm-smsc.js";
import { detailsOf } from "../storage/fixtures.js";

/** All of them with MESSENGER_ENDURANCE=full; a tenth otherwise. */
const rounds = process.env["MESSENGER_ENDURANCE"] === "full" ? 100 : 10;
const senders = 32;
const window = 10;

let account: Account;
let smsc: StormSmsc;

beforeAll(async () => {
  account = await openAccount(1_000_000);
  smsc = await StormSmsc.listen({ seed: 1, lifetime: rounds * 60_000, receipts: "afterAnswer" });
});

afterAll(async () => {
  await smsc.close();
  account.remove();
});

/** Starts a server whose one link holds uncertain messages. */
async function serve(): Promise<{ readonly url: string; end(signal: NodeJS.Signals): Promise<void> }> {
  const link = `smpp://messenger:secret@127.0.0.1:${smsc.port}?window=${window}`;
  const server = messenger([
    ...["serve", "--database", account.database, "--smsc", link, "--port", "0", "--log-level", "error"],
  ]);
  await server.until(/listens at .*\n/);
  const [url = ""] = /http\S+/.exec(server.stdout()) ?? [];
  return {
    url,
    end: async (signal) => {
      server.process.kill(signal);
      await server.ended();
    },
  };
}

/** Numbers to which messages were accepted, with their transactions. */
const sent = new Map<string, string>();
let next = 0;

async function sendUntilGone(client: MessengerClient, onAnswer: () => void): Promise<void> {
  for (;;) {
    const phone = String(12_025_000_000 + next++);
    const answer = await client
      .httpSendSms({
        ...{ ...login, originator: "Shop", smsText: "Hello", recipientPhone: `+${phone}` },
        ...{ messageType: MessageType.Latin, blink: false, flash: false, Private: false },
      })
      .catch(() => undefined);
    if (answer === undefined) return;
    if (answer.Result !== "OK") throw new Error(answer.Result);
    sent.set(phone, answer.TransactionID ?? "");
    onAnswer();
  }
}

/** Runs a server until that many messages are accepted, and a moment longer, then kills it. */
async function round(answers: number, snapshot: number): Promise<void> {
  const server = await serve();
  const transport = nodeTransport({ url: server.url });
  const client = new MessengerClient({ transport });
  let left = answers;
  let killed: Promise<void> | undefined;
  const enough = (): void => {
    left -= 1;
    if (left !== 0) return;
    setTimeout(() => {
      killed = server.end("SIGKILL");
    }, snapshot);
  };
  await Promise.all(Array.from({ length: senders }, () => sendUntilGone(client, enough)));
  await killed;
  transport.close();
}

test(
  `kill -9 while ${senders} callers send, ${rounds} rounds: no accepted message is lost or sent twice, and at most a window of them is uncertain each time`,
  async () => {
    for (let done = 0; done < rounds; done++) await round(50 + randomInt(300), randomInt(20));
    const server = await serve();
    const store = await openStore(account.database);
    await eventually(async () =>
      (await store.links.queues()).every(({ waiting, underWay }) => waiting + underWay === 0),
    );
    await server.end("SIGTERM");
    const times = new Map<string, number>();
    for (const { phone } of smsc.accepted) times.set(phone, (times.get(phone) ?? 0) + 1);
    const twice = [...times.values()].filter((count) => count > 1);
    const uncertain = await store.links.uncertain(10_000);
    const held = new Set(uncertain.map(({ phone }) => phone));
    const lost: string[] = [];
    for (const [phone, transactionId] of sent) {
      const [row] = await detailsOf(store.outbox, login.customerID, transactionId);
      const isHeld = row?.state === RecipientState.Submitting && held.has(phone);
      if (row?.phone !== phone || (!isHeld && !times.has(phone))) lost.push(phone);
    }
    await store.close();
    expect(sent.size).toBeGreaterThan(50 * rounds);
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
    expect(uncertain.length).toBeLessThanOrEqual(rounds * window);
  },
  rounds * 60_000,
);
