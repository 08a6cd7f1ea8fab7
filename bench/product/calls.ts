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
      ...(gsoap === undefined ? [] : [{ name: "gsoap", ...gsoap, ...peer }]),
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
): readonly Contestant[] {
  return Object.entries(operations).map(([operation, parameters]) => ({
    name: `${binding} ${operation}`,
    child,
    port,
    request: requestOf(binding, operation, parameters),
    wanted: operation === "GetGreeting" ? "Messenger" : "<Result>OK</Result>",
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
    ...(costs.has("gsoap")
      ? [
          {
            name: "gSOAP in C++, constant response / bare",
            unit: "x" as const,
            ...compared(costs, "gsoap", "bare"),
            note: `${costOf(costs, "gsoap").toFixed(1)} us`,
          },
        ]
      : []),
    meanRow(costs, "SOAP 1.1 and 1.2", ["soap11", "soap12"], {
      at: "most",
      must: 1.9,
      goal: 1.7,
      moonshot: 1.25,
    }),
    meanRow(costs, "GET and POST", ["httpGet", "httpPost"], {
      at: "most",
      must: 1.7,
      goal: 1.5,
      moonshot: 1.25,
    }),
  ];
}

/** Geometric mean over the operations and bindings, with the values of each operation. */
function meanRow(costs: Costs, title: string, of: readonly Binding[], targets: Targets): Row {
  const names = Object.keys(operations).flatMap((operation) =>
    of.map((binding) => `${binding} ${operation}`),
  );
  return {
    name: `calls over ${title}: GetGreeting, HTTP_KeepAlive, HTTP_Authenticate2 / bare`,
    unit: "x",
    ...meanOf(names.map((name) => compared(costs, name, "bare"))),
    targets,
    note: Object.keys(operations)
      .map(
        (operation) =>
          `${operation} ${of.map((binding) => costOf(costs, `${binding} ${operation}`).toFixed(0)).join(", ")} us`,
      )
      .join("; "),
  };
}
