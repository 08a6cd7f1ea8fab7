import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { drive } from "../load.js";
import { compared, costOf, geometricMean, interleave, lowestThird, type Row, spreadOf } from "../measure.js";
import { answer, requests } from "../sample.js";
import { openAccount, send } from "./account.js";
import { bareSends } from "./bare-rows.js";
import { type Contestant, cpuPerRequest, endServer, startServer } from "../contestants.js";
import { type OutboxView, viewOutbox } from "./outbox.js";
import { memoryOf } from "../process-tree.js";
import { type Messenger, startMessenger } from "./messenger.js";
import { bindings, requestOf } from "./requests.js";

const rounds = 12;
const connections = 32;
const perRound = 600;

/** HTTP_SendSms, accepted on disk and delivered over the loopback link. */
export async function sendRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    const file = join(folder, "messenger.db");
    await openAccount(`sqlite:${file}`);
    const messenger = await startMessenger(folder, `sqlite:${file}`, ["--admin", "0"]);
    const outbox = await viewOutbox(file);
    const rows = [
      await cpuRow(messenger, outbox),
      await durableRow(folder, messenger, outbox),
      memoryRow(messenger),
    ];
    outbox.close();
    await messenger.stop();
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** CPU time of the whole process per message, from the call until the loopback link has confirmed it. */
async function cpuRow({ child, port }: Messenger, outbox: OutboxView): Promise<Row> {
  const bare = await startServer("bare");
  const round = { connections, requests: perRound, settled: () => outbox.final() };
  const contestants: readonly Contestant[] = [
    { name: "bare", ...bare, request: requests.soap11, wanted: answer.TransactionID ?? "" },
    ...bindings.map((binding) => ({
      name: binding,
      child,
      port,
      request: requestOf(binding, "HTTP_SendSms", send),
      wanted: "<Result>OK</Result>",
    })),
  ];
  for (const contestant of contestants) await cpuPerRequest(contestant, { ...round, requests: 2_000 });
  const costs = await interleave(
    contestants.map((contestant) => ({
      name: contestant.name,
      cost: () => cpuPerRequest(contestant, round),
    })),
    rounds,
  );
  await endServer(bare);
  const single = bindings.map((binding) => compared(costs, binding, "bare"));
  return {
    name: "HTTP_SendSms, accepted on disk and delivered over loopback, all bindings / bare",
    unit: "x",
    value: geometricMean(single.map(({ value }) => value)),
    spread: Math.max(...single.map(({ spread = 0 }) => spread)),
    targets: { at: "most", must: 8.5, goal: 6, moonshot: 4 },
    note: bindings.map((binding) => `${binding} ${costOf(costs, binding).toFixed(0)} us`).join(", "),
  };
}

const callers = 64;
const sends = 3_000;

/** Time per durable message against a loop of the same rows in as many commits, on the same disk. */
async function durableRow(folder: string, messenger: Messenger, outbox: OutboxView): Promise<Row> {
  await openAccount(`sqlite:${join(folder, "bare.db")}`);
  const bare = bareSends((await loadDriver()).open(join(folder, "bare.db"), false));
  const request = requestOf("httpPost", "HTTP_SendSms", send);
  const admin = adminPort(folder);
  const times: { own: number[]; bare: number[]; perCommit: number[] } = { own: [], bare: [], perCommit: [] };
  for (let round = 0; round < rounds; round++) {
    const before = await commits(admin);
    times.own.push(
      await timed(async () => {
        await drive({
          port: messenger.port,
          request,
          connections: callers,
          requests: sends,
          wanted: "<Result>OK</Result>",
        });
        await outbox.handedOver();
      }),
    );
    const perCommit = sends / ((await commits(admin)) - before);
    times.perCommit.push(perCommit);
    times.bare.push(
      await timed(() => {
        loop(bare, perCommit);
      }),
    );
  }
  const own = lowestThird(times.own);
  const perCommit = geometricMean(times.perCommit);
  return {
    name: `durable sends until handed over to the link, ${callers} callers: rate / a bare loop of the same rows and commits`,
    unit: "x",
    value: lowestThird(times.bare) / own,
    spread: spreadOf(times.own.map((time, round) => (times.bare[round] ?? NaN) / time)),
    targets: { at: "least", must: 0.65, goal: 0.75, moonshot: 0.9 },
    note: `${((sends / own) * 1000).toFixed(0)} a second, ${perCommit.toFixed(1)} messages a commit`,
  };
}

/** Writes the messages of a round, so many per commit on the average. */
function loop(commit: (messages: number) => void, perCommit: number): void {
  for (let written = 0, due = perCommit; written < sends; due += perCommit) {
    const count = Math.min(sends, Math.round(due)) - written;
    commit(count);
    written += count;
  }
}

/** The port that the log names. */
function adminPort(folder: string): number {
  const log = readFileSync(join(folder, "messenger.log"), "utf8");
  return Number(/"port":(\d+),"msg":"admin listener open"/u.exec(log)?.[1] ?? NaN);
}

async function commits(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^messenger_store_commit_seconds_count (\d+)$/mu.exec(metrics)?.[1] ?? NaN);
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function memoryRow({ child }: Messenger): Row {
  return {
    name: "resident memory after the load",
    unit: "MB",
    value: memoryOf(child, "now"),
    targets: { at: "most", must: 180, goal: 150, moonshot: 100 },
  };
}
