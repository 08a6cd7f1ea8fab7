import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { readLinkUrl } from "#server/work/delivery/link-settings.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { sql } from "#server/storage/postgres/engine/statement.js";
import { drive } from "./load.js";
import { median, quantile } from "./measure.js";
import { end, type Process, start } from "./postgres/processes.js";
import { cpuOfServer, cpuOfTree, parentOf } from "./process-tree.js";
import { customers, openAccounts, send } from "./product/account.js";
import { distinct, requestOf } from "./product/requests.js";

/**
 * `node dist/bench/cluster.js postgres://USER@127.0.0.1/EMPTY [MESSAGES] [ROUNDS]`: rates, latencies and CPU per message of 1, 2 and 4
 * processes that accept calls, each with 64 callers, then of 1, 2 and 4 that deliver them, each with 4 binds; then the time in which
 * another process takes over binds. The numbers of processes alternate. Prints tables of `results/postgres.md`. The server must be on this machine.
 */
const [, , url = "", messageCount = "5000", roundCount = "3"] = process.argv;
/** Of each process: the more of them, the more messages. */
const messages = Number(messageCount);
const rounds = Number(roundCount);
const processCounts = [1, 2, 4];
/** Load of each process, so that batches have the same size whatever the number of processes. */
const each = { callers: 64, binds: 4 };
const window = 20;
/** Messages of each process before a measurement: compilers and caches. */
const warmUp = 2_000;
const linkName = "bench";
/** Milliseconds after which a delivery is given up. */
const longestDelivery = 300_000;

const backend = sql<{ readonly pid: number }>("SELECT pg_backend_pid() AS pid");
const owners = sql<{ readonly owners: number; readonly slots: number }>(
  "SELECT count(DISTINCT owner) AS owners, count(*) AS slots FROM bind",
);

/** Figures of one kind of work in one round, per message and in milliseconds unless stated. */
interface Figures {
  readonly perSecond: number;
  readonly processes: number;
  readonly database: number;
  readonly calls: readonly number[];
}

/** Messages that the SMSC has, and receipts that were accepted. */
interface Counts {
  readonly messages: number;
  readonly confirmed: number;
}

class Bench {
  readonly #store: Store;
  readonly #postmaster: number;
  readonly #smsc: ChildProcess;
  readonly #request = distinct(requestOf("httpGet", "HTTP_SendSms", send), customers);

  constructor(store: Store, postmaster: number, smsc: ChildProcess) {
    this.#store = store;
    this.#postmaster = postmaster;
    this.#smsc = smsc;
  }

  /** Sends messages to so many processes. */
  async accept(count: number): Promise<Figures> {
    const processes = await Promise.all(Array.from({ length: count }, () => start(url, "api")));
    const calls: number[] = [];
    const all = (total: number, took?: (milliseconds: number) => void) =>
      Promise.all(
        processes.map(({ port }) =>
          drive({
            port,
            request: this.#request,
            connections: each.callers,
            requests: total / count,
            wanted: "<Result>OK</Result>",
            took,
          }),
        ),
      );
    await all(warmUp * count);
    const measured = this.#begin(processes);
    await all(messages * count, (milliseconds) => calls.push(milliseconds));
    const figures = { ...measured(messages * count), calls };
    await Promise.all(processes.map((process) => end(process)));
    return figures;
  }

  /** Delivers all waiting messages with so many processes. */
  async deliver(processCount: number): Promise<Figures> {
    const processes = await Promise.all(
      Array.from({ length: processCount }, () => start(url, "delivery", "maintenance")),
    );
    const { confirmed: before } = await this.#counts();
    const { links } = this.#store;
    const waiting = (await links.queues()).reduce((sum, queue) => sum + queue.waiting, 0);
    const settings = { binds: String(each.binds * processCount), window: String(window) };
    await links.change(linkName, { started: true, settings });
    await this.#untilConfirmed(before + warmUp * processCount);
    const measured = this.#begin(processes);
    const first = await this.#counts();
    await this.#untilConfirmed(before + waiting);
    const last = await this.#counts();
    // A message that was sent before, and confirmed after, counts as half a message.
    const count = (last.messages - first.messages + last.confirmed - first.confirmed) / 2;
    const figures = { ...measured(count), calls: [] };
    await links.change(linkName, { started: false });
    await Promise.all(processes.map((process) => end(process)));
    return figures;
  }

  #begin(processes: readonly Process[]): (count: number) => Omit<Figures, "calls"> {
    const read = () => ({
      at: performance.now(),
      processes: processes.reduce((sum, { pid }) => sum + cpuOfTree(pid) / 1_000, 0),
      database: cpuOfServer(this.#postmaster) / 1_000,
    });
    const before = read();
    return (count) => {
      const after = read();
      return {
        perSecond: (count * 1_000) / (after.at - before.at),
        processes: (after.processes - before.processes) / count,
        database: (after.database - before.database) / count,
      };
    };
  }

  async #untilConfirmed(count: number): Promise<void> {
    const until = performance.now() + longestDelivery;
    for (;;) {
      const { confirmed } = await this.#counts();
      if (confirmed >= count) return;
      if (performance.now() > until) throw new Error(`only ${confirmed} of ${count} receipts are confirmed`);
      await sleep(5);
    }
  }

  async #counts(): Promise<Counts> {
    const answer = once(this.#smsc, "message") as Promise<[Counts]>;
    this.#smsc.send("");
    return (await answer)[0];
  }
}

function print(work: string, all: ReadonlyMap<number, readonly Figures[]>): void {
  const lines = [
    `| ${work} by | messages/s | median call, ms | 99 % of calls, ms | processes, ms | database, ms | sum, ms | sum / one process |`,
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
  ];
  const sums: number[] = [];
  for (const [count, figures] of all) {
    const cpu = (key: "processes" | "database") => median(figures.map((round) => round[key]));
    const [own, database] = [cpu("processes"), cpu("database")];
    sums.push(own + database);
    const calls = figures.flatMap(({ calls: took }) => took);
    const latency = (share: number) => (calls.length === 0 ? "" : quantile(calls, share).toFixed(0));
    const cells = [
      `${count} process${count === 1 ? "" : "es"}`,
      median(figures.map(({ perSecond }) => perSecond)).toFixed(0),
      latency(0.5),
      latency(0.99),
      ...[own, database, own + database].map((value) => value.toFixed(2)),
      ((own + database) / (sums[0] ?? NaN)).toFixed(2),
    ];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

/** Seconds from the end of a process that delivers (SIGKILL) until the other one has its binds. */
async function failOver(store: Store): Promise<number> {
  const database = await connect(postgresSettings(`${url}?connections=2`));
  const [dies, lives] = await Promise.all([start(url, "delivery"), start(url, "delivery")]);
  const held = async (by: number): Promise<boolean> => {
    const found = await database.get(owners);
    return found?.owners === by && found.slots === each.binds;
  };
  const settings = { binds: String(each.binds), window: String(window) };
  await store.links.change(linkName, { started: true, settings });
  while (!(await held(2))) await sleep(10);
  await end(dies, "SIGKILL");
  const from = performance.now();
  while (!(await held(1))) await sleep(10);
  const seconds = (performance.now() - from) / 1_000;
  await store.links.change(linkName, { started: false });
  await end(lives);
  await database.close();
  return seconds;
}

await openAccounts(url, customers);
const store = await openStore(url);
const database = await connect(postgresSettings(url));
const postmaster = parentOf((await database.get(backend))?.pid ?? NaN) ?? NaN;
await database.close();
await store.retention.prepare(Date.now());
const smsc = fork("dist/bench/servers/smsc-process.js", ["receipts"]);
const [{ port }] = (await once(smsc, "message")) as [{ readonly port: number }];
const address = readLinkUrl(`smpp://messenger:secret@127.0.0.1:${port}`);
const settings = { binds: String(each.binds), window: String(window) };
await store.links.add({ ...address, name: linkName, settings, ofFile: false }, 0);
await store.links.change(linkName, { started: false });
const bench = new Bench(store, postmaster, smsc);
const accepted = new Map<number, Figures[]>(processCounts.map((count) => [count, []]));
const delivered = new Map<number, Figures[]>(processCounts.map((count) => [count, []]));
for (let round = 0; round < rounds; round++)
  for (const count of processCounts) {
    accepted.get(count)?.push(await bench.accept(count));
    delivered.get(count)?.push(await bench.deliver(count));
  }
print("accepted", accepted);
print("delivered", delivered);
const times: number[] = [];
for (let round = 0; round < rounds; round++) times.push(await failOver(store));
process.stdout.write(
  `fail-over, seconds: ${times.map((seconds) => seconds.toFixed(1)).join(", ")} (${rounds} times)\n`,
);
await store.close();
smsc.disconnect();
