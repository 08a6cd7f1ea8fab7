import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lowestThird, median, type Row, spreadOf } from "../measure.js";
import { send } from "./account.js";
import { distinct } from "./requests.js";
import { hasKannel, type Kannel, startKannel } from "./kannel.js";
import {
  callers,
  delivered,
  type Gateway,
  messengerGateway,
  startSmsc,
  window,
} from "./messenger-gateway.js";

const sends = 4_000;
const rounds = 12;
/** Rounds after the start of a process, in which compilers and caches warm up: the first 20,000 messages. */
const firstRounds = 5;

/**
 * From an HTTP call to submit_sm at an SMSC in a process of its own, everything on disk, in a store that is in use; each message has another number
 * and another text. Kannel (HTTP in, file store) in the same run where it is installed.
 */
export async function gatewayRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    const own = await messengerGateway(join(folder, "own"), "plain", sends, "filled");
    const confirmed = await messengerGateway(join(folder, "receipts"), "receipts", sends, "filled");
    const kannel = hasKannel() ? await kannelGateway(folder) : undefined;
    const gateways = { own, confirmed, ...(kannel && { kannel }) };
    const costs = await measured(gateways);
    for (const gateway of Object.values(gateways)) await gateway.close();
    return rowsOf(costs);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
  const request = distinct(
    Buffer.from(`GET /cgi-bin/sendsms?${query.toString()} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
  );
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

/** Milliseconds and microseconds of CPU per message, a value for each round; `first`: CPU of the first rounds. */
interface Costs {
  readonly time: number[];
  readonly cpu: number[];
  readonly first: number[];
}

type Measured = Readonly<Record<"own" | "confirmed", Costs>> & { readonly kannel?: Costs };

async function measured(gateways: {
  readonly own: Gateway;
  readonly confirmed: Gateway;
  readonly kannel?: Gateway;
}): Promise<Measured> {
  const all = Object.entries(gateways) as readonly (readonly ["own" | "confirmed" | "kannel", Gateway])[];
  const costs = { own: noCosts(), confirmed: noCosts(), ...(gateways.kannel && { kannel: noCosts() }) };
  for (let round = 0 - firstRounds; round < rounds; round++) {
    for (const [name, gateway] of round % 2 === 0 ? all : [...all].reverse()) {
      const [begun, before] = [performance.now(), gateway.cpu()];
      await delivered(gateway);
      const { time, cpu, first } = costs[name] ?? noCosts();
      if (round >= 0) time.push((performance.now() - begun) / sends);
      (round < 0 ? first : cpu).push((gateway.cpu() - before) / sends);
    }
  }
  return costs;
}

const noCosts = (): Costs => ({ time: [], cpu: [], first: [] });
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function rowsOf({ own, confirmed, kannel }: Measured): readonly Row[] {
  const time = (costs: Costs): number => median(costs.time);
  const cpu = (costs: Costs): number => median(costs.cpu);
  const figures = (costs: Costs): string =>
    `${(1000 / time(costs)).toFixed(0)} (best third ${(1000 / lowestThird(costs.time)).toFixed(0)}) a second, ` +
    `${cpu(costs).toFixed(0)} (${lowestThird(costs.cpu).toFixed(0)}) us of CPU`;
  const perRound = (over: readonly number[], under: readonly number[]): number =>
    spreadOf(over.map((value, round) => value / (under[round] ?? NaN)));
  const receipts: Row = {
    name: "gateway: messages a second with a receipt for each / without receipts",
    unit: "x",
    value: time(own) / time(confirmed),
    best: lowestThird(own.time) / lowestThird(confirmed.time),
    spread: perRound(own.time, confirmed.time),
    note: figures(confirmed),
  };
  const first: Row = {
    name: `gateway: CPU per message, the first ${firstRounds * sends} after a start / steady`,
    unit: "x",
    value: mean(own.first) / cpu(own),
    targets: { at: "most", must: 1.5, goal: 1.3, moonshot: 1.15 },
    note: `${mean(own.first).toFixed(0)} us${kannel === undefined ? "" : `; Kannel ${mean(kannel.first).toFixed(0)} us`}`,
  };
  if (kannel === undefined) return [receipts, first];
  return [
    {
      name: `gateway: HTTP call to submit_sm, distinct messages, ${callers} callers, window ${window}: messages a second / Kannel`,
      unit: "x",
      value: time(kannel) / time(own),
      best: lowestThird(kannel.time) / lowestThird(own.time),
      spread: perRound(kannel.time, own.time),
      targets: { at: "least", must: 1.05, goal: 1.3, moonshot: 2 },
      note: `${figures(own)}; Kannel ${figures(kannel)}`,
    },
    {
      name: "gateway: the same, CPU per message / Kannel",
      unit: "x",
      value: cpu(own) / cpu(kannel),
      best: lowestThird(own.cpu) / lowestThird(kannel.cpu),
      spread: perRound(own.cpu, kannel.cpu),
      targets: { at: "most", must: 0.8, goal: 0.7, moonshot: 0.5 },
    },
    receipts,
    first,
  ];
}
