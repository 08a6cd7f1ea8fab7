import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compared, costOf, interleave, meanOf, type Row } from "../measure.js";
import { answer, requests } from "../sample.js";
import { customers, openAccounts, send } from "./account.js";
import { durableRows } from "./durable.js";
import { fillMessages } from "./fill.js";
import { type Contestant, cpuPerRequest, endServer, startServer } from "../contestants.js";
import { type OutboxView, viewOutbox } from "./outbox.js";
import { memoryOf } from "../process-tree.js";
import { type Messenger, startMessenger } from "./messenger.js";
import { type Binding, bindings, distinct, requestOf } from "./requests.js";

const rounds = 8;
const connections = [16, 32, 64];
/** Shorter rounds measure how a server wakes up, above all the bare one. */
const perRound = 3_000;

/** HTTP_SendSms, accepted on disk and delivered over the loopback link, in a store that is in use. */
export async function sendRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    const file = join(folder, "messenger.db");
    await openAccounts(`sqlite:${file}`, customers);
    await fillMessages(file, customers);
    const bare = { loop: join(folder, "loop.db"), behindHttp: join(folder, "behind-http.db") };
    for (const copy of Object.values(bare)) copyFileSync(file, copy);
    const messenger = await startMessenger(folder, `sqlite:${file}`, ["--admin", "0"]);
    const outbox = await viewOutbox(file);
    const rows = [
      await cpuRow(messenger, outbox),
      ...(await durableRows(folder, bare, messenger, outbox)),
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
  const contestants = connections.flatMap((count) => {
    const round = { connections: count, requests: perRound, settled: () => outbox.final() };
    const all: readonly Contestant[] = [
      { name: "bare", ...bare, request: requests.soap11, wanted: answer.TransactionID ?? "" },
      ...bindings.map((name) => {
        const request = distinct(requestOf(name, "HTTP_SendSms", send), customers);
        return { name, child, port, request, wanted: "<Result>OK</Result>" };
      }),
    ];
    return all.map((each) => ({ name: `${each.name} ${count}`, cost: () => cpuPerRequest(each, round) }));
  });
  for (const { cost } of contestants) await cost();
  const costs = await interleave(contestants, rounds);
  await endServer(bare);
  const us = (binding: Binding): string =>
    connections.map((count) => costOf(costs, `${binding} ${count}`).toFixed(0)).join(", ");
  return {
    name: `HTTP_SendSms, accepted on disk and delivered over loopback, all bindings, ${connections.join(", ")} callers / bare`,
    unit: "x",
    ...meanOf(
      connections.flatMap((count) =>
        bindings.map((binding) => compared(costs, `${binding} ${count}`, `bare ${count}`)),
      ),
    ),
    targets: { at: "most", must: 7.5, goal: 6, moonshot: 4 },
    note: bindings.map((binding) => `${binding} ${us(binding)} us`).join("; "),
  };
}

function memoryRow({ child }: Messenger): Row {
  return {
    name: "resident memory after the load",
    unit: "MB",
    value: memoryOf(child, "now"),
    targets: { at: "most", must: 180, goal: 150, moonshot: 100 },
  };
}
