import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compared, costOf, geometricMean, interleave, type Row } from "../measure.js";
import { answer, requests } from "../sample.js";
import { openAccount, send } from "./account.js";
import { durableRows } from "./durable.js";
import { type Contestant, cpuPerRequest, endServer, startServer } from "../contestants.js";
import { type OutboxView, viewOutbox } from "./outbox.js";
import { memoryOf } from "../process-tree.js";
import { type Messenger, startMessenger } from "./messenger.js";
import { bindings, requestOf } from "./requests.js";

const rounds = 12;
const connections = 32;
/** Shorter rounds measure how a server wakes up, above all the bare one. */
const perRound = 3_000;

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
      ...(await durableRows(folder, messenger, outbox)),
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
  for (const contestant of contestants) await cpuPerRequest(contestant, round);
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

function memoryRow({ child }: Messenger): Row {
  return {
    name: "resident memory after the load",
    unit: "MB",
    value: memoryOf(child, "now"),
    targets: { at: "most", must: 180, goal: 150, moonshot: 100 },
  };
}
