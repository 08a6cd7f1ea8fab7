import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hashPassword } from "#server/credentials/hash.js";
import { openStore } from "#server/storage/index.js";
import { type Callers, openCallers } from "../load.js";
import { median, quantile, type Row } from "../measure.js";
import { customers, openAccounts, send } from "./account.js";
import { ConsoleVisitor, kindOf, placesOn } from "./console-visitor.js";
import { fillMessages } from "./fill.js";
import { startMessenger } from "./messenger.js";
import { distinct, requestOf } from "./requests.js";

/** Calls a second, half of each operation, and the connections that they use in turn. */
const [rate, connections] = [200, 64];

/** Milliseconds of calls before anything is measured, and of calls without an operator, for comparison. */
const [warmUp, alone] = [3_000, 10_000];

/** Pages below the places of the navigation that are opened. */
const mostPages = 150;

export const operator = { name: "bench", password: "correct horse battery staple" };

/** Every condition of the message search, and those that find nothing. */
export const searches: readonly Readonly<Record<string, string>>[] = [
  { prefix: "1202" },
  { prefix: "12020007" },
  { prefix: "4477" },
  { number: "12020007919" },
  { number: "12029999999" },
  { number: "12020007919", customer: "43" },
  { customer: "42" },
  { customer: "42", state: "failed" },
  { customer: "42", originator: "None" },
  { user: "nobody" },
  { originator: "None" },
  { state: "uncertain" },
  { reason: "none" },
  { link: "unrouted" },
  { transaction: "00000000-0000-7000-8000-000000000000" },
  { since: "90d", state: "failed" },
  { until: "60d" },
];

interface Calls {
  /** Milliseconds from when a call was due until its response, by operation. */
  readonly took: Readonly<Record<string, readonly number[]>>;
  stop(): Promise<void>;
}

/** Calls operations at their times, whether earlier ones have a response or not. */
function callSteadily(port: number): Calls {
  const greeting = requestOf("httpGet", "GetGreeting", {});
  const calls = [
    { name: "GetGreeting", request: greeting, wanted: "</string>" },
    {
      name: "HTTP_SendSms",
      request: distinct(requestOf("httpPost", "HTTP_SendSms", send), customers),
      wanted: "<Result>OK</Result>",
    },
  ];
  const took: Record<string, number[]> = Object.fromEntries(calls.map(({ name }) => [name, []]));
  const begun = performance.now();
  let isOver = false;
  const run = async (first: number): Promise<void> => {
    let caller: Callers = openCallers(port, 1);
    for (let place = first; !isOver; place += connections) {
      const due = begun + (place * 1_000) / rate;
      await sleep(Math.max(0, due - performance.now()));
      const { name, request, wanted } = calls[place % calls.length] ??
        calls[0] ?? { name: "", request: greeting, wanted: "" };
      await caller.drive({ request, requests: 1, wanted }).catch(() => {
        // A server that is blocked answers 408, or not at all: the call took as long as that.
        caller.close();
        caller = openCallers(port, 1);
      });
      took[name]?.push(performance.now() - due);
    }
    caller.close();
  };
  const running = Promise.all(Array.from({ length: connections }, (_, first) => run(first)));
  return {
    took,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

/** The longest delay of the event loop since the last call, in milliseconds. */
export async function longestBlock(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/event_loop_delay_seconds\{quantile="1"\} (\S+)/u.exec(text)?.[1]) * 1_000;
}

/** What the operator has read: how long it took, and the longest block of the event loop meanwhile, in milliseconds. */
interface Read {
  readonly name: string;
  readonly took: number;
  readonly block: number;
}

/** Opens every place of the console, with the files of its tables, and runs every search. */
async function readAll(visitor: ConsoleVisitor, origin: string): Promise<readonly Read[]> {
  const reads: Read[] = [];
  const waiting = ["/console/"];
  const timed = async (name: string, open: () => ReturnType<ConsoleVisitor["get"]>): Promise<void> => {
    const begun = performance.now();
    const received = await open();
    reads.push({ name, took: performance.now() - begun, block: await longestBlock(origin) });
    if (received.status >= 500 && received.status !== 503) throw new Error(`${name}: ${received.status}`);
    for (const path of placesOn(received)) {
      const kind = kindOf(path);
      if (!waiting.some((each) => kindOf(each) === kind)) waiting.push(path);
    }
  };
  for (const conditions of searches)
    await timed(`find ${JSON.stringify(conditions)}`, async () => {
      await visitor.get("/console/messages");
      return visitor.post("/console/messages/find", conditions);
    });
  for (let place = 0; place < Math.min(waiting.length, mostPages); place++) {
    const path = waiting[place] ?? "";
    await timed(path, () => visitor.get(path));
  }
  return reads;
}

/** The port of the console, which the log names a moment after the start. */
export async function adminPort(folder: string): Promise<number> {
  for (;;) {
    const log = readFileSync(join(folder, "messenger.log"), "utf8");
    const line = log.split("\n").find((each) => each.includes("admin listener open")) ?? "";
    const port = Number(/"port":(\d+)/u.exec(line)?.[1]);
    if (port > 0) return port;
    await sleep(100);
  }
}

export async function addOperator(database: string): Promise<void> {
  const store = await openStore(database);
  const { name, password } = operator;
  const passwordHash = await hashPassword(password);
  const by = { name: "bench", source: "bench" };
  await store.operators.add({ name, role: "admin", passwordHash, createdAt: Date.now() }, by);
  await store.close();
}

/** Calls at a steady rate while an operator reads all that the console has, in a store with a million messages. */
export async function deskRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  const database = `sqlite:${join(folder, "messenger.db")}`;
  try {
    await openAccounts(database, customers);
    await fillMessages(join(folder, "messenger.db"), customers);
    await addOperator(database);
    const messenger = await startMessenger(folder, database, ["--admin", "0"]);
    const origin = `http://127.0.0.1:${await adminPort(folder)}`;
    const warming = callSteadily(messenger.port);
    await sleep(warmUp);
    await warming.stop();
    const before = callSteadily(messenger.port);
    await sleep(alone);
    await before.stop();
    const visitor = new ConsoleVisitor(origin);
    await visitor.logIn(operator.name, operator.password);
    await longestBlock(origin);
    const during = callSteadily(messenger.port);
    const reads = await readAll(visitor, origin);
    await during.stop();
    await messenger.stop();
    return rowsOf({ before, during, reads });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Measured {
  readonly before: Calls;
  readonly during: Calls;
  readonly reads: readonly Read[];
}

/** The reads with the largest values, with these. */
const largest = (reads: readonly Read[], key: "took" | "block"): string =>
  reads
    .toSorted((one, other) => other[key] - one[key])
    .slice(0, 3)
    .map((read) => `${read.name.replaceAll("|", " ")} ${read[key].toFixed(0)}`)
    .join(", ");

function rowsOf({ before, during, reads }: Measured): readonly Row[] {
  const rows = Object.entries(during.took).map(([name, took]): Row => {
    const quiet = before.took[name] ?? [];
    return {
      name: `${name} at ${rate / 2} a second while an operator reads, p99`,
      value: quantile(took, 0.99),
      unit: "ms",
      targets: { at: "most", must: 50, goal: 25, moonshot: 10 },
      note: `median ${median(took).toFixed(1)}, longest ${Math.max(...took).toFixed(0)} ms of ${took.length}; without an operator ${quantile(quiet, 0.99).toFixed(0)} ms`,
    };
  });
  return [
    ...rows,
    {
      name: "longest block of the event loop meanwhile",
      value: Math.max(...reads.map(({ block }) => block)),
      unit: "ms",
      note: `${reads.length} searches, pages and files; the longest blocks: ${largest(reads, "block")} ms; the slowest: ${largest(reads, "took")} ms`,
    },
  ];
}
