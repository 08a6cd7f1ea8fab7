import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-gen";
import { nodeTransport } from "messenger-gen/runtime/node";
import { type Account, admin, openAccount, type Service, startService } from "../../interop/service.js";
import { multipartData } from "../../operations/mm7-samples.js";
import { type Mmsc, openMmsc } from "./mmsc.js";
import { reportRequest } from "./requests.js";
import { eventually } from "../../eventually.js";

let account: Account;
let centre: Mmsc;
let service: Service;

const user = { CustomerID: 42, Name: "api", Password: "correct horse" };

beforeAll(async () => {
  account = await openAccount();
  centre = await openMmsc();
  const { database } = account;
  await admin(database, "credit", "add", "42", "MMS", "10");
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

const statusOf = (transactionID: string) =>
  call(async (client) => {
    const { Statistics } = await client.getSmsStatus({ user, transactionID, detailed: false });
    return JSON.stringify(Statistics);
  });

test("a report that was answered outlives a kill at once", async () => {
  const sent = await call((client) => client.sendMMS({ mm7Data: multipartData() }));
  const id = sent.TransactionID ?? "";
  await eventually(() => centre.submissions.length > 0);
  const body = reportRequest(centre.submissions[0]?.messageId ?? "", "Retrieved");
  const answer = await fetch(new URL("/mm7", service.url), {
    method: "POST",
    body,
    headers: { "Content-Type": "text/xml" },
  });
  await service.kill();
  expect(answer.status).toBe(200);
  service = await startService(account.database);
  await eventually(async () => (await statusOf(id)).includes('"SMSC_DELIVERED"'));
  expect(centre.submissions).toHaveLength(1);
});
