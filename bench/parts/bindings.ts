import { type Contestant, cpuPerRequest, endServer, startServer } from "../contestants.js";
import { compared, costOf, type Costs, interleave, type Row } from "../measure.js";
import { answer, requests } from "../sample.js";

const rounds = 12;
const round = { connections: 16, requests: 1_500 };

/** CPU time per request of a host whose operations return a constant, against bare node:http. */
export async function bindingRows(): Promise<readonly Row[]> {
  const [bare, host, nodeSoap] = [
    await startServer("bare"),
    await startServer("messenger"),
    await startServer("node-soap"),
  ];
  const wanted = answer.TransactionID ?? "";
  const contestants: readonly Contestant[] = [
    { name: "bare", ...bare, request: requests.soap11, wanted },
    { name: "node-soap", ...nodeSoap, request: requests.soap11, wanted },
    { name: "soap11", ...host, request: requests.soap11, wanted },
    { name: "soap12", ...host, request: requests.soap12, wanted },
    { name: "httpGet", ...host, request: requests.httpGet, wanted },
    { name: "httpPost", ...host, request: requests.httpPost, wanted },
  ];
  for (const contestant of contestants) await cpuPerRequest(contestant, { ...round, requests: 4_000 });
  const costs = await interleave(
    contestants.map((contestant) => ({
      name: contestant.name,
      cost: () => cpuPerRequest(contestant, round),
    })),
    rounds,
  );
  for (const server of [bare, host, nodeSoap]) await endServer(server);
  return [
    row(costs, "host: SOAP 1.1 without logic / bare", "soap11", "bare"),
    row(costs, "host: SOAP 1.2 without logic / bare", "soap12", "bare"),
    row(costs, "host: HTTP GET without logic / bare", "httpGet", "bare"),
    row(costs, "host: HTTP POST without logic / bare", "httpPost", "bare"),
    row(costs, "host: node-soap as documented / SOAP 1.1 without logic", "node-soap", "soap11"),
  ];
}

function row(costs: Costs, title: string, name: string, baseline: string): Row {
  return {
    name: title,
    unit: "x",
    ...compared(costs, name, baseline),
    note: `${costOf(costs, name).toFixed(1)} us against ${costOf(costs, baseline).toFixed(1)} us`,
  };
}
