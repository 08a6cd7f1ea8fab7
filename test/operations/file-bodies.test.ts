import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { MessengerServer } from "messenger-server";
import { startServer } from "../start-server.js";
import { incorrectParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { hashPassword } from "#server/credentials/hash.js";
import { cheap } from "../credentials/cheap.js";
import { openStore } from "#server/storage/index.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const namespace = "http://pmmsoapmessenger.com/";
let server: MessengerServer;

beforeAll(async () => {
  const database = await newDatabase();
  const store = await openStore(database);
  await openAccount(store, {
    payment: "postpaid",
    user: "api",
    passwordHash: await hashPassword("secret", cheap),
  });
  await store.close();
  server = await startServer({ database, port: 0, largestFile: 5 });
});

afterAll(async () => {
  await server.close();
});

const envelopes = {
  "text/xml; charset=utf-8": "http://schemas.xmlsoap.org/soap/envelope/",
  "application/soap+xml; charset=utf-8": "http://www.w3.org/2003/05/soap-envelope",
} as const;

async function call(type: keyof typeof envelopes, body: string): Promise<string> {
  const envelope = `<s:Envelope xmlns:s="${envelopes[type]}"><s:Body>${body}</s:Body></s:Envelope>`;
  const answer = await fetch(server.url, {
    method: "POST",
    headers: {
      "Content-Type": type,
      ...(type.startsWith("text/xml") && { SOAPAction: `"${namespace}SendSms2"` }),
    },
    body: envelope,
  });
  return answer.text();
}

interface Change {
  readonly file?: string;
  readonly password?: string;
  readonly text?: string;
}

const sendSms2 = ({ file = "*", password = "secret", text = "Hi" }: Change): string =>
  `<SendSms2 xmlns="${namespace}"><user><CustomerID>42</CustomerID><Name>api</Name><Password>${password}</Password></user>
   <originator>Shop</originator><smsText>${text}</smsText><recipientPhonesFile>${file}</recipientPhonesFile>
   <messageType>Latin</messageType><flash>false</flash></SendSms2>`;

const unreadable = incorrectParameter("recipientPhonesFile");

const table: readonly { change: Change; want: string }[] = [
  { change: { file: "no base64!" }, want: unreadable },
  { change: { file: "MTIwMjU1NTAxMDE" }, want: unreadable },
  { change: { password: "wrong" }, want: resultTexts.unknownUser },
  { change: { text: "" }, want: resultTexts.emptyMessage },
  { change: { file: "MTIwMjU1NTAxMDE=" }, want: "OK" },
];

for (const type of Object.keys(envelopes) as (keyof typeof envelopes)[]) {
  test.each(table)(`$change over ${type}: $want`, async ({ change, want }) => {
    expect(await call(type, sendSms2(change))).toContain(`<Result>${want}</Result>`);
  });
}

test("other octets that cannot be read are a fault", async () => {
  const body = `<SendMMS xmlns="${namespace}"><mm7Data>*</mm7Data></SendMMS>`;
  expect(await call("text/xml; charset=utf-8", body)).toContain("<faultcode>soap:Client</faultcode>");
});

const mebibyte = 1_048_576;

test.each([
  ["within the limit that the operator has set", 4.5, 200],
  ["above it", 5.5, 413],
])("a file %s", async (_, size, status) => {
  const body = `<recipientPhonesFile>${"A".repeat(size * mebibyte)}</recipientPhonesFile>`;
  const answer = await fetch(server.url, {
    method: "POST",
    headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: `"${namespace}SendSms2"` },
    body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><SendSms2 xmlns="${namespace}"><messageType>Latin</messageType><flash>0</flash>${body}</SendSms2></s:Body></s:Envelope>`,
  });
  expect(answer.status).toBe(status);
});
