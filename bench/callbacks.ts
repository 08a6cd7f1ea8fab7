import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plainMessage } from "#server/domain/delivery/submitting/submission.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { startForwarding } from "#server/work/forwarding/forwarder.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { median, quantile } from "./measure.js";

/**
 * `node dist/bench/callbacks.js [PAIRS]` posts 2,000 final statuses to a customer's server that accepts them: alone, and beside 40 servers
 * that never respond and one that fails. Prints the median ratios of time and CPU time of so many pairs of runs (default 12), their spread
 * and the verdict, and ends with 1 if the median ratio of the times is above the limit. The servers are in a process of their own.
 */
const pairs = Number(process.argv.find((argument) => /^\d+$/u.test(argument)) ?? 12);
const finals = 2_000;
const silentCustomers = 40;
const limit = 1.2;

interface Servers {
  readonly good: string;
  readonly failing: string;
  readonly silent: string;
}

const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;

/** Listens in this process, and sends the URLs to its parent. */
async function serve(): Promise<void> {
  const listening = async (status: number | undefined): Promise<string> => {
    const server = createServer((request, response) => {
      request.resume();
      if (status !== undefined) request.on("end", () => response.writeHead(status).end());
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const servers: Servers = {
    good: await listening(204),
    failing: await listening(500),
    silent: await listening(undefined),
  };
  process.on("disconnect", () => process.exit());
  process.send?.(servers);
}

/** Messages of a customer that are final at once. */
async function addFinals(store: Store, customerId: number, url: string, count: number): Promise<void> {
  await store.accounts.addCustomer(
    { id: customerId, name: "Example Ltd", payment: "postpaid", limit: undefined },
    0,
  );
  await store.callbacks.setTarget({ customerId, url, secret, parts: false, private: true }, Date.now());
  const at = Date.now();
  const { Blacklisted: state } = RecipientState;
  await store.outbox.submit({
    transactionId: `t${customerId}`,
    customerId,
    userName: "api",
    operation: "SendSms",
    originator: "Shop",
    text: "Hello",
    parts: 1,
    at,
    dueAt: at,
    clientTransaction: undefined,
    recipients: [],
    refused: Array.from({ length: count }, (_, index) => ({ phone: String(12_025_500_000 + index), state })),
    charge: { kind: "SMS", amount: 0 },
    ...plainMessage,
  });
}

interface Cost {
  /** Milliseconds until the good server has accepted everything. */
  readonly time: number;
  readonly cpu: number;
}

async function run(servers: Servers, beside: boolean): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  const store = await openStore(`sqlite:${join(folder, "messenger.db")}`);
  try {
    await addFinals(store, 44, servers.good, finals);
    if (beside) {
      await addFinals(store, 43, servers.failing, finals);
      for (let index = 0; index < silentCustomers; index++)
        await addFinals(store, 100 + index, servers.silent, 5);
    }
    return await posted(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function posted(store: Store): Promise<Cost> {
  const silence = (): void => undefined;
  const log = { info: silence, warn: silence, error: silence };
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  let accepted = 0;
  let done = silence;
  const over = new Promise<void>((resolve) => (done = resolve));
  const forwarding = startForwarding({
    store,
    now: Date.now,
    mayPost: () => true,
    log,
    observe: (_kind, outcome) => {
      // Only the good server accepts.
      if (outcome === "accepted" && (accepted += 1) === finals) done();
    },
  });
  await over;
  const time = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  await forwarding.close();
  return { time, cpu: (user + system) / 1000 };
}

function ratioText(name: string, ratios: readonly number[]): string {
  const [low, middle, high] = [0, 0.5, 1].map((share) => quantile(ratios, share).toFixed(2));
  return `${name}: median ${middle}, from ${low} to ${high}\n`;
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ["servers"]);
  const [servers] = (await once(child, "message")) as [Servers];
  const ratios: { readonly time: number; readonly cpu: number }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // Each order as often, so that a change of load meets both.
    const first = await run(servers, pair % 2 === 1);
    const second = await run(servers, pair % 2 === 0);
    const [alone, beside] = pair % 2 === 0 ? [first, second] : [second, first];
    ratios.push({ time: beside.time / alone.time, cpu: beside.cpu / alone.cpu });
  }
  child.disconnect();
  const times = ratios.map(({ time }) => time);
  process.stdout.write(
    `${finals} callbacks beside ${silentCustomers} silent servers and one that fails, to alone, ${pairs} pairs\n`,
  );
  process.stdout.write(ratioText("time", times));
  process.stdout.write(
    ratioText(
      "CPU time, with the posts to the other servers",
      ratios.map(({ cpu }) => cpu),
    ),
  );
  const isPassed = median(times) <= limit;
  const verdict = `the median of the time is ${isPassed ? "within" : "above"} the limit of ${limit}`;
  process.stdout.write(`${isPassed ? "passed" : "failed"}: ${verdict}\n`);
  if (!isPassed) process.exitCode = 1;
}

await (process.argv[2] === "servers" ? serve() : measure());
