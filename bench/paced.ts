import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "#server/storage/index.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { readLinkUrl } from "#server/work/delivery/link-settings.js";
import { type Callers, openCallers } from "./load.js";
import { median } from "./measure.js";
import { logOf, postmasterOf } from "./postgres/counters.js";
import { end, start } from "./postgres/processes.js";
import { cpuOfServer, cpuOfTree } from "./process-tree.js";
import { customers, openAccounts, send as sendSms } from "./product/account.js";
import { distinct, requestOf } from "./product/requests.js";

/**
 * `node dist/bench/paced.js postgres://USER@127.0.0.1/EMPTY [RATE] [SECONDS] [ROUNDS]`: CPU and log of a message while 64 callers send so many a
 * second to four processes that accept calls, and two that deliver send them over one link with two binds for each; before that, to four
 * bare servers that write the same rows, each message alone. In the first rounds, of a minute, compilers and caches warm up. Prints rows
 * of `results/postgres.md`. The server must be on this machine.
 */
const [, , url = "", rateText = "300", secondsText = "60", roundsText = "6"] = process.argv;
const [rate, seconds, rounds] = [rateText, secondsText, roundsText].map(Number) as [number, number, number];
const callers = 64;
const messages = rate * seconds;

await openAccounts(url, customers);
const store = await openStore(url);
await store.retention.prepare(Date.now());
const smsc = fork("dist/bench/servers/smsc-process.js", ["receipts"]);
const [{ port }] = (await once(smsc, "message")) as [{ readonly port: number }];
const address = readLinkUrl(`smpp://messenger:secret@127.0.0.1:${port}`);
await store.links.add(
  { ...address, name: "bench", settings: { binds: "4", window: "20" }, ofFile: false },
  0,
);
await store.close();
const database = await connect(postgresSettings(`${url}?connections=2`));
const postmaster = await postmasterOf(database);
const request = distinct(requestOf("httpGet", "HTTP_SendSms", sendSms), customers);

/** Processes that are measured: those that accept calls, and others. */
interface Side {
  readonly apis: readonly { readonly port: number; readonly pid: number }[];
  readonly workers: readonly { readonly pid: number }[];
  /** Messages whose life is over; for bare servers none. */
  readonly confirmed: () => Promise<number>;
}

async function startBare(place: number) {
  const child = fork("dist/bench/servers/bare-messages.js", [url, `${place}`]);
  const [listening] = (await once(child, "message")) as [{ readonly port: number }];
  return { child, port: listening.port, pid: child.pid ?? NaN };
}

async function confirmed(): Promise<number> {
  const answer = once(smsc, "message") as Promise<[{ readonly confirmed: number }]>;
  smsc.send("");
  return (await answer)[0].confirmed;
}

/** Sends the messages of a round, each caller at its times. */
async function send(connections: readonly Callers[]): Promise<void> {
  const begun = performance.now();
  await Promise.all(
    connections.map(async (connection, index) => {
      for (let place = index; place < messages; place += callers) {
        await sleep(Math.max(0, begun + (place * 1_000) / rate - performance.now()));
        await connection.drive({ request, requests: 1, wanted: "<Result>OK</Result>" });
      }
    }),
  );
}

const used = async ({ apis, workers }: Side) => ({
  api: apis.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0),
  delivery: workers.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0),
  database: cpuOfServer(postmaster),
  log: await logOf(database),
  at: performance.now() * 1_000,
});
type Costs = Awaited<ReturnType<typeof used>>;

/** Of a message, in one round. */
async function costsOfRound(side: Side, connections: readonly Callers[]): Promise<Costs> {
  const wanted = (await side.confirmed()) + messages;
  const before = await used(side);
  await send(connections);
  while ((await side.confirmed()) < wanted) await sleep(20);
  const after = await used(side);
  const per = (key: keyof Costs): number => (after[key] - before[key]) / messages;
  return {
    at: per("at"),
    api: per("api"),
    delivery: per("delivery"),
    database: per("database"),
    log: per("log"),
  };
}

function printRow(name: string, costs: readonly Costs[]): void {
  const of = (key: keyof Costs): number => median(costs.map((cost) => cost[key]));
  const figures = [1e6 / of("at"), of("api"), of("delivery"), of("database"), of("log")];
  process.stdout.write(`| ${[name, ...figures.map((figure) => figure.toFixed(0))].join(" | ")} |\n`);
}

/** Prints the costs of all rounds. */
async function measure(name: string, side: Side): Promise<void> {
  const connections = Array.from({ length: callers }, (_, index) =>
    openCallers(side.apis[index % side.apis.length]?.port ?? 0, 1),
  );
  const all: Costs[] = [];
  for (let place = 0; place < rounds; place++) {
    const costs = await costsOfRound(side, connections);
    printRow(`${name}, round ${place + 1}`, [costs]);
    all.push(costs);
  }
  printRow(`${name}, median from the third on`, all.slice(2));
  for (const connection of connections) connection.close();
}

process.stdout.write(
  "| what | messages/s | api, us | delivery, us | database, us | log, bytes |\n| --- | --- | --- | --- | --- | --- |\n",
);
const bares = await Promise.all([1, 2, 3, 4].map(startBare));
await measure("bare servers", { apis: bares, workers: [], confirmed: async () => Infinity });
for (const { child } of bares) child.disconnect();
const apis = await Promise.all([1, 2, 3, 4].map(() => start(url, "api")));
const workers = await Promise.all([1, 2].map(() => start(url, "delivery", "maintenance")));
await measure("service", { apis, workers, confirmed });
for (const process of [...apis, ...workers]) await end(process);
await database.close();
smsc.disconnect();
