import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { type Account, admin, openAccount, type Service, startService } from "../../interop/service.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { childOf } from "#runtime/xml/content.js";
import { multipartData } from "../../operations/mm7-samples.js";
import { eventually } from "../../eventually.js";
import { type Mmsc, openMmsc } from "./mmsc.js";
import { reportRequest } from "./requests.js";

let account: Account;
let centre: Mmsc;
let service: Service;

const messages = 40;
const user = { CustomerID: 42, Name: "api", Password: "correct horse" };

beforeAll(async () => {
  account = await openAccount();
  centre = await openMmsc();
  const { database } = account;
  await admin(database, "credit", "add", "42", "MMS", String(messages));
  const settings = ["--set", "receiveFrom=127.0.0.1", "--set", "vaspId=12"];
  await admin(database, "link", "add", "mmsc", `mm7://127.0.0.1:${centre.port}/mm7`, ...settings);
  service = await startService(database);
});

afterAll(async () => {
  await service.kill();
  await centre.close();
  account.remove();
});

async function call<T>(ask: (client: MessengerClient) => Promise<T>): Promise<T> {
  const transport = nodeTransport({ url: service.url });
  try {
    return await ask(new MessengerClient({ transport }));
  } finally {
    transport.close();
  }
}

/** How many recipients of a transaction have a status. */
function count(transactionID: string, status: string): Promise<number> {
  return call(async (client) => {
    const { Statistics = [] } = await client.getSmsStatus({ user, transactionID, detailed: false });
    const found = childOf(childOf(Statistics, "statistics")?.children ?? [], status);
    return Number(found?.children.find((node) => typeof node === "string") ?? 0);
  });
}

function report(messageId: string): Promise<Response> {
  const headers = { "Content-Type": "text/xml" };
  const body = reportRequest(messageId, "Retrieved");
  return fetch(new URL("/mm7", service.url), { method: "POST", body, headers });
}

/** Takes the write lock of the store; returns the function that gives it back. */
async function holdWriteLock(database: string): Promise<() => void> {
  const driver = await loadDriver();
  const other = driver.open(database.replace(/^sqlite:/, ""), false);
  other.exec("BEGIN IMMEDIATE");
  return () => {
    other.exec("ROLLBACK");
    other.close();
  };
}

test("an acknowledged report survives an immediate kill", async () => {
  const numbers = Array.from({ length: messages }, (_, at) => `<Number>+12025550${100 + at}</Number>`);
  const fields = { Recipients: `<Recipients><To>${numbers.join("")}</To></Recipients>` };
  const sent = await call((client) => client.sendMMS({ mm7Data: multipartData({ fields }) }));
  const id = sent.TransactionID ?? "";
  await eventually(async () => (await count(id, "SUCCESS")) === messages);
  const statuses: number[] = [];
  // While another process holds the write lock nothing can be stored, so there must be no response either.
  const release = await holdWriteLock(account.database);
  const reports = Promise.allSettled(
    centre.submissions.map(async ({ messageId }) => {
      statuses.push((await report(messageId)).status);
      if (statuses.length === 10) service.process.kill("SIGKILL");
    }),
  );
  await setTimeout(500);
  release();
  await reports;
  await service.kill();
  service = await startService(account.database);
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(statuses.length).toBeGreaterThanOrEqual(10);
  expect(await count(id, "SMSC_DELIVERED")).toBeGreaterThanOrEqual(statuses.length);
  expect(centre.submissions).toHaveLength(messages);
});
