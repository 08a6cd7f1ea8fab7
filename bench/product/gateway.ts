import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addLink } from "#server/admin/links.js";
import { addRoute } from "#server/admin/routes.js";
import { openStore } from "#server/storage/index.js";
import { drive, type Load } from "../load.js";
import { lowestThird, type Row, spreadOf } from "../measure.js";
import { cpuOfTree } from "../process-tree.js";
import { openAccount, send } from "./account.js";
import { hasKannel, type Kannel, startKannel } from "./kannel.js";
import { type Messenger, startMessenger } from "./messenger.js";
import { requestOf } from "./requests.js";

const callers = 32;
const window = 50;
const sends = 4_000;
const rounds = 12;

/** A gateway in processes of its own, and the SMSC that it sends to. */
interface Gateway {
  readonly smsc: Smsc;
  readonly load: Load;
  /** CPU time so far of all its processes, in microseconds. */
  cpu(): number;
  close(): Promise<void>;
}

/**
 * From an HTTP call to submit_sm at an SMSC in a process of its own, everything on disk. Kannel (HTTP in, file store)
 * in the same run where it is installed.
 */
export async function gatewayRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    const own = await messengerGateway(join(folder, "own"), "plain");
    const confirmed = await messengerGateway(join(folder, "receipts"), "receipts");
    const kannel = hasKannel() ? await kannelGateway(folder) : undefined;
    const gateways = { own, confirmed, ...(kannel && { kannel }) };
    const costs = await measured(gateways);
    for (const gateway of Object.values(gateways)) await gateway.close();
    return rowsOf(costs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function messengerGateway(folder: string, smscs: "plain" | "receipts"): Promise<Gateway> {
  mkdirSync(folder);
  const smsc = await startSmsc(smscs);
  const messenger = await serveSmsc(folder, smsc.port);
  return {
    smsc,
    load: {
      port: messenger.port,
      request: requestOf("httpGet", "HTTP_SendSms", send),
      connections: callers,
      requests: sends,
      wanted: "<Result>OK</Result>",
    },
    cpu: () => cpuOfTree(messenger.child.pid ?? NaN),
    close: async () => {
      await messenger.stop();
      await smsc.close();
    },
  };
}

async function serveSmsc(folder: string, smsc: number): Promise<Messenger> {
  const database = `sqlite:${join(folder, "messenger.db")}`;
  await openAccount(database);
  const store = await openStore(database);
  const url = `smpp://bench@127.0.0.1:${smsc}`;
  await addLink(store, "bench", { url, password: "bench", set: [`window=${window}`] }, Date.now());
  await addRoute(store, { prefix: "*", link: "bench" });
  await store.close();
  return startMessenger(folder, database);
}

async function kannelGateway(folder: string): Promise<Gateway> {
  const smsc = await startSmsc("plain");
  const kannel: Kannel = await startKannel(folder, smsc.port, window);
  const query = new URLSearchParams({
    username: "api",
    password: "bench",
    from: "Shop",
    to: send.recipientPhone,
    text: send.smsText,
  });
  const request = Buffer.from(`GET /cgi-bin/sendsms?${query.toString()} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  return {
    smsc,
    load: {
      port: kannel.port,
      request,
      connections: callers,
      requests: sends,
      wanted: "0: Accepted",
      status: "202",
    },
    cpu: () => kannel.cpu(),
    close: async () => {
      await kannel.close();
      await smsc.close();
    },
  };
}

/** Milliseconds and microseconds of CPU per message, a value for each round. */
interface Costs {
  readonly time: number[];
  readonly cpu: number[];
}

type Measured = Readonly<Record<"own" | "confirmed", Costs>> & { readonly kannel?: Costs };

/** The first messages warm up and do not count. */
async function measured(gateways: {
  readonly own: Gateway;
  readonly confirmed: Gateway;
  readonly kannel?: Gateway;
}): Promise<Measured> {
  const all = Object.entries(gateways) as readonly (readonly ["own" | "confirmed" | "kannel", Gateway])[];
  const costs = { own: noCosts(), confirmed: noCosts(), ...(gateways.kannel && { kannel: noCosts() }) };
  for (const [, gateway] of all) await delivered(gateway);
  for (let round = 0; round < rounds; round++) {
    for (const [name, gateway] of round % 2 === 0 ? all : [...all].reverse()) {
      const [begun, before] = [performance.now(), gateway.cpu()];
      await delivered(gateway);
      costs[name]?.time.push((performance.now() - begun) / sends);
      costs[name]?.cpu.push((gateway.cpu() - before) / sends);
    }
  }
  return costs;
}

const noCosts = (): Costs => ({ time: [], cpu: [] });

interface SmscCounts {
  readonly messages: number;
  readonly confirmed: number;
}

interface Smsc {
  readonly port: number;
  /** Messages that it has; of an SMSC with receipts, those whose receipt was taken over. */
  count(): Promise<number>;
  close(): Promise<void>;
}

async function startSmsc(receipts: "plain" | "receipts"): Promise<Smsc> {
  const child: ChildProcess = fork("dist/bench/servers/smsc-process.js", [receipts], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    port,
    count: async () => {
      child.send("");
      const [{ messages, confirmed }] = (await once(child, "message")) as [SmscCounts];
      return receipts === "receipts" ? confirmed : messages;
    },
    close: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** Makes the calls; resolves when the SMSC has all messages, and has confirmed them if it does that. */
async function delivered({ smsc, load }: Gateway): Promise<void> {
  const wanted = (await smsc.count()) + load.requests;
  await drive(load);
  for (const end = performance.now() + 120_000; (await smsc.count()) < wanted;) {
    if (performance.now() > end) throw new Error(`the SMSC got ${await smsc.count()} of ${wanted} messages`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

function rowsOf({ own, confirmed, kannel }: Measured): readonly Row[] {
  const time = (costs: Costs): number => lowestThird(costs.time);
  const cpu = (costs: Costs): number => lowestThird(costs.cpu);
  const figures = (costs: Costs): string =>
    `${(1000 / time(costs)).toFixed(0)} a second, ${cpu(costs).toFixed(0)} us of CPU`;
  const perRound = (over: readonly number[], under: readonly number[]): number =>
    spreadOf(over.map((value, round) => value / (under[round] ?? NaN)));
  const receipts: Row = {
    name: "gateway: messages a second with a receipt for each / without receipts",
    unit: "x",
    value: time(own) / time(confirmed),
    spread: perRound(own.time, confirmed.time),
    note: figures(confirmed),
  };
  if (kannel === undefined) return [receipts];
  return [
    {
      name: `gateway: HTTP call to submit_sm, ${callers} callers, window ${window}: messages a second / Kannel`,
      unit: "x",
      value: time(kannel) / time(own),
      spread: perRound(kannel.time, own.time),
      targets: { at: "least", must: 0.85, goal: 1.2, moonshot: 2 },
      note: `${figures(own)}; Kannel ${figures(kannel)}`,
    },
    {
      name: "gateway: the same, CPU per message / Kannel",
      unit: "x",
      value: cpu(own) / cpu(kannel),
      spread: perRound(own.cpu, kannel.cpu),
      targets: { at: "most", must: 1.2, goal: 0.9, moonshot: 0.5 },
    },
    receipts,
  ];
}
