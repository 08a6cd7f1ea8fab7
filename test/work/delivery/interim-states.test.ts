import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-client";
import type { MessengerServer } from "messenger-server";
import { startServer } from "../../start-server.js";
import { nodeTransport, type NodeTransport } from "messenger-gen-runtime/node";
import { hashPassword } from "#server/credentials/hash.js";
import { cheap } from "../../credentials/cheap.js";
import { openStore } from "#server/storage/index.js";
import { eventually } from "../../eventually.js";
import { message, password } from "../../operations/desk.js";
import { keepingLog } from "../../host/greeter/server.js";
import { openAccount, temporaryFolder } from "../../storage/fixtures.js";
import { accept, answering, sendReceipt } from "./habits.js";
import { TestSmsc } from "../../networks/smpp/test-smsc.js";

const folder = temporaryFolder();
const user = { CustomerID: 42, Name: "api", Password: password };
const login = { customerID: 42, userName: "api", userPassword: password };

let smsc: TestSmsc;
let server: MessengerServer;
let transport: NodeTransport;
let client: MessengerClient;

beforeAll(async () => {
  smsc = await TestSmsc.listen(
    answering((pdu, connection) => {
      accept(pdu, connection, "1a");
    }),
  );
  const database = `sqlite:${join(folder.path, "messenger.db")}`;
  const store = await openStore(database);
  await openAccount(store, { user: "api", passwordHash: await hashPassword(password, cheap), credit: 9000 });
  const url = `smpp://messenger@127.0.0.1:${smsc.port}`;
  const link = { name: "a", kind: "smpp", url, password: "secret", network: "a", settings: {} } as const;
  await store.links.add({ ...link, ofFile: false }, 0);
  await store.close();
  server = await startServer({ database, port: 0, log: keepingLog() });
  transport = nodeTransport({ url: server.url });
  client = new MessengerClient({ transport });
});

afterAll(async () => {
  transport.close();
  await smsc.close();
  await server.close();
  folder.remove();
});

/** The names of the statuses in Statistics and in Details, over every binding. */
async function shown(transactionID: string): Promise<readonly string[]> {
  const soap = (["soap11", "soap12"] as const).map((binding) =>
    client.getSmsStatus({ user, transactionID, detailed: true }, { binding }),
  );
  const http = (["httpGet", "httpPost"] as const).map((binding) =>
    client.httpGetSmsStatus({ ...login, transactionID, detailed: true }, { binding }),
  );
  const answers = await Promise.all([...soap, ...http]);
  return answers.flatMap(({ Statistics, Details }) =>
    [Statistics, Details].map((list) => /"(SMSC_[A-Z]+|SUCCESS)"/u.exec(JSON.stringify(list))?.[1] ?? ""),
  );
}

const everywhere = (status: string): readonly string[] => Array.from({ length: 8 }, () => status);

test("receipts on the way are shown by GetSmsStatus over every binding, until the final one", async () => {
  const sent = await client.sendSms({ user, ...message });
  const id = sent.TransactionID ?? "";
  const until = (status: string): Promise<void> =>
    eventually(async () => (await shown(id)).every((name) => name === status));
  await until("SUCCESS");
  for (const [index, [stat, want]] of (
    [
      ["ENROUTE", "SMSC_ENROUTE"],
      ["ACCEPTD", "SMSC_ACCEPTED"],
      ["ENROUTE", "SMSC_ACCEPTED"],
      ["DELIVRD", "SMSC_DELIVERED"],
      ["ACCEPTD", "SMSC_DELIVERED"],
    ] as const
  ).entries()) {
    sendReceipt(smsc.last, { id: "1a", stat });
    await eventually(() => smsc.received("deliver_sm_resp").length === index + 1);
    expect(await shown(id)).toEqual(everywhere(want));
  }
});
