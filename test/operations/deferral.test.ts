import { Messenger } from "messenger-client/service";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { MessageType, MessengerClient } from "messenger-client";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { loopbackGateway } from "#server/work/delivery/loopback.js";
import type { OpenGateway } from "#server/work/delivery/link-set.js";
import { type Delivery, startDelivery } from "#server/work/delivery/worker.js";
import { credentials } from "#server/credentials/verify.js";
import { addressTest } from "../credentials/address-test.js";
import { hashPassword } from "#server/credentials/hash.js";
import { contractService } from "#server/faces/contract/contract-service.js";
import { newTransactionId } from "#server/transaction-id.js";
import type { OutgoingMessage } from "#server/domain/delivery/claiming/attempt.js";
import type { Store } from "#server/ports/store.js";
import { addLink } from "../storage/claims.js";
import { openStore } from "#server/storage/index.js";
import { message, noon, password } from "./desk.js";
import { plainData } from "./mm7-samples.js";
import { eventually } from "../eventually.js";
import { openAccount } from "../storage/fixtures.js";
import { isInRows } from "../storage/local-server.js";
import { newDatabase, storeKind } from "../storage/new-database.js";
import { cheap } from "../credentials/cheap.js";

const hour = 3_600_000;
const user = { CustomerID: 42, Name: "api", Password: password };

/** The service with its delivery, on one file and one manual clock. */
interface Office {
  readonly client: MessengerClient;
  readonly store: Store;
  readonly delivery: Delivery;
}

let database: string;
let clock: number;
let office: Office;
let submitted: OutgoingMessage[];

async function open(): Promise<Office> {
  const store = await openStore(database);
  const now = (): number => clock;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await addLink(store);
  const open: OpenGateway = ({ id: linkId }, context) => {
    // One millisecond less than none, as the clock stands still: the loopback confirms what is past.
    const loopback = loopbackGateway({ linkId, outbox: store.outbox, confirmAfter: -1, context });
    return {
      ...loopback,
      prepare: (message) => {
        submitted.push(message);
        return loopback.prepare(message);
      },
    };
  };
  const delivery = startDelivery({ store, open, now, log });
  const operations = contractService({
    ...{ store, now, newTransactionId, greeting: "Messenger" },
    credentials: credentials({ ...store, addressTest, now, cost: cheap }),
    deliveryProblem: () => undefined,
    wakeDelivery: () => {
      delivery.wake();
    },
  });
  const client = new MessengerClient({ transport: inMemoryTransport(Messenger, operations) });
  return { client, store, delivery };
}

async function close(): Promise<void> {
  await office.delivery.close();
  await office.store.close();
}

async function restart(): Promise<void> {
  await close();
  office = await open();
}

beforeEach(async () => {
  database = await newDatabase();
  clock = noon;
  submitted = [];
  office = await open();
  const passwordHash = await hashPassword(password, cheap);
  await openAccount(office.store, { payment: "postpaid", user: "api", passwordHash });
});

afterEach(async () => {
  await close();
});

async function statusOf(transactionID: string | undefined): Promise<string> {
  const { Statistics } = await office.client.getSmsStatus({ user, transactionID, detailed: false });
  return /SMSC_[A-Z]+|InProcessNow|SUCCESS|FAILED/.exec(JSON.stringify(Statistics))?.[0] ?? "";
}

/** Resolves when a transaction has that status. */
async function untilStatus(transactionID: string | undefined, want: string): Promise<void> {
  await eventually(async () => (await statusOf(transactionID)) === want);
}

const defDate = "20300115130000";
const binary = { ...message, binaryBody: "0102", data_coding: "4", avoidConvertToText: false };
const service = { ...message, serviceName: "Offers", serviceUrl: "http://example.com" };
const flat = { customerID: 42, userName: "api", userPassword: password };
const later = { EarliestDeliveryTime: "<EarliestDeliveryTime>2030-01-15T13:00:00Z</EarliestDeliveryTime>" };

test.each([
  ["SendSms", () => office.client.sendSms({ user, ...message, defDate })],
  ["SendSmsTransaction", () => office.client.sendSmsTransaction({ user, ...message, defDate })],
  ["SendBinarySms", () => office.client.sendBinarySms({ user, ...binary, defDate })],
  ["SendServiceSms", () => office.client.sendServiceSms({ ...flat, ...service, defDate })],
  ["SendMMS", () => office.client.sendMMS({ mm7Data: plainData({ fields: later }) })],
])("%s: deferred until its time, over restarts, then sent", async (_, send) => {
  const { TransactionID, Result } = await send();
  expect(Result).toBe("OK");
  expect(await statusOf(TransactionID)).toBe("SMSC_DEFERRED");
  const { Details } = await office.client.getSmsStatus({
    user,
    transactionID: TransactionID,
    detailed: true,
  });
  expect(JSON.stringify(Details)).toContain("SMSC_DEFERRED");

  clock = noon + hour - 1;
  await restart();
  expect(await statusOf(TransactionID)).toBe("SMSC_DEFERRED");
  expect(submitted).toEqual([]);

  clock = noon + hour;
  await restart();
  await untilStatus(TransactionID, "SMSC_DELIVERED");
  expect(submitted).toMatchObject([{ transactionId: TransactionID, phone: "12025550101" }]);
});

test("a deferred message goes out in the zone of its customer, without a restart", async () => {
  await office.store.accounts.changeCustomer(42, { timeZone: "Africa/Nairobi" });
  const { TransactionID } = await office.client.sendSms({ user, ...message, defDate: "20300115160000" });
  expect(await statusOf(TransactionID)).toBe("SMSC_DEFERRED");
  clock = noon + hour;
  await untilStatus(TransactionID, "SMSC_DELIVERED");
});

test("flash is message class 0 in either coding; blink changes nothing that is sent", async () => {
  const arabic = { smsText: "سلام", messageType: MessageType.ArabicWithLatinNumbers };
  for (const change of [
    { flash: true },
    { flash: true, ...arabic },
    { blink: true },
    { blink: true, ...arabic },
  ]) {
    const { TransactionID } = await office.client.sendSms({ user, ...message, ...change });
    await untilStatus(TransactionID, "SMSC_DELIVERED");
  }
  expect(submitted.map(({ dataCoding }) => dataCoding)).toEqual([0x10, 0x18, 0x00, 0x08]);
});

const secret = "a rare secret";

/** Whether a file of the SQLite database contains the text, or a row of the PostgreSQL database. */
async function isStored(): Promise<boolean> {
  if (storeKind === "postgres") return isInRows(database, secret);
  const file = database.slice("sqlite:".length);
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)));
  return names.some((name) => readFileSync(join(dirname(file), name)).includes(secret));
}

test.each([
  ["SendSms", () => office.client.sendSms({ user, ...message, smsText: secret, Private: true })],
  [
    "SendSmsTransaction",
    () =>
      office.client.sendSmsTransaction({
        ...{ user, ...message, smsText: secret, Private: true },
        clientTransactionID: "order-1",
      }),
  ],
  [
    "SendServiceSms",
    () => office.client.sendServiceSms({ ...flat, ...service, serviceName: secret, Private: true }),
  ],
])("%s: a private text is not stored after the final state", async (_, send) => {
  const { TransactionID } = await send();
  await untilStatus(TransactionID, "SMSC_DELIVERED");
  const [recipient] = submitted;
  const body = recipient?.body?.kind === "binary" ? Buffer.from(recipient.body.body).toString() : "";
  expect(`${recipient?.text}${body}`).toContain(secret);
  await close();
  expect(await isStored()).toBe(false);
  office = await open();
});

test("texts that are not private stay", async () => {
  const { TransactionID } = await office.client.sendSms({ user, ...message, smsText: secret });
  await untilStatus(TransactionID, "SMSC_DELIVERED");
  await close();
  expect(await isStored()).toBe(true);
  office = await open();
});
