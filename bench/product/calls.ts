import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compared, costOf, type Costs, interleave, meanOf, type Row, type Targets } from "../measure.js";
import { answer, requests } from "../sample.js";
import { caller, openAccount } from "./account.js";
import { type Contestant, cpuPerRequest, endServer, startServer } from "../contestants.js";
import { hasGsoap, startGsoap } from "./gsoap.js";
import { startMessenger } from "./messenger.js";
import { type Binding, bindings, requestOf } from "./requests.js";

const rounds = 24;
const round = { connections: 32, requests: 2_000 };
const soapVersions = ["soap11", "soap12"] as const;
const operations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GetGreeting: {},
  HTTP_KeepAlive: caller,
  HTTP_Authenticate2: caller,
};

/** CPU time of the whole process per call that writes nothing, as ratios to a bare node:http server. */
export async function callRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    const database = `sqlite:${join(folder, "messenger.db")}`;
    await openAccount(database);
    const messenger = await startMessenger(folder, database);
    const [bare, copy, nodeSoap] = [
      await startServer("bare"),
      await startServer("bare"),
      await startServer("node-soap"),
    ];
    const gsoap = hasGsoap() ? await startGsoap(folder) : undefined;
    const peer = { request: requests.soap11, wanted: answer.TransactionID ?? "" };
    const costs = await measured([
      { name: "bare", ...bare, ...peer },
      { name: "copy", ...copy, ...peer },
      { name: "node-soap", ...nodeSoap, ...peer },
      ...(gsoap === undefined
        ? []
        : soapVersions.flatMap((version) => contestantsOf(version, gsoap, "gsoap "))),
      ...bindings.flatMap((binding) => contestantsOf(binding, messenger)),
    ]);
    for (const server of [bare, copy, nodeSoap]) await endServer(server);
    gsoap?.child.kill();
    await messenger.stop();
    return rowsOf(costs);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function contestantsOf(
  binding: Binding,
  { child, port }: Pick<Contestant, "child" | "port">,
  peer = "",
): readonly Contestant[] {
  return Object.entries(operations).map(([operation, parameters]) => ({
    name: `${peer}${binding} ${operation}`,
    child,
    port,
    request: requestOf(binding, operation, parameters),
    wanted: operation === "GetGreeting" ? "Messenger" : "Result>OK<",
  }));
}

/** The first round warms up and does not count. */
async function measured(contestants: readonly Contestant[]): Promise<Costs> {
  for (const contestant of contestants) {
    await cpuPerRequest(contestant, { ...round, requests: round.requests * 3 });
  }
  return interleave(
    contestants.map((contestant) => ({
      name: contestant.name,
      cost: () => cpuPerRequest(contestant, round),
    })),
    rounds,
  );
}

function rowsOf(costs: Costs): readonly Row[] {
  const bare = `${costOf(costs, "bare").toFixed(1)} us`;
  return [
    {
      name: "bare node:http, constant bytes / an unchanged copy of it",
      unit: "x",
      ...compared(costs, "bare", "copy"),
      note: bare,
    },
    {
      name: "node-soap as documented / bare",
      unit: "x",
      ...compared(costs, "node-soap", "bare"),
      note: `${costOf(costs, "node-soap").toFixed(1)} us`,
    },
    ...gsoapRows(costs),
    meanRow(costs, { title: "SOAP 1.1 and 1.2", of: soapVersions, targets: soapTargets }),
    meanRow(costs, { title: "GET and POST", of: ["httpGet", "httpPost"], targets: formTargets }),
  ];
}

const soapTargets: Targets = { at: "most", must: 1.9, goal: 1.7, moonshot: 1.25 };
const formTargets: Targets = { at: "most", must: 1.7, goal: 1.5, moonshot: 1.25 };
const gsoapTargets: Targets = { at: "most", must: 1.25, goal: 1.1, moonshot: 1 };

/** The same requests; gSOAP responds with constants. */
function gsoapRows(costs: Costs): readonly Row[] {
  if (!costs.has("gsoap soap11 GetGreeting")) return [];
  const title = "SOAP 1.1 and 1.2";
  return [
    meanRow(costs, { title, of: soapVersions, by: "gSOAP in C++, constant responses", peer: "gsoap " }),
    meanRow(costs, { title, of: soapVersions, targets: gsoapTargets, baseline: "gSOAP" }),
  ];
}

interface Mean {
  readonly title: string;
  readonly of: readonly Binding[];
  readonly targets?: Targets;
  /** Another server than ours, and the beginning of the names of its contestants. */
  readonly by?: string;
  readonly peer?: string;
  /** Default: the bare server. */
  readonly baseline?: "gSOAP";
}

/** Geometric mean over the operations and bindings, with the values of each operation. */
function meanRow(costs: Costs, { title, of, targets, by, peer = "", baseline }: Mean): Row {
  const all = Object.keys(operations);
  const named = (operation: string, binding: Binding): string => `${peer}${binding} ${operation}`;
  const ratios = all.flatMap((operation) =>
    of.map((binding) => {
      const other = baseline === undefined ? "bare" : `gsoap ${binding} ${operation}`;
      return compared(costs, named(operation, binding), other);
    }),
  );
  return {
    name: `${by === undefined ? "" : `${by}: `}calls over ${title}: ${all.join(", ")} / ${baseline ?? "bare"}`,
    unit: "x",
    ...meanOf(ratios),
    targets,
    note: all
      .map(
        (operation) =>
          `${operation} ${of.map((binding) => costOf(costs, named(operation, binding)).toFixed(0)).join(", ")} us`,
      )
      .join("; "),
  };
}
