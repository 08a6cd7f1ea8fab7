import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lowestThird, type Row, spreadOf } from "../measure.js";
import { send } from "./account.js";
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

/**
 * From an HTTP call to submit_sm at an SMSC in a process of its own, everything on disk. Kannel (HTTP in, file store)
 * in the same run where it is installed.
 */
export async function gatewayRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    const own = await messengerGateway(join(folder, "own"), "plain", sends);
    const confirmed = await messengerGateway(join(folder, "receipts"), "receipts", sends);
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
