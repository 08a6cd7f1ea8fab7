import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { MessengerServer } from "messenger-server";
import { startServer } from "../start-server.js";
import { hashPassword } from "#server/credentials/hash.js";
import { metricTable } from "#server/monitoring/catalogue.js";
import { cheap } from "../credentials/cheap.js";
import { defaultSmppSettings } from "#server/domain/smpp/accounts.js";
import { readLinkUrl } from "#server/work/delivery/link-settings.js";
import { openStore } from "#server/storage/index.js";
import { accept, answering, deliver, sendReceipt } from "../work/delivery/habits.js";
import { TestSmsc } from "../networks/smpp/test-smsc.js";
import { account, submitSm, TestClient } from "../faces/smpp/test-client.js";
import { eventually } from "../eventually.js";
import { password } from "../operations/desk.js";
import { parseExposition } from "./exposition.js";

const throttled = 0x58;
const folder = mkdtempSync(join(tmpdir(), "messenger-metrics-"));
const database = `sqlite:${join(folder, "messenger.db")}`;
let smsc: TestSmsc;
let server: MessengerServer;

/** Throttles the first message, reports on the next before its response, and has a message of a handset. */
function lively() {
  let submits = 0;
  return answering((pdu, connection) => {
    if (submits++ === 0) {
      connection.refuse(pdu, throttled);
      return;
    }
    const id = `1a${submits}`;
    sendReceipt(connection, { id });
    deliver(connection, { text: "Stop" });
    accept(pdu, connection, id);
  });
}

beforeAll(async () => {
  smsc = await TestSmsc.listen(lively());
  const store = await openStore(database);
  await store.accounts.addCustomer({ id: 42, name: "Example Ltd", payment: "prepaid", limit: undefined }, 0);
  const passwordHash = await hashPassword(password, cheap);
  await store.accounts.addUser({ customerId: 42, name: "api", passwordHash }, 0);
  await store.accounts.addOriginator(42, "Shop", 0);
  await store.accounts.addCredit(42, "SMS", 10_000, 0);
  await store.callbacks.setTarget(
    {
      ...{ customerId: 42, url: "http://127.0.0.1:1/", secret: "whsec_", parts: false, private: true },
    },
    Date.now(),
  );
  const address = readLinkUrl(`smpp://messenger:secret@127.0.0.1:${smsc.port}`);
  await store.links.add({ ...address, name: "north", settings: {}, ofFile: false }, 0);
  const smppHash = await hashPassword(account.password, cheap);
  await store.smpp.add({
    ...defaultSmppSettings,
    customerId: 42,
    userName: "api",
    systemId: account.systemId,
    passwordHash: smppHash,
  });
  await store.close();
  const anyPort = { host: "127.0.0.1", port: 0 };
  server = await startServer({ database, port: 0, admin: anyPort, smpp: anyPort });
});

afterAll(async () => {
  await server.close();
  await smsc.close();
  rmSync(folder, { recursive: true });
});

async function scrapedNames(): Promise<readonly string[]> {
  const answer = await fetch(`http://127.0.0.1:${String(server.adminPort)}/metrics`);
  return parseExposition(await answer.text()).map(({ name }) => name);
}

test("every metric of the page is there once everything has happened, and no other", async () => {
  await fetch(new URL("/nowhere", server.url));
  const fields = {
    ...{ customerID: "42", userName: "api", userPassword: password, originator: "Shop", smsText: "Hello" },
    ...{ messageType: "Latin", blink: "false", flash: "false", Private: "false" },
    ...{ recipientPhone: "12025550101,12025550102.0", defDate: "" },
  };
  const body = new URLSearchParams(fields);
  expect((await fetch(`${server.url}/HTTP_SendSms`, { method: "POST", body })).status).toBe(200);
  const xmlns = "http://schemas.xmlsoap.org/soap/envelope/";
  const call = `<e:Body><GetGreeting xmlns="http://pmmsoapmessenger.com/"/></e:Body>`;
  await fetch(server.url, {
    method: "POST",
    headers: { "Content-Type": "text/xml", SOAPAction: '"http://pmmsoapmessenger.com/GetGreeting"' },
    body: `<e:Envelope xmlns:e="${xmlns}"><e:Header><a xmlns="urn:a"/></e:Header>${call}</e:Envelope>`,
  });
  await eventually(() => smsc.received("deliver_sm_resp").length === 2);
  const tlvs = [{ tag: 0x1400, value: Buffer.of(1) }];
  smsc.last.request({ ...submitSm({ registeredDelivery: 0, tlvs }), command: "deliver_sm" });
  const { client } = await TestClient.bind(server.smppPort ?? 0);
  expect(await client.request(submitSm())).toMatchObject({ status: 0 });
  await eventually(() => client.of("deliver_sm").length > 0);
  // Those of PostgreSQL's servers: test/storage/postgres-replica.
  const documented: readonly string[] = Object.keys(metricTable).filter(
    (name) => !name.startsWith("messenger_database_"),
  );
  const missing = async (): Promise<readonly unknown[]> => {
    const names = await scrapedNames();
    return documented.filter((name) => !names.includes(name));
  };
  await eventually(async () => (await missing()).length === 0).catch(() => undefined);
  expect(await missing()).toEqual([]);
  for (const name of await scrapedNames()) expect(documented).toContain(name);
  client.close();
});
