import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { drive } from "./load.js";
import { interleave, median, ratio, type Row } from "./measure.js";
import { answer, requests } from "./sample.js";

interface Contestant {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
  readonly request: Buffer;
}

const perRound = 4_000;
const rounds = 7;
const connections = 16;

/** CPU time of the server process per request, with the logic off, as ratios to bare node:http. */
export async function httpRows(): Promise<readonly Row[]> {
  const bare = await start("bare");
  const ours = await start("messenger");
  const stock = await start("node-soap");
  const contestants: readonly Contestant[] = [
    { name: "bare", ...bare, request: requests.soap11 },
    { name: "node-soap", ...stock, request: requests.soap11 },
    { name: "soap11", ...ours, request: requests.soap11 },
    { name: "soap12", ...ours, request: requests.soap12 },
    { name: "httpGet", ...ours, request: requests.httpGet },
    { name: "httpPost", ...ours, request: requests.httpPost },
  ];
  for (const contestant of contestants) await cost(contestant);
  const costs = await interleave(
    contestants.map((c) => ({ name: c.name, cost: () => cost(c) })),
    rounds,
  );
  for (const child of [bare, ours, stock]) child.child.disconnect();
  return rows(costs);
}

function rows(costs: ReadonlyMap<string, readonly number[]>): readonly Row[] {
  const note = (name: string): string => `${median(costs.get(name) ?? []).toFixed(1)} us`;
  const row = (title: string, name: string, most: number | undefined): Row => ({
    name: title,
    value: ratio(costs, name, "bare"),
    unit: "x",
    note: note(name),
    ...(most === undefined ? {} : { goal: { at: "most", value: most } }),
  });
  return [
    row("server: bare node:http, constant bytes", "bare", undefined),
    row("server: node-soap as documented / bare", "node-soap", undefined),
    row("server: SOAP 1.1 through node-soap with generated codecs / bare", "soap11", 2),
    row("server: SOAP 1.2 through node-soap with generated codecs / bare", "soap12", 2),
    row("server: HTTP GET / bare", "httpGet", 1.4),
    row("server: HTTP POST / bare", "httpPost", 1.4),
    {
      name: "server: node-soap as documented / ours, SOAP 1.1",
      value: ratio(costs, "node-soap", "soap11"),
      unit: "x",
      goal: { at: "least", value: 3.5 },
    },
  ];
}

async function start(server: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(`dist/bench/servers/${server}.js`, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [message] = (await once(child, "message")) as [{ port: number }];
  return { child, port: message.port };
}

async function cpu(child: ChildProcess): Promise<number> {
  const reply = once(child, "message") as Promise<[{ cpu: number }]>;
  child.send("cpu");
  return (await reply)[0].cpu;
}

async function cost({ child, port, request }: Contestant): Promise<number> {
  const before = await cpu(child);
  await drive({ port, request, connections, requests: perRound, wanted: answer.TransactionID ?? "" });
  return ((await cpu(child)) - before) / perRound;
}
