import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Messenger } from "messenger-client/service";
import { newApiKey } from "#server/credentials/api-keys.js";
import { apiKeyId, type KeyScope } from "#server/domain/accounts/api-keys.js";
import { resultTexts } from "#server/faces/contract/result-texts.js";
import { operationRights } from "#server/operations/rights.js";
import { type Desk, message, noon, openDesk } from "./desk.js";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(async () => {
  await desk.close();
});

test("every operation of the contract has a scope, and nothing else has", () => {
  const wsdl = readFileSync("schema/messenger.wsdl", "utf8");
  const names = new Set([...wsdl.matchAll(/<(?:\w+:)?operation name="(\w+)"/gu)].map(([, name]) => name));
  const operations = new Map(Object.entries<{ readonly name: string }>(Messenger.operations));
  const known = Object.keys(operationRights).map((method) => operations.get(method)?.name);
  expect([...known].sort()).toEqual([...names].sort());
  expect(known).toHaveLength(36);
});

/** Adds a key for the prepaid user. */
async function keyFor(...scopes: readonly KeyScope[]): Promise<string> {
  const { key, ...made } = newApiKey();
  const { CustomerID: customerId, Name: userName = "" } = desk.user;
  const change = await desk.store.apiKeys.add({
    ...{ ...made, customerId, userName, name: made.id, scopes },
    ...{ fromAddresses: [], expiresAt: undefined, createdAt: noon },
  });
  expect(change).toEqual({ ok: true });
  return key;
}

/** Results of a send, a read, an inbox and a keep-alive call. */
async function results(Password: string, binding: Binding): Promise<readonly (string | undefined)[]> {
  const { client } = desk;
  if (binding === "soap11" || binding === "soap12") {
    const user = { ...desk.user, Password };
    const inbox = await client.inboxProcessing({ user, operation: "stats", messageId: "" }, { binding });
    return [
      (await client.sendSms({ user, ...message }, { binding })).Result,
      (await client.authenticate({ user }, { binding })).Result,
      /"result".*?"children":\["([^"]*)"/u.exec(JSON.stringify(inbox))?.[1],
      (await client.keepAlive({ user }, { binding })).Result,
    ];
  }
  const { CustomerID: customerID, Name: userName = "" } = desk.user;
  const login = { customerID, userName, userPassword: Password };
  const inbox = await client.httpJsonInboxProcessing(
    { ...login, operation: "stats", messageId: "" },
    { binding },
  );
  return [
    (await client.httpSendSms({ ...login, ...message }, { binding })).Result,
    (await client.httpAuthenticate(login, { binding })).Result,
    /"result":\s*"([^"]*)"/u.exec(inbox)?.[1],
    (await client.httpKeepAlive(login, { binding })).Result,
  ];
}

const bindings = ["soap11", "soap12", "httpGet", "httpPost"] as const;
type Binding = (typeof bindings)[number];
const closed = resultTexts.interfaceClosed;

test.each<{ scopes: readonly KeyScope[]; want: readonly string[] }>([
  { scopes: ["send"], want: ["OK", closed, closed, "OK"] },
  { scopes: ["read"], want: [closed, "OK", closed, "OK"] },
  { scopes: ["inbox"], want: [closed, closed, "OK", "OK"] },
  { scopes: ["send", "read", "inbox"], want: ["OK", "OK", "OK", "OK"] },
])("a key with the scopes $scopes, over every binding", async ({ scopes, want }) => {
  await desk.store.accounts.addCredit(42, "SMS", 10_000, noon);
  const key = await keyFor(...scopes);
  for (const binding of bindings)
    expect({ binding, results: await results(key, binding) }).toEqual({ binding, results: want });
});

test("a revoked key is refused by the next call, over SOAP and POST", async () => {
  const key = await keyFor("send", "read", "inbox");
  const unknown = resultTexts.unknownUser;
  expect(await results(key, "soap12")).toEqual(["OK", "OK", "OK", "OK"]);
  await desk.store.apiKeys.remove(42, "API", apiKeyId(key) ?? "");
  // Ten wrong keys are the limit.
  for (const binding of ["soap11", "httpPost"] as const)
    expect({ binding, results: await results(key, binding) }).toEqual({
      ...{ binding, results: [unknown, unknown, unknown, unknown] },
    });
});

test.each(bindings)(
  "a message over %s has the key of its call, and none with a password",
  async (binding) => {
    const key = await keyFor("send");
    await desk.store.accounts.addCredit(42, "SMS", 10_000, noon);
    for (const Password of [key, desk.user.Password ?? ""]) {
      const user = { ...desk.user, Password };
      const { CustomerID: customerID, Name: userName = "" } = user;
      const { TransactionID: id = "" } = await (binding === "soap11" || binding === "soap12"
        ? desk.client.sendSms({ user, ...message }, { binding })
        : desk.client.httpSendSms({ customerID, userName, userPassword: Password, ...message }, { binding }));
      const [found] = await desk.store.desk.candidates({ kind: "transaction", id }, undefined, 1);
      expect((await desk.store.desk.message(found?.id ?? 0))?.apiKey).toBe(apiKeyId(Password));
    }
  },
);
