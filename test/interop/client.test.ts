import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessageType, MessengerClient, type SmsStatus } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { login, openAccount, startService, type Account, type Service } from "./service.js";
import { eventually } from "../eventually.js";

let account: Account;
let service: Service;
let client: MessengerClient;

beforeAll(async () => {
  account = await openAccount();
  service = await startService(account.database);
  client = new MessengerClient({ transport: nodeTransport({ url: service.url }) });
});

afterAll(async () => {
  await service.stop();
  account.remove();
});

const message = {
  originator: "Shop",
  smsText: "Your parcel is ready & waits",
  recipientPhone: "+12025550123",
  messageType: MessageType.Latin,
  blink: false,
  flash: false,
  Private: false,
};

const delivered = (status: SmsStatus): boolean =>
  JSON.stringify(status.Statistics).includes("SMSC_DELIVERED");

test.each(["soap11", "soap12", "httpGet", "httpPost"] as const)(
  "the generated client over %s",
  async (binding) => {
    const account = await client.httpAuthenticate(login, { binding });
    expect(account).toMatchObject({ Result: "OK", CustomerID: login.customerID, Originators: ["Shop"] });

    const sent = await client.httpSendSms({ ...login, ...message }, { binding });
    expect(sent).toMatchObject({ Result: "OK", RejectedNumbers: [] });

    const transactionID = sent.TransactionID ?? "";
    await eventually(async () =>
      delivered(await client.httpGetSmsStatus({ ...login, transactionID, detailed: true }, { binding })),
    );
  },
);

test.each(["soap11", "soap12"] as const)("operations with a credentials record over %s", async (binding) => {
  const user = { CustomerID: login.customerID, Name: login.userName, Password: login.userPassword };
  expect(await client.getGreeting({}, { binding })).toBe("Messenger");
  expect(await client.keepAlive({ user }, { binding })).toEqual({ Result: "OK" });
  expect(await client.sendSms({ user, ...message }, { binding })).toMatchObject({ Result: "OK" });
  expect(await client.inboxProcessing({ user, operation: "stats" }, { binding })).toMatchObject([
    { name: "inboxinfo", namespace: "" },
  ]);
});
