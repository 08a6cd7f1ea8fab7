/** JSON beside what Node does without a contract: calls, documents, a gateway. */
import { SendSmsTransaction } from "messenger-client/json";
import { parseJson, printJson } from "messenger-gen-runtime/json";
import { cpuPerRequest, endServer, startServer, type Contestant } from "../contestants.js";
import { compared, costOf, cpuOf, interleave, type Costs, type Row } from "../measure.js";
import { answer, jsonDocument, path, requests } from "../sample.js";
import { clientCall, cpuPerCall } from "./client.js";

const rounds = 12;
const round = { connections: 16, requests: 1_500 };
const warmUp = { ...round, requests: 4_000 };
const wanted = answer.TransactionID ?? "";

export async function jsonRows(): Promise<readonly Row[]> {
  return [...(await hostRows()), ...(await documentRows()), ...(await gatewayRows())];
}

/** One call of a host whose operations return a constant. */
async function hostRows(): Promise<readonly Row[]> {
  const [bare, host] = [await startServer("bare-json", [JSON.stringify(answer)]), await startServer("json")];
  const costs = await measured([
    { name: "bare", ...bare, request: requests.json, wanted },
    { name: "host", ...host, request: requests.json, wanted },
  ]);
  for (const server of [bare, host]) await endServer(server);
  return [
    {
      name: "host: JSON without logic / bare node:http that parses and prints the same JSON",
      unit: "x",
      ...compared(costs, "host", "bare"),
      targets: { at: "most", must: 1.35, goal: 1.2, moonshot: 1.1 },
      note: `${us(costs, "host")} against ${us(costs, "bare")}`,
    },
  ];
}

/** A document of 1 KB: all checks of the contract, against those of JSON. */
async function documentRows(): Promise<readonly Row[]> {
  const { input } = SendSmsTransaction;
  const text = JSON.stringify(jsonDocument);
  const bytes = Buffer.from(text);
  const calls = 20_000;
  const contestants = [
    { name: "contract", work: () => void printJson(input, parseJson(input, bytes).value) },
    { name: "plain", work: () => void JSON.stringify(JSON.parse(bytes.toString())) },
  ].map(({ name, work }) => ({
    name,
    cost: () =>
      cpuOf(() => {
        for (let i = 0; i < calls; i++) work();
      }) / calls,
  }));
  for (const { cost } of contestants) cost();
  const costs = await interleave(contestants, rounds * 2);
  const figure = (name: string): string => `${costOf(costs, name).toFixed(2)} us`;
  return [
    {
      name: `decode and encode: ${(bytes.length / 1000).toFixed(1)} KB of JSON by the contract / JSON.parse and JSON.stringify`,
      unit: "x",
      ...compared(costs, "contract", "plain"),
      targets: { at: "most", must: 2.5, goal: 1.8, moonshot: 1.4 },
      note: `${figure("contract")} against ${figure("plain")}`,
    },
  ];
}

/** A call through `messenger-gen gateway`, against the client and the server that it consists of. */
async function gatewayRows(): Promise<readonly Row[]> {
  const soap = await startServer("bare");
  const [gateway, bare] = [
    await startServer("gateway", [`http://127.0.0.1:${soap.port}${path}`]),
    await startServer("bare-json", [JSON.stringify(answer)]),
  ];
  const call = clientCall(soap.port);
  const front: Contestant = { name: "gateway", ...gateway, request: requests.json, wanted };
  const server: Contestant = { name: "bare", ...bare, request: requests.json, wanted };
  for (const each of [front, server]) await cpuPerRequest(each, warmUp);
  await cpuPerCall(call);
  const costs = await interleave(
    [
      { name: "gateway", cost: () => cpuPerRequest(front, round) },
      { name: "bare", cost: () => cpuPerRequest(server, round) },
      { name: "client", cost: () => cpuPerCall(call) },
    ],
    rounds,
  );
  for (const each of [gateway, bare, soap]) await endServer(each);
  const parts = new Map([
    ["gateway", costs.get("gateway") ?? []],
    ["parts", (costs.get("bare") ?? []).map((cost, at) => cost + (costs.get("client")?.[at] ?? NaN))],
  ]);
  return [
    {
      name: "gateway: a call through it / the generated client and bare node:http for JSON",
      unit: "x",
      ...compared(parts, "gateway", "parts"),
      targets: { at: "most", must: 1.3, goal: 1.2, moonshot: 1.1 },
      note: `${us(costs, "gateway")} against ${us(costs, "client")} and ${us(costs, "bare")}`,
    },
  ];
}

async function measured(contestants: readonly Contestant[]): Promise<Costs> {
  for (const contestant of contestants) await cpuPerRequest(contestant, warmUp);
  return interleave(
    contestants.map((contestant) => ({
      name: contestant.name,
      cost: () => cpuPerRequest(contestant, round),
    })),
    rounds,
  );
}

function us(costs: Costs, name: string): string {
  return `${costOf(costs, name).toFixed(1)} us`;
}
