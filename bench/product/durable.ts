import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { endServer, startServer } from "../contestants.js";
import { type Callers, openCallers } from "../load.js";
import { compared, costOf, type Costs, geometricMean, interleave, type Row } from "../measure.js";
import { customers, send } from "./account.js";
import { bareSends } from "./bare-rows.js";
import type { Messenger } from "./messenger.js";
import type { OutboxView } from "./outbox.js";
import { distinct, requestOf } from "./requests.js";

const rounds = 12;
const callers = 64;
/** The outbox is read every few milliseconds: in a shorter round its end would count. */
const sends = 12_000;

/** Databases that equal the one of the service before its start. */
export interface BareFiles {
  readonly loop: string;
  readonly behindHttp: string;
}

/** Time per durable message of the service, of a loop of the same rows, and of that loop behind a bare HTTP server. */
export async function durableRows(
  folder: string,
  bare: BareFiles,
  messenger: Messenger,
  outbox: OutboxView,
): Promise<readonly Row[]> {
  const commit = bareSends((await loadDriver()).open(bare.loop, false), customers);
  const bareHttp = await startServer("bare-sends", [bare.behindHttp]);
  const [ours, bares] = [openCallers(messenger.port, callers), openCallers(bareHttp.port, callers)];
  const admin = adminPort(folder);
  const perCommit: number[] = [];
  const service = async (): Promise<number> => {
    const before = await commits(admin);
    const wall = await timed(async () => {
      await sendAll(ours);
      await outbox.handedOver();
    });
    perCommit.push(sends / ((await commits(admin)) - before));
    return wall;
  };
  await service();
  const costs = await interleave(
    [
      { name: "service", cost: service },
      {
        name: "loop",
        cost: () =>
          timed(() => {
            loop(commit, geometricMean(perCommit));
          }),
      },
      { name: "bare HTTP", cost: () => timed(() => sendAll(bares)) },
    ].map(({ name, cost }) => ({
      name,
      cost: async () => {
        await outbox.final();
        return cost();
      },
    })),
    rounds,
  );
  for (const each of [ours, bares]) each.close();
  await endServer(bareHttp);
  return rowsOf(costs, geometricMean(perCommit));
}

function rowsOf(costs: Costs, perCommit: number): readonly Row[] {
  const rate = (name: string): string => `${((sends / costOf(costs, name)) * 1000).toFixed(0)} a second`;
  return [
    {
      name: `durable sends until handed over to the link, ${callers} callers: rate / a bare loop of the same rows and commits`,
      unit: "x",
      ...compared(costs, "loop", "service"),
      targets: { at: "least", must: 0.8, goal: 0.85, moonshot: 0.95 },
      note: `${rate("service")}, ${perCommit.toFixed(1)} messages a commit; loop ${rate("loop")}`,
    },
    {
      name: "durable sends: rate / the same rows behind a bare node:http server, a commit per turn",
      unit: "x",
      ...compared(costs, "bare HTTP", "service"),
      note: rate("bare HTTP"),
    },
  ];
}

const request = distinct(requestOf("httpPost", "HTTP_SendSms", send), customers);

async function sendAll(from: Callers): Promise<void> {
  await from.drive({
    request,
    requests: sends,
    wanted: "<Result>OK</Result>",
  });
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
