import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { encodePdu } from "#server/networks/smpp/codec/codec.js";
import type { SubmitSm } from "#server/networks/smpp/codec/pdu.js";
import { TlvTag } from "#server/networks/smpp/codec/tlv.js";
import { readReceipt } from "#server/networks/smpp/message/receipt.js";
import type { SubmitOptions } from "#server/domain/smpp/deliveries.js";
import type { Store } from "#server/ports/store.js";
import { type SmppServer, startSmppServer } from "#server/faces/smpp/smpp-server.js";
import { openStore } from "#server/storage/index.js";
import { newTransactionId } from "#server/transaction-id.js";
import { addressTest } from "../../credentials/address-test.js";
import { cheap } from "../../credentials/cheap.js";
import { ManualClock } from "../../work/delivery/manual-clock.js";
import { eventually } from "../../eventually.js";
import { keepingLog } from "../../host/greeter/server.js";
import { claimDue } from "../../storage/claims.js";
import { submission } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { addAccount, credit } from "./service.js";
import { bindRequest, submitSm, TestClient } from "./test-client.js";

let store: Store;
let server: SmppServer;
const clock = new ManualClock();
const log = keepingLog();
/** Time of the service. */
let now = Date.now();
const clients: TestClient[] = [];

/** A server without delivery, whose time only the tests move. */
function start(): Promise<SmppServer> {
  return startSmppServer({
    dependencies: { store, now: () => now, newTransactionId, wakeDelivery: () => undefined },
    addressTest,
    passwordCost: cheap,
    plain: { host: "127.0.0.1", port: 0 },
    tls: undefined,
    proxies: [],
    log,
    observer: { happened: () => undefined, bound: () => undefined },
    limits: { all: 12, network: 8 },
    clock,
  });
}

beforeAll(async () => {
  store = await openStore(await newDatabase());
  server = await start();
});
afterEach(async () => {
  for (const client of clients.splice(0)) {
    client.close();
    await eventually(() => client.closed);
  }
});
afterAll(async () => {
  const closed = server.close();
  clock.advance(60_000);
  await closed;
  await store.close();
});

async function connect(from?: string): Promise<TestClient> {
  const client = await TestClient.connect(server.port ?? 0, from);
  clients.push(client);
  return client;
}

async function bind(systemId: string): Promise<TestClient> {
  const client = await connect();
  expect(await client.request(bindRequest({ systemId }))).toMatchObject({ status: 0 });
  return client;
}

/** Submits a message; its id. */
async function submitted(client: TestClient, registeredDelivery = 1): Promise<string> {
  const response = await client.request(submitSm({ registeredDelivery }));
  expect(response).toMatchObject({ status: 0 });
  return "messageId" in response ? response.messageId : "";
}

/** Sends what waits, as far as a state. */
async function advance(...states: readonly RecipientState[]): Promise<void> {
  const claimed = await claimDue(store, now, 99);
  for (const state of states)
    await store.outbox.advance(claimed.map(({ id: recipientId }) => ({ recipientId, state, at: now })));
}

const { Accepted, Delivered, Enroute, Undeliverable } = RecipientState;
const hour = 3_600_000;

const receiptsOf = (client: TestClient) =>
  client.of("deliver_sm").map((pdu) => ({ esmClass: pdu.esmClass, ...readReceipt(pdu) }));

describe("a connection", () => {
  test("without a bind is closed after 10 seconds", async () => {
    const client = await connect();
    expect(await client.request({ command: "enquire_link" })).toMatchObject({ status: 0 });
    clock.advance(9_999);
    expect(await client.request({ command: "enquire_link" })).toMatchObject({ status: 0 });
    clock.advance(1);
    await eventually(() => client.closed);
  });

  test("beyond those of its network and of all takes the place of the oldest silent one", async () => {
    const addresses = [...Array<string>(9).fill("127.0.0.1"), ...Array<string>(5).fill("127.0.0.2")];
    const all: TestClient[] = [];
    for (const address of addresses) all.push(await connect(address));
    const isOpen = async (client: TestClient): Promise<boolean> =>
      client.request({ command: "enquire_link" }).then(
        () => true,
        () => false,
      );
    const open = await Promise.all(all.map(isOpen));
    expect(open.map((each) => (each ? "open" : "closed")).join(" ")).toBe(
      `closed closed ${"open ".repeat(12)}`.trim(),
    );
  });
});

function headed(command: number, sequence: number): Buffer {
  const octets = Buffer.alloc(16);
  for (const [index, value] of [16, command, 0, sequence].entries()) octets.writeUInt32BE(value, 4 * index);
  return octets;
}

/** Lines of the log about invalid PDUs. */
const invalidLines = () => log.lines.filter(({ event }) => event === "SMPP client sent an invalid PDU");

describe("an invalid PDU", () => {
  test.each([
    {
      name: "an unknown request",
      command: 0x77,
      want: [{ command: "generic_nack", status: 0x03, sequence: 1 }],
    },
    {
      name: "a bind that is cut off",
      command: 0x09,
      want: [{ command: "bind_transceiver_resp", status: 0x02, sequence: 1 }],
    },
    { name: "an unmatched response", command: 0x80000004, want: [] },
  ])("before the bind closes the connection: $name", async ({ command, want }) => {
    const before = invalidLines().length;
    const client = await connect();
    const octets = Array.from({ length: 20_000 }, (_, index) => headed(command, index + 1));
    client.socket.write(Buffer.concat(octets));
    await eventually(() => client.closed);
    expect(client.received).toMatchObject(want);
    expect(client.received).toHaveLength(want.length);
    expect(invalidLines().length - before).toBe(1);
  });

  test("of many connections writes few lines", async () => {
    for (let count = 0; count < 12; count++) {
      const client = await connect();
      client.socket.write(headed(0x77, 1));
      await eventually(() => client.closed);
    }
    expect(invalidLines()).toHaveLength(10);
  });

  test("of a bound client is refused; the session ends at the hundredth within a minute", async () => {
    await addAccount(store, { customerId: 70, systemId: "confused" });
    const client = await bind("confused");
    const before = invalidLines().length;
    const send = async (first: number, count: number): Promise<void> => {
      const octets = Array.from({ length: count }, (_, index) => headed(0x77, first + index));
      client.socket.write(Buffer.concat(octets));
      await client.response(first + count - 1);
    };
    await send(1_000, 99);
    clock.advance(60_000);
    await send(2_000, 99);
    expect(client.closed).toBe(false);
    await send(3_000, 1);
    await eventually(() => client.closed);
    expect(client.of("generic_nack")).toHaveLength(199);
    expect(invalidLines().length - before).toBe(10);
  });
});

test.each([
  { customerId: 68, name: "user", block: () => store.accounts.setUserState(68, "Ann", "blocked") },
  { customerId: 69, name: "customer", block: () => store.accounts.setCustomerState(69, "blocked") },
])(
  "a bound client whose $name is blocked cannot submit, query or cancel",
  async ({ customerId, name, block }) => {
    await addAccount(store, { customerId, systemId: `by-${name}` });
    const client = await bind(`by-${name}`);
    const messageId = await submitted(client, 0);
    await block();
    const source = { ton: 5, npi: 0, address: "Shop" };
    const destination = { ton: 1, npi: 1, address: "12025550101" };
    for (const request of [
      submitSm(),
      { command: "query_sm", messageId, source } as const,
      { command: "cancel_sm", serviceType: "", messageId, source, destination } as const,
    ])
      expect(await client.request(request)).toMatchObject({
        command: `${request.command}_resp`,
        status: 0x0d,
      });
  },
);

describe("a bound client", () => {
  test("gets enquire_link after 30 seconds of silence, and is closed after two without a response", async () => {
    await addAccount(store, { customerId: 61, systemId: "quiet" });
    const client = await bind("quiet");
    client.answersEnquiries = false;
    for (const count of [1, 2]) {
      clock.advance(30_000);
      await eventually(() => client.of("enquire_link").length === count);
    }
    expect(client.closed).toBe(false);
    clock.advance(30_000);
    await eventually(() => client.closed);
  });

  test("that does not respond to a receipt within 60 seconds is closed, and the receipt comes again", async () => {
    await addAccount(store, { customerId: 62, systemId: "silent" });
    const first = await bind("silent");
    first.deliverStatus = undefined;
    const id = await submitted(first);
    await advance(Delivered);
    await eventually(() => first.of("deliver_sm").length === 1);
    clock.advance(60_000);
    await eventually(() => first.closed);
    const second = await bind("silent");
    await eventually(() => receiptsOf(second).some(({ messageId }) => messageId === id));
  });

  test("may respond to receipts in any order", async () => {
    await addAccount(store, { customerId: 63, systemId: "shuffled" });
    const client = await bind("shuffled");
    client.deliverStatus = undefined;
    for (let message = 0; message < 6; message++) await submitted(client);
    await advance(Delivered);
    await eventually(() => client.of("deliver_sm").length === 6);
    for (const { sequence } of [...client.of("deliver_sm")].reverse())
      client.socket.write(
        encodePdu({ command: "deliver_sm_resp", messageId: "", tlvs: [], status: 0, sequence }),
      );
    const { userId } = (await store.smpp.account("shuffled")) ?? {};
    await eventually(async () => !(await store.smpp.waiting()).some((each) => each.userId === userId));
  });

  test("gets intermediate notifications before the receipt, if its account and the message ask for them", async () => {
    await addAccount(store, { customerId: 64, systemId: "interim", interim: true });
    const client = await bind("interim");
    const id = await submitted(client, 0x11);
    await advance(Enroute, Accepted, Delivered);
    await eventually(() => client.of("deliver_sm").length === 3);
    expect(receiptsOf(client)).toMatchObject([
      { esmClass: 0x20, messageId: id, stateText: "ENROUTE" },
      { esmClass: 0x20, messageId: id, stateText: "ACCEPTD" },
      { esmClass: 0x04, messageId: id, stateText: "DELIVRD" },
    ]);
    await submitted(client, 0x01);
    await advance(Enroute, Delivered);
    await eventually(() => client.of("deliver_sm").length === 4);
    expect(receiptsOf(client).at(-1)).toMatchObject({ esmClass: 0x04 });
  });
});

test("a receipt for failures only comes after one", async () => {
  await addAccount(store, { customerId: 71, systemId: "failures" });
  const client = await bind("failures");
  await submitted(client, 2);
  await advance(Delivered);
  const failed = await submitted(client, 2);
  await advance(Undeliverable);
  await eventually(() => receiptsOf(client).some(({ messageId }) => messageId === failed));
  expect(receiptsOf(client)).toMatchObject([{ messageId: failed, stateText: "UNDELIV" }]);
});

test.each<{ name: string; customerId: number; given: Partial<SubmitSm>; seconds: number }>([
  { name: "its user", customerId: 72, given: {}, seconds: 60 },
  {
    ...{ name: "validity_period", customerId: 73, seconds: 300 },
    given: { validityPeriod: "000000000500000R" },
  },
  {
    ...{ name: "qos_time_to_live", customerId: 74, seconds: 30 },
    given: { tlvs: [{ tag: TlvTag.qos_time_to_live, value: Buffer.from([0, 0, 0, 30]) }] },
  },
])("a message is sent until the time that $name sets", async ({ customerId, given, seconds }) => {
  const systemId = `validity${customerId}`;
  await addAccount(store, { customerId, systemId });
  await store.tube.change(customerId, "Ann", { validity: 60 });
  const client = await bind(systemId);
  expect(await client.request(submitSm(given))).toMatchObject({ status: 0 });
  const claimed = await claimDue(store, now, 99);
  expect(claimed.map(({ validUntil }) => validUntil)).toEqual([now + 1_000 * seconds]);
});

describe("a receipt without a receiver", () => {
  test("waits for one that comes back after an hour, and is discarded after 72", async () => {
    await addAccount(store, { customerId: 65, systemId: "away" });
    const first = await bind("away");
    const early = await submitted(first);
    first.close();
    await eventually(() => first.closed);
    await advance(Delivered);
    now += hour;
    const second = await bind("away");
    await eventually(() => receiptsOf(second).some(({ messageId }) => messageId === early));
    await submitted(second);
    second.close();
    await eventually(() => second.closed);
    await advance(Delivered);
    now += 72 * hour + 1;
    expect(await store.smpp.expire(now, 9)).toHaveLength(1);
  });
});

test("a receipt that causes an exception is repeated later, and holds up no other", async () => {
  await addAccount(store, { customerId: 75, systemId: "odd" });
  const { userId = 0 } = (await store.smpp.account("odd")) ?? {};
  // Of a form that no version has written.
  const receipts = { userId, bind: "", wanted: 1, options: {} as SubmitOptions };
  const odd = { customerId: 75, userName: "Ann", at: now, dueAt: now, receipts };
  await store.outbox.submit(submission("odd", odd));
  const client = await bind("odd");
  const id = await submitted(client);
  await advance(Delivered);
  await eventually(() => receiptsOf(client).some(({ messageId }) => messageId === id));
  const own = { userId, process: "another", binds: [], inFlight: [], limit: 9 };
  await eventually(async () => {
    const [delivery, ...others] = await store.smpp.take(own, now + hour);
    return delivery?.attempts === 1 && others.length === 0;
  });
  expect(log.lines).toContainEqual(
    expect.objectContaining({ level: "error", event: "SMPP delivery failed" }),
  );
});

test("a message and a bind while the store fails get 0x08", async () => {
  const broken = await openStore(await newDatabase());
  const [failing, previous] = [broken, { store, server }];
  await addAccount(failing, { customerId: 66 });
  store = failing;
  server = await start();
  const client = await bind("shop01");
  const other = await connect();
  await failing.close();
  expect(await client.request(submitSm())).toMatchObject({ command: "submit_sm_resp", status: 0x08 });
  expect(await other.request(bindRequest())).toMatchObject({ status: 0x08 });
  client.close();
  await eventually(() => client.closed);
  await server.close();
  ({ store, server } = previous);
});

test("a stop unbinds a client that keeps its window full; what comes after the stop gets 0x08 and is not charged", async () => {
  const previous = server;
  await addAccount(store, { customerId: 67, systemId: "busy", window: 20 });
  server = await start();
  const client = await bind("busy");
  const statuses: number[] = [];
  const submit = async (): Promise<void> => {
    while (!client.closed) statuses.push((await client.request(submitSm({ registeredDelivery: 0 }))).status);
  };
  const submitting = Array.from({ length: 30 }, () => submit().catch(() => undefined));
  const accepted = (): number => statuses.filter((status) => status === 0).length;
  await eventually(() => accepted() >= 100);
  // Its clock stands still: nothing ends by time.
  await server.close();
  await Promise.all(submitting);
  expect(client.of("unbind")).toHaveLength(1);
  expect(statuses.filter((status) => status !== 0 && status !== 0x08)).toEqual([]);
  expect(await store.accounts.balances(67)).toEqual([{ kind: "SMS", amount: credit - 1_000 * accepted() }]);
  server = previous;
});
