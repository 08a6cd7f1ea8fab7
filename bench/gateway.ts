import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addLink } from "#server/admin/links.js";
import { addRoute } from "#server/admin/routes.js";
import { openStore } from "#server/storage/index.js";
import { hasKannel, type Kannel, startKannel } from "./kannel.js";
import { drive, type Load } from "./load.js";
import { median, type Row } from "./measure.js";
import { requests } from "./sample.js";
import { openAccount, type Service, start } from "./sending.js";

const callers = 64;
const window = 100;
const sends = 20_000;
const rounds = 3;

/** From a call to submit_sm at an SMSC in a process of its own; Kannel (HTTP in, file store) in the same run where it is there. */
export async function gatewayRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    const plain = await measured(folder, "plain");
    const confirmed = await measured(folder, "receipts");
    return rowsOf(plain, confirmed);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Seconds and microseconds of CPU per message, a value for each round. */
interface Costs {
  readonly seconds: number[];
  readonly cpu: number[];
}

interface Measured {
  readonly ours: Costs;
  /** Undefined where Kannel is not installed. */
  readonly kannel: Costs | undefined;
}

/** With receipts our service is measured alone. */
async function measured(folder: string, smscs: "plain" | "receipts"): Promise<Measured> {
  const own = join(folder, smscs);
  mkdirSync(own);
  const confirm = smscs === "receipts";
  const [ourSmsc, kannelSmsc] = [await startSmsc(smscs), await startSmsc("plain")];
  const service = await startService(join(own, "messenger.db"), ourSmsc.port);
  const kannel = !confirm && hasKannel() ? await startKannel(own, kannelSmsc.port, window) : undefined;
  const costs: Measured = { ours: noCosts(), kannel: kannel && noCosts() };
  const ourCalls = (count: number): Promise<void> => send(ourSmsc, ourLoad(service, count), confirm);
  await ourCalls(4_000);
  for (let round = 0; round < rounds; round++) {
    await measure(
      costs.ours,
      () => ourCpu(service),
      () => ourCalls(sends),
    );
    if (kannel === undefined || costs.kannel === undefined) continue;
    await measure(
      costs.kannel,
      async () => kannel.cpu(),
      () => send(kannelSmsc, kannelLoad(kannel), false),
    );
  }
  await kannel?.close();
  for (const child of [service.child, ourSmsc.child, kannelSmsc.child]) {
    child.disconnect();
    await once(child, "exit");
  }
  return costs;
}

const noCosts = (): Costs => ({ seconds: [], cpu: [] });

async function measure(costs: Costs, cpu: () => Promise<number>, work: () => Promise<void>): Promise<void> {
  const [begun, before] = [performance.now(), await cpu()];
  await work();
  costs.seconds.push((performance.now() - begun) / 1_000);
  costs.cpu.push(((await cpu()) - before) / sends);
}

interface Smsc {
  readonly child: ChildProcess;
  readonly port: number;
}

interface SmscCounts {
  readonly messages: number;
  readonly confirmed: number;
}

async function startSmsc(receipts: string): Promise<Smsc> {
  const child = fork("dist/bench/servers/smsc-process.js", [receipts], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, port };
}

async function ask<T>(child: ChildProcess): Promise<T> {
  child.send("");
  const [answer] = (await once(child, "message")) as [T];
  return answer;
}

const ourCpu = async ({ child }: Service): Promise<number> => (await ask<{ cpu: number }>(child)).cpu;

async function startService(file: string, smsc: number): Promise<Service> {
  const database = `sqlite:${file}`;
  await openAccount(database);
  const store = await openStore(database);
  const url = `smpp://bench@127.0.0.1:${smsc}`;
  await addLink(store, "bench", { url, password: "bench", set: [`window=${window}`] }, Date.now());
  await addRoute(store, { prefix: "*", link: "bench" });
  await store.close();
  return start(database);
}

/** A SOAP call with one recipient, at once. */
function ourLoad({ port }: Service, count: number): Load {
  const [head = "", body = ""] = requests.soap11.toString().split("\r\n\r\n");
  const call = body
    .replace(/<recipientPhone>.*<\/recipientPhone>/, "<recipientPhone>+12025550101</recipientPhone>")
    .replace(/<defDate>.*<\/defDate>/, "<defDate></defDate>");
  const request = Buffer.from(
    `${head.replace(/Content-Length: \d+/, `Content-Length: ${call.length}`)}\r\n\r\n${call}`,
  );
  return { port, request, connections: callers, requests: count, wanted: "<Result>OK</Result>" };
}

function kannelLoad({ port }: Kannel): Load {
  const text = encodeURIComponent(
    "Your parcel 4711 is ready & waits for you at the counter of Example Street 12.",
  );
  const query = `username=api&password=bench&from=Shop&to=%2B12025550101&text=${text}`;
  const request = Buffer.from(`GET /cgi-bin/sendsms?${query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  return { port, request, connections: callers, requests: sends, wanted: "0: Accepted", status: "202" };
}

/** Makes the calls; resolves when the SMSC has all messages, and with `confirm` all its receipts were taken over. */
async function send({ child }: Smsc, load: Load, confirm: boolean): Promise<void> {
  const count = async (): Promise<number> => {
    const { messages, confirmed } = await ask<SmscCounts>(child);
    return confirm ? confirmed : messages;
  };
  const wanted = (await count()) + load.requests;
  await drive(load);
  for (const end = performance.now() + 120_000; (await count()) < wanted;) {
    if (performance.now() > end) throw new Error(`the SMSC got ${await count()} of ${wanted} messages`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function rowsOf(plain: Measured, confirmed: Measured): readonly Row[] {
  const rate = ({ seconds }: Costs): string => `${(sends / median(seconds)).toFixed(0)} a second, `;
  const figure = (costs: Costs): string => `${rate(costs)}${median(costs.cpu).toFixed(0)} us CPU a message`;
  const { ours, kannel } = plain;
  const receipts: Row = {
    name: "gateway: messages a second with a receipt for each, durable / without receipts",
    value: median(ours.seconds) / median(confirmed.ours.seconds),
    unit: "x",
    goal: { at: "least", value: 0.7 },
    note: figure(confirmed.ours),
  };
  if (kannel === undefined) return [receipts];
  return [
    {
      name: "gateway: CPU per message from SOAP call to submit_sm, Kannel / durable",
      value: median(kannel.cpu) / median(ours.cpu),
      unit: "x",
    },
    {
      name: "gateway: messages a second from SOAP call to submit_sm, durable / Kannel from HTTP, file store",
      value: median(kannel.seconds.map((seconds, round) => seconds / (ours.seconds[round] ?? NaN))),
      unit: "x",
      goal: { at: "least", value: 1 },
      note: `${figure(ours)}; Kannel ${figure(kannel)}`,
    },
    receipts,
  ];
}
