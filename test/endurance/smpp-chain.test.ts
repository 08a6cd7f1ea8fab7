import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { hashPassword } from "#server/credentials/hash.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { killAll, type ServerProcess, startProcess } from "../cluster/server-processes.js";
import { eventually } from "../eventually.js";
import { freePort } from "../free-port.js";
import { startKannel } from "../interop/smpp-clients/kannel.js";
import { testWithPeer } from "../peers.js";
import { addAccount } from "../faces/smpp/service.js";
import { account } from "../faces/smpp/test-client.js";
import { newDatabase } from "../storage/new-database.js";
import { type ChargedMessage, chargedMessages } from "./smpp-books.js";
import { Submitter } from "./smpp-submitter.js";

/** All messages and kills with MESSENGER_ENDURANCE=full; a hundredth of the messages and two kills otherwise. */
const isFull = process.env["MESSENGER_ENDURANCE"] === "full";
const messages = isFull ? 100_000 : 1_000;
const kills = isFull ? 5 : 2;
const lifetime = isFull ? 3_600_000 : 170_000;
const window = 50;
const credit = 1_000_000_000;

/** At the cost of the processes, which would make up for a cheaper one. */
const passwordHash = hashPassword(account.password);

afterEach(killAll);

/** A service of the chain: a process with a database of its own that is always at the same port. */
class Service {
  readonly store: Store;
  readonly port: number;
  readonly #database: string;
  readonly #smsc: string;
  #process: ServerProcess;

  private constructor(
    at: { store: Store; port: number; database: string; smsc: string },
    process: ServerProcess,
  ) {
    this.store = at.store;
    this.port = at.port;
    this.#database = at.database;
    this.#smsc = at.smsc;
    this.#process = process;
  }

  /** Starts it with customer 42, whose account the client or the service before it uses. */
  static async start(smsc: string): Promise<Service> {
    const [database, port] = [await newDatabase(), await freePort()];
    const store = await openStore(database);
    await addAccount(store, { customerId: 42, window: 2 * window, passwordHash: await passwordHash }, credit);
    const at = { store, port, database, smsc };
    return new Service(at, await startProcess(database, [], "--smsc", smsc, "--smpp", String(port)));
  }

  /** Kills it and starts it again. */
  async crash(): Promise<void> {
    await this.#process.kill();
    this.#process = await startProcess(this.#database, [], "--smsc", this.#smsc, "--smpp", String(this.port));
  }

  async stop(): Promise<void> {
    expect(await this.#process.stop()).toBe(0);
    await this.store.close();
  }

  /** Messages that wait, are in flight, or have no receipt. */
  async open(): Promise<number> {
    const queues = await this.store.links.queues();
    return queues.reduce(
      (sum, { waiting, underWay, withoutReceipt }) => sum + waiting + underWay + withoutReceipt,
      0,
    );
  }
}

/** Two services, the link of the first bound at the SMPP server of the second, which delivers to loopback. */
interface Chain {
  readonly first: Service;
  readonly second: Service;
}

async function startChain(): Promise<Chain> {
  const second = await Service.start("loopback");
  const { systemId, password } = account;
  const link = `smpp://${systemId}:${password}@127.0.0.1:${second.port}?window=${window}`;
  return { first: await Service.start(link), second };
}

function countsOf(all: Iterable<ChargedMessage>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { phone } of all) counts.set(phone, (counts.get(phone) ?? 0) + 1);
  return counts;
}

/**
 * Waits until the first service has no open message, as long as their number changes. What a kill left uncertain at the second one is sent
 * again, since its loopback has sent nothing: without that, its receipts would never come.
 */
async function quiet({ first, second }: Chain): Promise<void> {
  for (let open = await first.open(); open > 0; open = await first.open()) {
    const before = open;
    await eventually(async () => {
      const { links } = second.store;
      if ((await links.uncertain(1)).length > 0)
        await links.resolveBehind(0, 1_000_000, "resend", Date.now());
      return (await first.open()) !== before;
    });
  }
}

/**
 * Decides the uncertain messages as operators do who can ask the network: those that the second service has are given up, since their
 * receipts cannot be matched; the others are sent again. Kills leave them, and the network's receipts for them stay unmatched.
 */
async function decide(chain: Chain): Promise<void> {
  await quiet(chain);
  const { first, second } = chain;
  const uncertain = await first.store.links.uncertain(10_000);
  if (uncertain.length === 0) return;
  const there = countsOf((await chargedMessages(second.store, 42)).values());
  const sent = [...(await chargedMessages(first.store, 42)).values()].filter(
    ({ state }) => state >= RecipientState.Submitted,
  );
  const known = new Map(countsOf(sent));
  for (const { id, phone } of uncertain) {
    const count = (known.get(phone) ?? 0) + 1;
    const has = (there.get(phone) ?? 0) >= count;
    known.set(phone, count);
    await first.store.links.resolve([id], has ? "fail" : "resend", Date.now());
  }
}

/** Kills one service after the other, each after the same share of the messages. */
async function killBoth({ first, second }: Chain, done: () => number): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    await eventually(() => done() >= (kill * messages) / (kills + 1));
    await (kill % 2 === 1 ? first : second).crash();
  }
}

const killsOfFirst = Math.ceil(kills / 2);

/** Each message of the first service is at the second once; both ledgers are exact. Returns those of the first. */
async function expectOnce({ first, second }: Chain): Promise<ReadonlyMap<string, ChargedMessage>> {
  const accepted = await chargedMessages(first.store, 42);
  const delivered = await chargedMessages(second.store, 42);
  const wanted = countsOf(accepted.values());
  const there = countsOf(delivered.values());
  const wrong = [...new Set([...wanted.keys(), ...there.keys()])].filter(
    (phone) => wanted.get(phone) !== there.get(phone),
  );
  expect(wrong).toEqual([]);
  for (const { state } of accepted.values())
    expect([RecipientState.Delivered, RecipientState.Unknown]).toContain(state);
  return accepted;
}

test(
  `${messages} messages through two services, ${kills} kills of either: each answered one is delivered once, its receipt comes, and both ledgers are exact`,
  async () => {
    const chain = await startChain();
    const { first } = chain;
    const submitter = new Submitter(window, messages);
    let isOver = false;
    const running = submitter.run(
      () => first.port,
      () => isOver,
    );
    await killBoth(chain, () => submitter.answered.size);
    const { answered, unanswered, receipts, refused } = submitter;
    await eventually(() => answered.size + unanswered.size === messages);
    await decide(chain);
    await quiet(chain);
    await eventually(() => [...answered.keys()].every((id) => receipts.has(id)));
    isOver = true;
    await running;
    const accepted = await expectOnce(chain);
    const lost = [...answered].filter(([id, phone]) => accepted.get(id)?.phone !== phone);
    expect({ lost, refused: [...refused] }).toEqual({ lost: [], refused: [] });
    // A message without a response was accepted or not, and never twice.
    expect(accepted.size).toBeLessThanOrEqual(messages);
    expect(countsOf(accepted.values()).size).toBe(accepted.size);
    expect(unanswered.size).toBeLessThanOrEqual(killsOfFirst * window);
    for (const service of [chain.first, chain.second]) await service.stop();
  },
  lifetime,
);

/** Counts the reports of Kannel by number. */
async function listenForReports(): Promise<{ server: Server; url: string; reports: Map<string, number> }> {
  const reports = new Map<string, number>();
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
    const to = searchParams.get("to") ?? "";
    reports.set(to, (reports.get(to) ?? 0) + 1);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reports };
}

/** Requests at once to Kannel's HTTP interface. */
const senders = 16;

testWithPeer(
  "kannel",
  `${messages} messages of Kannel through two services, ${kills} kills of either: each is delivered and reported, and both ledgers are exact`,
  async () => {
    const chain = await startChain();
    const { server, url, reports } = await listenForReports();
    const kannel = await startKannel({ port: chain.first.port, messages: url, window, lifetime });
    try {
      let next = 0;
      const phones = Array.from({ length: messages }, (_, index) => String(12_025_000_000 + index));
      const send = async (): Promise<void> => {
        for (let phone = phones[next++]; phone !== undefined; phone = phones[next++]) {
          const to = phone;
          await eventually(
            async () => (await kannel.send("Hello", to, `${url}/?status=%d&to=${to}`)) === 202,
          );
        }
      };
      const sending = Promise.all(Array.from({ length: senders }, send));
      await killBoth(chain, () => reports.size);
      await sending;
      // Kannel may still have messages while nothing is open.
      while (!phones.every((phone) => reports.has(phone))) {
        await decide(chain);
        await sleep(200);
      }
      await quiet(chain);
      const accepted = countsOf((await expectOnce(chain)).values());
      expect(phones.filter((phone) => !accepted.has(phone))).toEqual([]);
      // Kannel sends again what got no response before the first service was killed.
      const again = [...accepted.values()].reduce((sum, count) => sum + count - 1, 0);
      expect(again).toBeLessThanOrEqual(killsOfFirst * window);
    } finally {
      await kannel.stop();
      server.close();
    }
    for (const service of [chain.first, chain.second]) await service.stop();
  },
  { timeout: lifetime },
);
