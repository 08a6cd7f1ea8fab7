import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { serve, type RunningServer } from "messenger-gen-host";
import { Messenger } from "messenger-client/service";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import type { Database } from "#server/storage/sqlite/engine/database.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { openDesk, password, type Desk } from "../operations/desk.js";
import { send, type Sent } from "../host/greeter/server.js";

const path = "/bms/Soap/Messenger.asmx";
let desk: Desk;
let server: RunningServer;
let other: Database;

beforeEach(async () => {
  desk = await openDesk();
  await desk.store.accounts.changeCustomer(42, { inboxActive: true });
  await desk.store.accounts.changeUser(42, "api", { inboxActive: true });
  // Verified before: the tested part starts after the password check.
  await desk.client.keepAlive({ user: desk.user });
  server = await serve({
    service: Messenger,
    implementation: desk.operations,
    wsdl: "schema/messenger.wsdl",
    host: "127.0.0.1",
    port: 0,
    mounts: [{ path, compatibility: "strict" }],
    limits: { callTime: 300, answerTime: 60_000 },
  });
  other = openWriter(await loadDriver(), desk.database.slice("sqlite:".length));
});

afterEach(async () => {
  await server.close();
  other.close();
  await desk.close();
});

const user = "<user><CustomerID>42</CustomerID><Name>api</Name><Password>correct horse</Password></user>";
const login = `customerID=42&userName=api&userPassword=${encodeURIComponent(password)}`;
const sms =
  "<originator>Shop</originator><smsText>Hello</smsText><recipientPhone>12025550101</recipientPhone>" +
  "<messageType>Latin</messageType><blink>false</blink><flash>false</flash><Private>false</Private>";
const query = `${login}&originator=Shop&smsText=Hello&recipientPhone=12025550101&messageType=Latin`;
const flags = "blink=false&flash=false&Private=false";

function soap(version: 1 | 2, body: string): Sent {
  const namespace =
    version === 1 ? "http://schemas.xmlsoap.org/soap/envelope/" : "http://www.w3.org/2003/05/soap-envelope";
  const type = version === 1 ? "text/xml" : "application/soap+xml";
  const envelope = `<s:Envelope xmlns:s="${namespace}"><s:Body>${body}</s:Body></s:Envelope>`;
  return { path, headers: { "Content-Type": `${type}; charset=utf-8` }, body: envelope };
}

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const inNamespace = (operation: string, fields: string): string =>
  `<${operation} xmlns="http://pmmsoapmessenger.com/">${fields}</${operation}>`;
const sendSms = inNamespace("SendSms", user + sms);
const xml = encodeURIComponent(`<SendSms>${user}${sms}</SendSms>`);

/** Every way to send, and every other write of a caller. */
const writes: readonly { readonly name: string; readonly sent: Sent; readonly soap?: true }[] = [
  { name: "SendSms, SOAP 1.1", sent: soap(1, sendSms), soap: true },
  { name: "SendSms, SOAP 1.2", sent: soap(2, sendSms), soap: true },
  { name: "HTTP_SendSms, GET", sent: { path: `${path}/HTTP_SendSms?${query}&${flags}` } },
  {
    name: "HTTP_SendSms, POST",
    sent: { path: `${path}/HTTP_SendSms`, headers: form, body: `${query}&${flags}` },
  },
  { name: "SendSmsXml, POST", sent: { path: `${path}/SendSmsXml`, headers: form, body: `xml=${xml}` } },
  {
    name: "HTTP_InboxProcessing that deletes, GET",
    sent: { path: `${path}/HTTP_InboxProcessing?${login}&operation=kill-all` },
  },
  {
    name: "StopAdZoneCampaign",
    sent: soap(1, inNamespace("StopAdZoneCampaign", `${user}<campaignId>1</campaignId>`)),
    soap: true,
  },
];

const ofEachForm = writes.filter(({ name }) => name.endsWith("1.1") || name.endsWith("GET")).slice(0, 2);
const sendings = writes.filter(({ name }) => name.includes("SendSms"));

function transactions(): number | undefined {
  return other.prepare<{ n: number }>("SELECT count(*) AS n FROM txn").get()?.n;
}

describe("a call whose deadline passes while its write waits for another process", () => {
  test.each(writes)(
    "gets the response that it was not carried out, which is true: $name",
    async ({ sent, soap: isSoap }) => {
      other.exec("BEGIN IMMEDIATE");
      const reply = await send(server, sent);
      other.exec("COMMIT");
      expect(reply.status).toBe(isSoap === true ? 500 : 503);
      expect(reply.body).toContain("It was not carried out.");
      await desk.store.check();
      expect(transactions()).toBe(0);
      expect(await desk.store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: 10_000 }]);
    },
  );

  test.each(sendings)("and is repeated is sent and charged once: $name", async ({ sent }) => {
    other.exec("BEGIN IMMEDIATE");
    await send(server, sent);
    other.exec("COMMIT");
    await desk.store.check();
    const reply = await send(server, sent);
    expect(reply.status).toBe(200);
    expect(transactions()).toBe(1);
    expect(await desk.store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: 9_000 }]);
  });
});

describe("a store that fails", () => {
  test.each(ofEachForm)(
    "is busy for too long: the call can be repeated: $name",
    async ({ sent, soap: isSoap }) => {
      const patient = await serve({
        service: Messenger,
        implementation: desk.operations,
        wsdl: "schema/messenger.wsdl",
        host: "127.0.0.1",
        port: 0,
        mounts: [{ path, compatibility: "strict" }],
      });
      other.exec("BEGIN IMMEDIATE");
      const reply = await send(patient, sent);
      other.exec("COMMIT");
      await patient.close();
      expect(reply.status).toBe(isSoap === true ? 500 : 503);
      expect(reply.body).toContain("The service is busy. The call was not carried out. Try again later.");
      expect(transactions()).toBe(0);
    },
  );
});
