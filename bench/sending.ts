import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { hashPassword } from "#server/credentials/hash.js";
import { openStore } from "#server/storage/index.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { bareRows, type BareRows } from "./bare-rows.js";
import { drive } from "./load.js";
import { median, peakMemory, type Row } from "./measure.js";
import { path, requests } from "./sample.js";

const customer = 42;
const password = "correct horse battery staple";
const callers = 64;
const sends = 6_000;
const rounds = 3;
const fileSize = 1_000_000;

/** The whole service on a store, against the same rows written by a bare loop on the same disk in the same run; wall time. */
export async function sendingRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    const database = `sqlite:${join(folder, "messenger.db")}`;
    await openAccount(database);
    const service = await start(database);
    const rows = [...(await durableSends(folder, service)), ...(await bigFile(folder, service))];
    service.child.disconnect();
    await once(service.child, "exit");
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface Service {
  readonly child: ChildProcess;
  readonly port: number;
}

/** A customer with credit, as the requests of the samples name it. */
export async function openAccount(database: string): Promise<void> {
  const store = await openStore(database);
  const at = Date.now();
  await store.accounts.addCustomer(
    { id: customer, name: "Example Ltd", payment: "prepaid", limit: undefined },
    at,
  );
  await store.accounts.addUser(
    { customerId: customer, name: "api", passwordHash: await hashPassword(password) },
    at,
  );
  await store.accounts.addOriginator(customer, "Shop", at);
  await store.accounts.addCredit(customer, "SMS", 1e12, at);
  await store.close();
}

/** The service on a store, in a process of its own. */
export async function start(database: string): Promise<Service> {
  const child = fork("dist/bench/servers/service.js", [database], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { child, port };
}

/** One recipient per send: the form of the HTTP benchmark with a short list. */
function oneRecipient(): Buffer {
  const [head = "", body = ""] = requests.httpPost.toString().split("\r\n\r\n");
  const form = new URLSearchParams(body);
  form.set("recipientPhone", "+12025550101");
  form.delete("defDate");
  const text = form.toString();
  return Buffer.from(
    `${head.replace(/Content-Length: \d+/, `Content-Length: ${text.length}`)}\r\n\r\n${text}`,
  );
}

async function durableSends(folder: string, { port }: Service): Promise<readonly Row[]> {
  const request = oneRecipient();
  const send = (count: number): Promise<void> =>
    drive({ port, request, connections: callers, requests: count, wanted: "<Result>OK</Result>" });
  const bare = bareRows((await loadDriver()).open(join(folder, "bare.db"), false));
  await send(500);
  const ratios: number[] = [];
  let rate = 0;
  for (let round = 0; round < rounds; round++) {
    const [bareTime, ownTime] = [
      await timed(() => {
        commits(bare, sends);
      }),
      await timed(() => send(sends)),
    ];
    ratios.push(bareTime / ownTime);
    rate = sends / (ownTime / 1000);
  }
  return [
    {
      name: `store: durable sends over HTTP with ${callers} callers / bare group commit`,
      value: median(ratios),
      unit: "x",
      goal: { at: "least", value: 0.5 },
      note: `${rate.toFixed(0)} a second`,
    },
  ];
}

function commits(bare: BareRows, count: number): void {
  for (let done = 0; done < count; done += callers) {
    bare.begin();
    for (let index = 0; index < callers; index++) bare.send();
    bare.commit();
  }
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** A file of a million numbers, deferred, so that expanding it is all that happens. */
async function bigFile(folder: string, { child, port }: Service): Promise<readonly Row[]> {
  const url = `http://127.0.0.1:${port}${path}`;
  const client = new MessengerClient({ transport: nodeTransport({ url }) });
  const calm = await slowest(client, () => new Promise((resolve) => setTimeout(resolve, 3_000)));
  const numbers = Array.from({ length: fileSize }, (_, index) => 12_020_000_000 + index).join("\n");
  let transaction = "";
  const wall = { value: 0 };
  const busy = await slowest(client, async () => {
    wall.value = await timed(async () => {
      transaction = await sendFile(client, numbers);
      await expanded(folder);
    });
  });
  const bare = bareRows((await loadDriver()).open(join(folder, "bulk.db"), false));
  const bulk = await timed(() => {
    for (let first = 0; first < fileSize; first += 2_000) {
      bare.begin();
      bare.recipients(12_020_000_000 + first, 2_000);
      bare.commit();
    }
  });
  return [
    {
      name: "store: SendSms2 with 1,000,000 numbers until all are queued / bare bulk insert",
      value: wall.value / bulk,
      unit: "x",
      goal: { at: "most", value: 2.5 },
      note: `${(wall.value / 1000).toFixed(1)} s against ${(bulk / 1000).toFixed(1)} s`,
    },
    {
      name: "store: resident memory of the service at its most, MB",
      value: peakMemory(child),
      unit: "MB",
      goal: { at: "most", value: 300 },
    },
    {
      name: "store: p99 of other callers during it / before",
      value: busy / calm,
      unit: "x",
      goal: { at: "most", value: 3 },
      note: `${busy.toFixed(1)} ms against ${calm.toFixed(1)} ms`,
    },
    {
      name: "store: GetSmsStatus of 1,000,000 recipients, statistics",
      value: await statusTime(client, transaction),
      unit: "ms",
      goal: { at: "most", value: 20 },
    },
  ];
}

async function sendFile(client: MessengerClient, numbers: string): Promise<string> {
  const answer = await client.sendSms2(
    {
      user: { CustomerID: customer, Name: "api", Password: password },
      originator: "Shop",
      smsText: "Your parcel is ready",
      recipientPhonesFile: Buffer.from(numbers),
      messageType: MessageType.Latin,
      defDate: "20990101000000",
      flash: false,
    },
    { timeout: 120_000 },
  );
  if (answer.Result !== "OK") throw new Error(`SendSms2: ${answer.Result ?? ""}`);
  return answer.TransactionID ?? "";
}

/** Resolves when no recipient waits in a block any more. */
async function expanded(folder: string): Promise<void> {
  const database = (await loadDriver()).open(join(folder, "messenger.db"), true);
  const blocks = database.prepare<{ n: number }>("SELECT count(*) AS n FROM recipient_block");
  while ((blocks.get()?.n ?? 0) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  database.close();
}

/** 99th percentile of the time of small sends, one after the other, while `work` runs. */
async function slowest(client: MessengerClient, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let done = false;
  const finished = work().finally(() => {
    done = true;
  });
  while (!isDone()) times.push(await timed(() => smallSend(client)));
  await finished;
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;

  function isDone(): boolean {
    return done;
  }
}

async function smallSend(client: MessengerClient): Promise<void> {
  await client.httpSendSms({
    customerID: customer,
    userName: "api",
    userPassword: password,
    originator: "Shop",
    smsText: "Your parcel is ready",
    recipientPhone: "+12025550101",
    messageType: MessageType.Latin,
    blink: false,
    flash: false,
    Private: false,
  });
}

async function statusTime(client: MessengerClient, transactionID: string): Promise<number> {
  const call = {
    customerID: customer,
    userName: "api",
    userPassword: password,
    transactionID,
    detailed: false,
  };
  const times: number[] = [];
  for (let index = 0; index < 21; index++) {
    times.push(await timed(() => client.httpGetSmsStatus(call)));
  }
  return median(times);
}
