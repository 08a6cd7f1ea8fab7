import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { hashPassword } from "#server/credentials/hash.js";
import type { Store } from "#server/ports/store.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Role } from "#server/work/coordination/roles.js";
import { readLinkUrl } from "#server/work/delivery/link-settings.js";
import { Caller } from "../../cluster/caller.js";
import type { DatabaseCluster } from "../../cluster/machines/cluster.js";
import { type ServerProcess, startProcess } from "../../cluster/server-processes.js";
import { eventually } from "../../eventually.js";
import { addAccount } from "../../faces/smpp/service.js";
import { account } from "../../faces/smpp/test-client.js";
import { addCustomer, admin } from "../../interop/service.js";
import { StormSmsc } from "../../networks/smpp/storm-smsc.js";
import { chargedMessages } from "../smpp-books.js";
import { Submitter } from "../smpp-submitter.js";
import { OneShots } from "./one-shots.js";

/** Processes of the guide. */
const wanted: readonly (readonly Role[])[] = [
  ["api", "smpp"],
  ["api", "smpp"],
  ["delivery"],
  ["delivery"],
  ["maintenance"],
];

const credit = 10_000_000;

/** Messages a second: three quarters over JSON once, the rest by callers that repeat, and by SMPP clients with small windows. */
const jsonRate = Number(process.env["MESSENGER_ENDURANCE_RATE"] ?? 120);
const callers = 8;
const callerPause = 100;
const smppWindow = 4;

const { Delivered, Submitting } = RecipientState;

/** Longest life of the SMSC: it ends with the suite. */
const lifetime = 4 * 3_600_000;

/** Everything that callers sent and learned during a fault. */
export interface Load {
  readonly oneShots: OneShots;
  readonly callers: readonly Caller[];
  readonly smpp: Submitter;
  /** Messages that were accepted, by each way. */
  accepted(): readonly number[];
  /** Times of the responses that accepted a message, over JSON. */
  times(): readonly number[];
  /** What callers have learned, for a failure. */
  facts(): string;
  stop(): Promise<void>;
}

/** The service of the guide on a cluster, with an SMSC, and customers. */
export class ServiceOnCluster {
  readonly processes: readonly ServerProcess[];
  readonly smsc: StormSmsc;
  readonly #cluster: DatabaseCluster;
  readonly #key: string;
  #loads = 0;

  private constructor(
    cluster: DatabaseCluster,
    processes: readonly ServerProcess[],
    smsc: StormSmsc,
    key: string,
  ) {
    this.#cluster = cluster;
    this.processes = processes;
    this.smsc = smsc;
    this.#key = key;
  }

  static async start(cluster: DatabaseCluster): Promise<ServiceOnCluster> {
    const store = await openPostgresStore(cluster.url);
    await addCustomer(store, credit);
    const passwordHash = await hashPassword(account.password);
    await addAccount(store, { customerId: 43, window: smppWindow, passwordHash }, credit * 1_000);
    const smsc = await StormSmsc.listen({ seed: 1, lifetime, receipts: "mixed", doubled: 0.1 });
    const address = readLinkUrl(`smpp://messenger:secret@127.0.0.1:${smsc.port}`);
    const settings = { binds: "4", window: "20", drain: "2" };
    await store.links.add({ ...address, name: "a", settings, ofFile: false }, 0);
    await store.close();
    const printed = await admin(cluster.url, "key", "add", "42/api", "--name", "shop", "--scope", "send");
    const key = printed.trim().split(": ").at(-1) ?? "";
    const processes: ServerProcess[] = [];
    for (const roles of wanted) {
      const smpp = roles.includes("api") ? ["--smpp", "0"] : [];
      processes.push(await startProcess(cluster.url, roles, ...smpp));
    }
    return new ServiceOnCluster(cluster, processes, smsc, key);
  }

  get #apis(): readonly ServerProcess[] {
    return this.processes.filter(({ roles }) => roles.includes("api"));
  }

  /** Starts callers of every kind; each load has numbers of its own. */
  load(): Load {
    const index = this.#loads++;
    const origins = this.#apis.map(({ url }) => new URL(url).origin);
    const oneShots = new OneShots(this.#key, 13_000_000_000 + index * 1_000_000);
    const all = Array.from({ length: callers }, (_, each) => new Caller(100 * index + each));
    const smpp = new Submitter(smppWindow, Number.POSITIVE_INFINITY, 14_000_000_000 + index * 1_000_000);
    let isOver = false;
    const over = (): boolean => isOver;
    const running = [
      oneShots.run(origins, jsonRate, over),
      ...all.map(async (caller) => {
        while (!isOver) {
          await caller.send(() => this.#apis.map(({ url }) => url));
          await sleep(callerPause);
        }
        caller.close();
      }),
      ...this.#apis.map(({ smppPort }) => smpp.run(() => smppPort, over)),
    ];
    const accepted = (): readonly { readonly at: number }[] =>
      oneShots.outcomes.filter(({ learned }) => learned === "accepted");
    return {
      ...{ oneShots, callers: all, smpp },
      accepted: () => [
        accepted().length,
        all.reduce((sum, { answers }) => sum + answers.length, 0),
        smpp.answered.size,
      ],
      facts: () =>
        JSON.stringify({
          outcomes: oneShots.outcomes.slice(-3),
          unexpected: oneShots.unexpected.slice(-3),
          answers: all.map(({ answers }) => answers.length),
          failures: all.flatMap(({ failures }) => String(failures.at(-1))),
          smpp: [smpp.answered.size, smpp.unanswered.size, [...smpp.refused], String(smpp.failure)],
          logs: this.processes.map((each) => each.log().slice(-1500)),
        }),
      times: () => accepted().map(({ at }) => at),
      stop: async () => {
        isOver = true;
        await Promise.all(running);
      },
    };
  }

  /** Nothing that was acknowledged is lost, nothing that was refused is stored, nothing is sent twice, and the books are exact. */
  async expectExact({ oneShots, callers: all, smpp }: Load): Promise<void> {
    const store = await openPostgresStore(this.#cluster.url);
    try {
      await this.#untilQuiet(store);
      const [stored, submitted] = [await chargedMessages(store, 42), await chargedMessages(store, 43)];
      const byPhone = new Map([...stored.values()].map((each) => [each.phone, each]));
      const learned = (what: string) => oneShots.outcomes.filter((each) => each.learned === what);
      const answers = all.flatMap((caller) => caller.answers);
      expect({
        unexpected: oneShots.unexpected,
        refused: answers.filter(({ result }) => result !== "OK"),
        lost: learned("accepted").filter(({ phone, detail }) => stored.get(detail)?.phone !== phone),
        lostOfCallers: answers.filter(({ phone, transaction }) => stored.get(transaction)?.phone !== phone),
        lostOfSmpp: [...smpp.answered].filter(([id, phone]) => submitted.get(id)?.phone !== phone),
        storedThoughRefused: learned("unavailable").filter(({ phone }) => byPhone.has(phone)),
        storedTwice: stored.size - byPhone.size,
      }).toEqual({
        ...{ unexpected: [], refused: [], lost: [], lostOfCallers: [], lostOfSmpp: [] },
        ...{ storedThoughRefused: [], storedTwice: 0 },
      });
      const sent = this.smsc.accepted.map(({ phone }) => phone);
      expect(sent.length - new Set(sent).size).toBe(0);
      const states = new Set([...stored.values(), ...submitted.values()].map(({ state }) => state));
      // Messages that are not delivered are uncertain and held for a decision.
      expect([...states].filter((each) => each !== Delivered && each !== Submitting)).toEqual([]);
    } finally {
      await store.close();
    }
  }

  async #untilQuiet(store: Store): Promise<void> {
    let left: unknown;
    const isQuiet = async (): Promise<boolean> => {
      const queues = await store.links.queues();
      const busy = queues.filter(
        ({ waiting, underWay, withoutReceipt }) => waiting + underWay + withoutReceipt > 0,
      );
      left = busy;
      return busy.length === 0;
    };
    await eventually(isQuiet).catch((cause: unknown) => {
      throw new Error(`still not quiet: ${JSON.stringify({ left, refusals: [...this.smsc.refusals] })}`, {
        cause,
      });
    });
  }

  async stop(): Promise<void> {
    for (const each of this.processes) expect(await each.stop()).toBe(0);
    await this.smsc.close();
  }
}
