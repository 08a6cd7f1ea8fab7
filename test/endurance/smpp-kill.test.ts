import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "@jest/globals";
import { hashPassword } from "#server/credentials/hash.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { killAll, type ServerProcess, startProcess } from "../cluster/server-processes.js";
import { eventually } from "../eventually.js";
import { addAccount } from "../faces/smpp/service.js";
import { account } from "../faces/smpp/test-client.js";
import { detailsOf, ledgerOf } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";
import { anyServer, testsOn } from "../storage/postgres-server.js";
import { chargedMessages } from "./smpp-books.js";
import { Submitter } from "./smpp-submitter.js";

/** All of it with MESSENGER_ENDURANCE=full; a tenth otherwise. */
const scale = process.env["MESSENGER_ENDURANCE"] === "full" ? 1 : 0.1;
const kills = 20 * scale;
const perRound = 500;
const window = 50;
const credit = 1_000_000_000;
const systemId = "killed01";

afterEach(killAll);

async function addCustomer(store: Store): Promise<void> {
  // At the cost of the processes, which would make up for a cheaper one.
  const passwordHash = await hashPassword(account.password);
  await addAccount(store, { customerId: 42, systemId, window, passwordHash }, credit);
}

/** Waits until that many more messages are answered, and a moment longer. */
async function someMore(submitter: Submitter): Promise<void> {
  const enough = submitter.answered.size + perRound;
  await eventually(() => submitter.answered.size >= enough);
  await sleep(randomInt(50));
}

/** Where receipts are that do not come: their messages, the queues, the binds, and the logs. */
async function whereabouts(store: Store, missing: readonly string[], servers: readonly ServerProcess[]) {
  const some = missing.slice(0, 3);
  const ledger = await ledgerOf(store, 42);
  const found = {
    missing: missing.length,
    ids: some,
    messages: await Promise.all(some.map((id) => detailsOf(store.outbox, 42, id))),
    entries: ledger.filter(({ transactionId }) => some.includes(transactionId ?? "")),
    receipts: await store.smpp.waiting(),
    queues: await store.links.queues(),
    binds: await store.smpp.binds(Date.now()),
  };
  return [JSON.stringify(found, undefined, 1), ...servers.map((server) => server.log())].join("\n");
}

/** Resends messages that a kill left uncertain, until every answered one has a receipt. */
async function untilReported(
  store: Store,
  { answered, receipts }: Submitter,
  servers: readonly ServerProcess[],
): Promise<void> {
  const missing = (): readonly string[] => [...answered.keys()].filter((id) => !receipts.has(id));
  try {
    await eventually(async () => {
      await store.links.resolveBehind(0, 1_000_000, "resend", Date.now());
      return missing().length === 0;
    });
  } catch (cause) {
    throw new Error(await whereabouts(store, missing(), servers), { cause });
  }
}

/**
 * Nothing answered is lost or charged twice, and nothing refused is charged: a process that stops refuses with 0x08. `ended`: how many
 * sessions ended with a full window.
 */
async function expectExact(store: Store, submitter: Submitter, ended: number): Promise<void> {
  const { answered, unanswered, refused } = submitter;
  const stored = await chargedMessages(store, 42);
  const lost = [...answered].filter(([id, phone]) => stored.get(id)?.phone !== phone);
  const others = [...stored.values()].filter(({ id }) => !answered.has(id));
  expect({ lost, refused: [...refused.keys()].filter((status) => status !== 0x08) }).toEqual({
    lost: [],
    refused: [],
  });
  expect(others.filter(({ phone }) => !unanswered.has(phone))).toEqual([]);
  expect(others.length).toBeLessThanOrEqual(ended * window);
  const phones = new Set([...stored.values()].map(({ phone }) => phone));
  expect(phones.size).toBe(stored.size);
  const states = new Set([...answered.keys()].map((id) => stored.get(id)?.state));
  expect(states).toEqual(new Set([RecipientState.Delivered]));
}

test(`${kills} kills of one process: an answered submit_sm is never lost and charged once, and its receipt comes`, async () => {
  const database = await newDatabase();
  const store = await openStore(database);
  await addCustomer(store);
  const submitter = new Submitter(window, Number.POSITIVE_INFINITY, 12_025_000_000, systemId);
  let [server, isOver] = [await startProcess(database, [], "--smpp", "0"), false];
  const running = submitter.run(
    () => server.smppPort,
    () => isOver,
  );
  for (let round = 0; round < kills; round++) {
    await someMore(submitter);
    await server.kill();
    server = await startProcess(database, [], "--smpp", "0");
  }
  await someMore(submitter);
  isOver = true;
  await running;
  const receiver = await submitter.bind(server.smppPort);
  await untilReported(store, submitter, [server]);
  expect(await server.stop()).toBe(0);
  expect(receiver.of("unbind")).toHaveLength(1);
  await expectExact(store, submitter, kills + 1);
  await store.close();
}, 600_000);

testsOn(await anyServer(), (postgres) => {
  describe("two processes on PostgreSQL", () => {
    test(`${kills} kills and ${kills} restarts: an answered submit_sm is never lost and charged once, and its receipt comes`, async () => {
      const database = await postgres.createDatabase();
      const store = await openStore(database);
      await addCustomer(store);
      const start = () => startProcess(database, [], "--smsc", "loopback", "--smpp", "0");
      const servers: [ServerProcess, ServerProcess] = [await start(), await start()];
      const submitter = new Submitter(window, Number.POSITIVE_INFINITY, 12_025_000_000, systemId);
      let isOver = false;
      const running = ([0, 1] as const).map((index) =>
        submitter.run(
          () => servers[index].smppPort,
          () => isOver,
        ),
      );
      for (let round = 0; round < 2 * kills; round++) {
        const index = round % 2 === 0 ? 0 : 1;
        await someMore(submitter);
        if (round % 4 < 2) await servers[index].kill();
        else expect(await servers[index].stop()).toBe(0);
        servers[index] = await start();
      }
      await someMore(submitter);
      isOver = true;
      await Promise.all(running);
      await submitter.bind(servers[0].smppPort);
      await untilReported(store, submitter, servers);
      for (const server of servers) expect(await server.stop()).toBe(0);
      await expectExact(store, submitter, 2 * kills + 2);
      await store.close();
    }, 900_000);
  });
});
