import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { compared, costOf, interleave, median, type Row } from "../measure.js";
import { memoryOf } from "../process-tree.js";
import { caller, openAccount, send, user } from "./account.js";
import { bareRecipients } from "./bare-rows.js";
import { startMessenger } from "./messenger.js";
import { viewOutbox } from "./outbox.js";

const numbers = 1_000_000;
/** Recipients that the bare loop writes in one commit. */
const perCommit = 2_000;
const rounds = 4;

/** What is measured with one file. */
interface FileRound {
  /** Milliseconds until all are queued. */
  readonly wall: number;
  /** Most resident memory in MB. */
  readonly memory: number;
  /** 99th percentile of other calls in milliseconds, before and during the file. */
  readonly calm: number;
  readonly busy: number;
  /** Milliseconds of a status request for the file. */
  readonly status: number;
}

/**
 * SendSms2 with a million numbers, deferred, so that storing them is all that happens; against a bare bulk insert. Each round has a server
 * and databases of its own.
 */
export async function bigFileRows(): Promise<readonly Row[]> {
  const files: FileRound[] = [];
  const costs = await interleave(
    [
      {
        name: "service",
        cost: async () => {
          const file = await inFolder(oneFile);
          files.push(file);
          return file.wall;
        },
      },
      { name: "bulk insert", cost: () => inFolder(bareInsert) },
    ],
    rounds,
  );
  const seconds = (name: string): string => `${(costOf(costs, name) / 1000).toFixed(1)} s`;
  const [calm, busy] = [median(files.map((file) => file.calm)), median(files.map((file) => file.busy))];
  return [
    {
      name: "file of 1,000,000 numbers until all are queued, wall / bare bulk insert",
      unit: "x",
      ...compared(costs, "service", "bulk insert"),
      targets: { at: "most", must: 1.5, goal: 1.4, moonshot: 1.2 },
      note: `${seconds("service")} against ${seconds("bulk insert")}`,
    },
    {
      name: "file of 1,000,000 numbers: resident memory at its most",
      unit: "MB",
      value: Math.max(...files.map(({ memory }) => memory)),
      targets: { at: "most", must: 276, goal: 250, moonshot: 200 },
    },
    {
      name: "file of 1,000,000 numbers: p99 of other callers during it / before",
      unit: "x",
      value: busy / calm,
      note: `${busy.toFixed(1)} ms against ${calm.toFixed(1)} ms`,
    },
    {
      name: "file of 1,000,000 numbers: HTTP_GetSmsStatus, statistics",
      unit: "ms",
      value: median(files.map(({ status }) => status)),
    },
  ];
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function oneFile(folder: string): Promise<FileRound> {
  const file = join(folder, "messenger.db");
  await openAccount(`sqlite:${file}`);
  const messenger = await startMessenger(folder, `sqlite:${file}`);
  const client = new MessengerClient({ transport: nodeTransport({ url: messenger.url }) });
  const outbox = await viewOutbox(file);
  const calm = await p99During(client, () => new Promise((resolve) => setTimeout(resolve, 3_000)));
  let [transaction, wall] = ["", 0];
  const busy = await p99During(client, async () => {
    const phones = Buffer.from(
      Array.from({ length: numbers }, (_, index) => 12_020_000_000 + index).join("\n"),
    );
    wall = await timed(async () => {
      transaction = await sendFile(client, phones);
      await outbox.expanded();
    });
  });
  outbox.close();
  const status = await statusTime(client, transaction);
  const memory = memoryOf(messenger.child, "peak");
  await messenger.stop();
  return { wall, memory, calm, busy, status };
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function bareInsert(folder: string): Promise<number> {
  const database = (await loadDriver()).open(join(folder, "bulk.db"), false);
  const insert = bareRecipients(database);
  const wall = await timed(() => {
    for (let first = 0; first < numbers; first += perCommit) insert(12_020_000_000 + first, perCommit);
  });
  database.close();
  return wall;
}

async function sendFile(client: MessengerClient, recipientPhonesFile: Uint8Array): Promise<string> {
  const { Result = "", TransactionID = "" } = await client.sendSms2(
    {
      user,
      originator: send.originator,
      smsText: send.smsText,
      recipientPhonesFile,
      messageType: MessageType.Latin,
      defDate: "20990101000000",
      flash: false,
    },
    { timeout: 120_000 },
  );
  if (Result !== "OK") throw new Error(`SendSms2: ${Result}`);
  return TransactionID;
}

/** 99th percentile of the milliseconds of small sends, one after the other, while `work` runs. */
async function p99During(client: MessengerClient, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const state = { done: false };
  const finished = work().finally(() => {
    state.done = true;
  });
  while (!state.done) times.push(await timed(() => smallSend(client)));
  await finished;
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;
}

const account = { ...caller, customerID: Number(caller.customerID) };

async function smallSend(client: MessengerClient): Promise<void> {
  await client.httpSendSms({
    ...account,
    originator: send.originator,
    smsText: send.smsText,
    recipientPhone: send.recipientPhone,
    messageType: MessageType.Latin,
    blink: false,
    flash: false,
    Private: false,
  });
}

async function statusTime(client: MessengerClient, transactionID: string): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < 21; index++) {
    times.push(await timed(() => client.httpGetSmsStatus({ ...account, transactionID, detailed: false })));
  }
  return median(times);
}
