import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "@jest/globals";
import { readLinkUrl } from "#server/work/delivery/link-settings.js";
import type { Role } from "#server/work/coordination/roles.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { LinkQueue } from "#server/domain/delivery/routing/link.js";
import type { Store } from "#server/ports/store.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { Caller } from "../cluster/caller.js";
import { killAll, type ServerProcess, startProcess } from "../cluster/server-processes.js";
import { addCustomer, login } from "../interop/service.js";
import { StormSmsc } from "../networks/smpp/storm-smsc.js";
import { eventually } from "../eventually.js";
import { detailsOf, ledgerOf } from "../storage/fixtures.js";
import { type LocalServer, localServer } from "../storage/local-server.js";
import { testsOn } from "../storage/postgres-server.js";

/** All hundred rounds with MESSENGER_ENDURANCE=full; a tenth of them otherwise. */
const rounds = process.env["MESSENGER_ENDURANCE"] === "full" ? 100 : 10;
const callers = 16;
const credit = 10_000_000;

/** Milliseconds: longer than a lease of delivery holds, and with some time for the others to notice. */
const frozenFor = 7_000;

const wanted: readonly (readonly Role[])[] = [
  ["api"],
  ["api", "delivery"],
  ["delivery"],
  ["delivery"],
  ["delivery", "maintenance"],
];

/** Failures of a round: of a process with a role, the database, or one of the connections to it. */
const events = [
  ...(["kill api", "kill delivery", "kill database", "kill connection"] as const),
  ...(["freeze api", "freeze delivery", "freeze database"] as const),
] as const;
type Event = (typeof events)[number];

let closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  killAll();
  for (const close of closing) await close();
  closing = [];
});

/** Index of a process with this role, by chance. */
function anyWith(role: Role): number {
  const among = wanted.flatMap((roles, index) => (roles.includes(role) ? index : []));
  return among[randomInt(among.length)] ?? 0;
}

/** The processes at work, and what happens to them. */
class Cluster {
  readonly #server: LocalServer;
  readonly #database: string;
  readonly processes: (ServerProcess | undefined)[] = [];

  constructor(server: LocalServer, database: string) {
    this.#server = server;
    this.#database = database;
  }

  async start(): Promise<void> {
    for (const [index, roles] of wanted.entries())
      this.processes[index] ??= await startProcess(this.#database, roles);
  }

  readonly urls = (): readonly string[] =>
    this.processes.flatMap((each) => (each === undefined || each.url === "" ? [] : each.url));

  async happen(event: Event): Promise<void> {
    switch (event) {
      case "kill database":
        await this.#server.kill();
        await sleep(randomInt(500));
        await this.#server.start();
        return;
      case "kill connection":
        await this.#server.killConnection();
        return;
      case "freeze database": {
        const resume = this.#server.suspend();
        await sleep(frozenFor);
        resume();
        return;
      }
      default: {
        const [what, role] = event.split(" ") as ["kill" | "freeze", Role];
        await (what === "freeze" ? this.#freeze(role) : this.#kill(role));
      }
    }
  }

  async #freeze(role: Role): Promise<void> {
    await this.processes[anyWith(role)]?.freeze(frozenFor);
  }

  async #kill(role: Role): Promise<void> {
    const index = anyWith(role);
    await this.processes[index]?.kill();
    this.processes[index] = undefined;
    await sleep(randomInt(1_000));
    await this.start();
  }

  /** The SMSC sends receipts that were refused, while the database was gone, again with the next bind. */
  async rebind(): Promise<void> {
    for (const [index, each] of this.processes.entries())
      if (each?.roles.includes("delivery") === true) {
        expect(await each.stop()).toBe(0);
        this.processes[index] = undefined;
      }
    await this.start();
  }

  async stop(): Promise<void> {
    for (const each of this.processes) expect(await each?.stop()).toBe(0);
  }
}

async function addLink({ links }: Pick<Store, "links">, smsc: StormSmsc): Promise<void> {
  const address = readLinkUrl(`smpp://messenger:secret@127.0.0.1:${smsc.port}`);
  const settings = { binds: "6", window: "5", drain: "2" };
  await links.add({ ...address, name: "a", settings, ofFile: false }, 0);
}

/** Waits until nothing is queued, in flight or without a receipt. */
async function untilQuiet({ links }: Pick<Store, "links">, smsc: StormSmsc): Promise<void> {
  let left: readonly LinkQueue[] = [];
  const isQuiet = async (): Promise<boolean> => {
    const queues = await links.queues();
    left = queues.filter(({ waiting, underWay, withoutReceipt }) => waiting + underWay + withoutReceipt > 0);
    return left.length === 0;
  };
  await eventually(isQuiet).catch((error: unknown) => {
    const { accepted, confirmed } = smsc;
    const refusals = [...smsc.refusals];
    const facts = { left, accepted: accepted.length, confirmed: confirmed.size, refusals };
    throw new Error(`still not quiet: ${JSON.stringify(facts)}`, { cause: error });
  });
}

const { Delivered, Submitting } = RecipientState;

testsOn(await localServer(), (server) => {
  test(
    `${rounds} rounds of killed and frozen processes and databases: nothing acknowledged is lost, nothing is sent twice, and credit is what the ledger says`,
    async () => {
      server.configure(["fsync = on", "synchronous_commit = on"]);
      await server.kill();
      await server.start();
      const database = await server.createDatabase();
      let store = await openPostgresStore(database);
      await addCustomer(store, credit);
      const smsc = await StormSmsc.listen({
        ...{ seed: 1, lifetime: rounds * 60_000 + 600_000, outOfOrder: 8, receipts: "mixed", doubled: 0.1 },
      });
      let isOver = false;
      closing = [
        async () => {
          isOver = true;
          await store.close();
          await smsc.close();
        },
      ];
      await addLink(store, smsc);
      await store.close();
      const cluster = new Cluster(server, database);
      await cluster.start();
      const all = Array.from({ length: callers }, (_, index) => new Caller(index));
      const calling = all.map(async (caller) => {
        while (!isOver) await caller.send(cluster.urls);
        caller.close();
      });
      for (let round = 0; round < rounds; round++) {
        await sleep(randomInt(2_000));
        const event = events[round % events.length] ?? "kill api";
        const before = all.reduce((sum, { answers }) => sum + answers.length, 0);
        await cluster.happen(event);
        // Calls are accepted again, by themselves.
        await eventually(() => all.reduce((sum, { answers }) => sum + answers.length, 0) > before + callers);
      }
      isOver = true;
      await Promise.all(calling);
      store = await openPostgresStore(database);
      await cluster.rebind();
      await untilQuiet(store, smsc);
      await cluster.stop();

      const answers = all.flatMap((caller) => caller.answers);
      expect(answers.filter(({ result }) => result !== "OK")).toEqual([]);
      const lost: string[] = [];
      const states = new Map<number, number>();
      for (const { transaction, phone } of answers) {
        const [row] = await detailsOf(store.outbox, login.customerID, transaction);
        if (row?.phone !== phone) lost.push(phone);
        else states.set(row.state, (states.get(row.state) ?? 0) + 1);
      }
      expect(lost).toEqual([]);
      // Messages that are not delivered are uncertain and held for a decision.
      expect([...states.keys()].filter((state) => state !== Delivered && state !== Submitting)).toEqual([]);
      const sent = smsc.accepted.map(({ phone }) => phone);
      expect(new Set(sent).size).toBe(sent.length);
      const acknowledged = new Set(answers.map(({ phone }) => phone));
      const ledger = await ledgerOf(store, login.customerID);
      const charges = ledger.filter(({ reason }) => reason === "charge");
      const sum = ledger.reduce((total, { delta }) => total + delta, 0);
      expect(await store.accounts.balances(login.customerID)).toEqual([{ kind: "SMS", amount: sum }]);
      // Each call was repeated until it had a response: every charge was acknowledged.
      expect(charges).toHaveLength(acknowledged.size);
    },
    rounds * 60_000 + 600_000,
  );
});
