import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { type ForwardingOptions, startForwarding } from "#server/work/forwarding/forwarder.js";
import { Exchange } from "../delivery/exchange.js";
import { accept, answering, sendReceipt } from "../delivery/habits.js";
import { eventually } from "../../eventually.js";
import { keepingLog } from "../../host/greeter/server.js";
import { openAccount } from "../../storage/fixtures.js";

const key = Buffer.from("0123456789abcdef0123456789abcdef");
const secret = `whsec_${key.toString("base64")}`;
const { Delivered, Blacklisted } = RecipientState;

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A customer's server; responds with the statuses in turn, then with 200. */
class Receiver {
  readonly got: Got[] = [];
  readonly statuses: number[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        this.got.push({ headers: request.headers, body });
        const status = this.statuses.shift() ?? 200;
        response.writeHead(status, status === 307 ? { location: this.url } : {}).end("thanks");
      });
    });
  }

  static async listen(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/states?key=1`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** The signature is that of the id, the time and the body. */
function expectSigned(headers: IncomingHttpHeaders, body: string): void {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = headers;
  const hmac = createHmac("sha256", key).update(`${String(id)}.${String(time)}.${body}`);
  expect(signature).toBe(`v1,${hmac.digest("base64")}`);
}

let exchange: Exchange;
let receiver: Receiver;
const log = keepingLog();

beforeEach(async () => {
  exchange = await Exchange.open();
  receiver = await Receiver.listen();
});

afterEach(async () => {
  receiver.close();
  await exchange.close();
});

async function post(change: { readonly parts?: boolean; readonly private?: boolean } = {}): Promise<void> {
  await exchange.store.callbacks.setTarget(
    {
      ...{ customerId: 42, url: receiver.url, secret, parts: false, private: true, ...change },
    },
    exchange.now(),
  );
}

function start(change: Partial<ForwardingOptions> = {}) {
  const { store, now } = exchange;
  return startForwarding({ store, now, mayPost: () => true, log, interval: 5, ...change });
}

/** Accepts a message that is refused for its recipient: that is final at once. */
const refused = (phone = "12025550101"): Promise<string> =>
  exchange.send({ recipients: [], refused: [{ phone, state: Blacklisted }], text: "secret words" });

const waiting = async () => exchange.store.callbacks.list({ customerId: 42, failed: false }, 99);
const failed = async () => exchange.store.callbacks.list({ customerId: 42, failed: true }, 99);

/** Starts posting, lets the first attempt fail, and waits until a queue is empty after the second one. */
async function postedAgain(due: () => Promise<readonly { readonly attempts: number }[]>): Promise<void> {
  exchange.start();
  await eventually(async () => (await due())[0]?.attempts === 1);
  exchange.pass(15_000);
  await eventually(() => receiver.got.length === 2);
  await eventually(async () => (await due()).length === 0);
}

describe("a callback", () => {
  test("is one signed POST for each final state, without the text", async () => {
    await post();
    const transaction = await refused();
    const forwarding = start();
    await eventually(async () => (await waiting()).length === 0);
    await forwarding.close();
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.got;
    expect(receiver.got).toHaveLength(1);
    const anchor = { kind: "customer", id: 42, until: undefined } as const;
    const [{ id: messageId } = { id: 0 }] = await exchange.store.desk.candidates(anchor, undefined, 9);
    expect(JSON.parse(body)).toEqual({
      type: "message.final",
      timestamp: new Date(exchange.now()).toISOString(),
      data: {
        ...{ customerId: 42, transactionId: transaction, messageId, number: "12025550101" },
        ...{ status: "REJECTED_BLACKLISTED", statusName: "Blacklisted", code: null },
      },
    });
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["webhook-id"]).toBe(`${transaction}.${messageId}`);
    expectSigned(headers, body);
    expect(Math.abs(Number(headers["webhook-timestamp"]) * 1000 - Date.now())).toBeLessThan(600_000);
  });

  test.each([500, 404, 307])(
    "is posted again after %i with the same id, later each time, across a restart",
    async (status) => {
      receiver.statuses.push(status, status);
      await post();
      await refused();
      const attempts = async (count: number) => (await waiting())[0]?.attempts === count;
      let forwarding = start();
      await eventually(() => attempts(1));
      exchange.pass(14_000);
      await forwarding.close();
      forwarding = start();
      expect(receiver.got).toHaveLength(1);
      exchange.pass(1_000);
      await eventually(() => attempts(2));
      expect((await waiting())[0]?.nextAt).toBe(exchange.now() + 30_000);
      exchange.pass(30_000);
      await eventually(async () => (await waiting()).length === 0);
      await forwarding.close();
      expect(receiver.got).toHaveLength(3);
      expect(new Set(receiver.got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    },
  );

  test("that fails is logged with the number of its message, and its own", async () => {
    await refused();
    await refused("12025550102");
    await post();
    await refused("12025550103");
    receiver.statuses.push(410);
    const lines: object[] = [];
    const forwarding = start({ log: { ...log, warn: (fields) => void lines.push(fields) } });
    await eventually(() => lines.length === 1);
    await forwarding.close();
    const anchor = { kind: "customer", id: 42, until: undefined } as const;
    const [{ id: message } = { id: 0 }] = await exchange.store.desk.candidates(anchor, undefined, 9);
    expect(lines).toEqual([{ customer: 42, callback: 1, message, attempts: 1, failure: "HTTP 410" }]);
  });

  test("about a low balance is one signed POST, retried like the others", async () => {
    receiver.statuses.push(503);
    const { accounts, alerts, callbacks } = exchange.store;
    await openAccount(exchange.store, { id: 43, credit: 5_500 });
    await accounts.changeCustomer(43, { lowBalance: 10_000 });
    await callbacks.setTarget(
      { customerId: 43, url: receiver.url, secret, parts: false, private: true },
      exchange.now(),
    );
    const found = new Date(exchange.now()).toISOString();
    const due = () => alerts.queue.due(43, exchange.now() + 1e6, 9);
    await postedAgain(due);
    for (const { headers, body } of receiver.got) {
      expect(JSON.parse(body)).toEqual({
        type: "balance.low",
        timestamp: found,
        data: { customerId: 43, kind: "SMS", left: "5.5", threshold: "10" },
      });
      expect(headers["webhook-id"]).toBe("balance.43.1");
      expectSigned(headers, body);
    }
  });

  test("about unusual traffic is one signed POST, retried like the others", async () => {
    receiver.statuses.push(503);
    const { callbacks, unusual } = exchange.store;
    await openAccount(exchange.store, { id: 43 });
    const url = { customerId: 43, url: receiver.url, secret, parts: false, private: true };
    await callbacks.setTarget(url, exchange.now());
    const at = exchange.now();
    const found = {
      customerId: 43,
      kind: "failures",
      prefix: "",
      messages: 150,
      ended: 250,
      usual: 125,
    } as const;
    await unusual.add([found], at);
    const due = () => unusual.queue.due(43, exchange.now() + 1e6, 9);
    await postedAgain(due);
    for (const { headers, body } of receiver.got) {
      expect(JSON.parse(body)).toEqual({
        type: "traffic.unusual",
        timestamp: new Date(at).toISOString(),
        data: { customerId: 43, kind: "failures", messages: 150, ended: 250, usual: 0.125 },
      });
      expect(headers["webhook-id"]).toMatch(/^traffic\.43\.\d+$/u);
      expectSigned(headers, body);
    }
  });

  test("about an opt-out by reply is one signed POST, retried like the others", async () => {
    receiver.statuses.push(503);
    const { incoming, optOuts } = exchange.store;
    await post();
    await incoming.addNumber({ number: "12025550199", customerId: 42 }, exchange.now());
    const words = { languages: [], stopWords: [], startWords: [], stopText: "", startText: "", helpText: "" };
    await optOuts.setRule({ customerId: 42, number: "", ...words });
    const part = { from: "12025550142", to: "12025550199", linkId: 1, at: exchange.now() };
    await incoming.receive([
      { ...part, text: "STOP" },
      { ...part, text: "stop" },
    ]);
    const due = () => optOuts.queue.due(42, exchange.now() + 1e6, 9);
    const forwarding = start();
    await eventually(async () => (await due())[0]?.attempts === 1);
    await forwarding.close();
    exchange.pass(15_000);
    const again = start();
    await eventually(async () => (await due()).length === 0);
    await incoming.receive([{ ...part, text: "START" }]);
    await eventually(() => receiver.got.length === 3);
    await eventually(async () => (await due()).length === 0);
    await again.close();
    const data = { customerId: 42, number: "12025550142", repliedTo: "12025550199" };
    const timestamp = new Date(part.at).toISOString();
    expect(receiver.got.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { type: "recipient.optedOut", timestamp, data },
      { type: "recipient.optedOut", timestamp, data },
      { type: "recipient.optedIn", timestamp, data },
    ]);
    for (const { headers, body } of receiver.got) {
      expect(headers["webhook-id"]).toMatch(/^optout\.42\./u);
      expectSigned(headers, body);
    }
  });

  test("about an opt-out is given up after a day, and gone with the callbacks of its customer", async () => {
    const { callbacks, incoming, optOuts } = exchange.store;
    await post();
    await incoming.addNumber({ number: "12025550199", customerId: 42 }, exchange.now());
    const words = { languages: [], stopWords: [], startWords: [], stopText: "", startText: "", helpText: "" };
    await optOuts.setRule({ customerId: 42, number: "", ...words });
    const stop = (from: string) =>
      incoming.receive([{ from, to: "12025550199", linkId: 1, at: exchange.now(), text: "STOP" }]);
    await stop("12025550142");
    exchange.pass(24 * 3_600_000);
    await stop("12025550143");
    const { queue } = optOuts;
    expect(await queue.expire(exchange.now(), 9)).toEqual([42]);
    const [left] = await queue.due(42, exchange.now(), 9);
    expect(left?.phone).toBe("12025550143");
    await callbacks.removeTarget(42);
    await stop("12025550144");
    expect([await queue.due(42, exchange.now(), 9), await queue.customers(exchange.now())]).toEqual([[], []]);
  });

  test("is given up after a day, counted and kept; an operator has it posted again", async () => {
    receiver.statuses.push(500);
    await post();
    await refused();
    const outcomes: string[] = [];
    const observe: ForwardingOptions["observe"] = (kind, outcome) => outcomes.push(`${kind} ${outcome}`);
    const before = start({ observe });
    await eventually(() => outcomes.length === 1);
    // A round that has begun may post the callback again: only the next one expires it first.
    await before.close();
    exchange.pass(24 * 3_600_000);
    const forwarding = start({ observe });
    await eventually(async () => (await failed()).length === 1);
    expect(await failed()).toMatchObject([{ failure: "HTTP 500" }]);
    await eventually(() => outcomes.length === 2);
    expect(outcomes).toEqual(["callback failed", "callback given up"]);
    await exchange.store.callbacks.retry({ ids: [1] }, exchange.now());
    await eventually(() => outcomes.at(-1) === "callback accepted");
    expect([await waiting(), await failed()]).toEqual([[], []]);
    await forwarding.close();
  });

  test("of a part comes before that of its message, also when it is tried again", async () => {
    receiver.statuses.push(500);
    await post({ parts: true });
    let accepted = 0;
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        accept(pdu, connection, String((accepted += 1)));
      }),
    );
    await exchange.addLink("a", smsc.port);
    exchange.start();
    await exchange.send({ text: "x".repeat(200), parts: 2 });
    const { links } = exchange.store;
    await eventually(async () =>
      (await links.queues()).some(({ withoutReceipt, underWay }) => withoutReceipt === 1 && underWay === 0),
    );
    for (const id of ["1", "2"]) sendReceipt(smsc.last, { id, stat: "DELIVRD" });
    await eventually(async () => (await waiting())[2]?.attempts === 1);
    expect(receiver.got).toHaveLength(1);
    exchange.pass(15_000);
    await eventually(async () => (await waiting()).length === 0);
    const types = receiver.got.map(({ body }) => {
      const { type, data } = JSON.parse(body) as {
        readonly type: string;
        readonly data: { readonly part?: number };
      };
      return `${type} ${data.part ?? ""}`;
    });
    expect(types).toEqual(["part.final 1", "part.final 1", "part.final 2", "message.final "]);
  });

  test("goes to no private address unless the operator says so", async () => {
    await post({ private: false });
    await refused();
    const forwarding = start();
    await eventually(async () => (await waiting())[0]?.attempts === 1);
    await forwarding.close();
    expect(receiver.got).toEqual([]);
    expect((await waiting())[0]?.failure).toMatch(/private|public/u);
  });
});

test("servers that never respond hold up no other customer, however many there are", async () => {
  const dead = createServer(() => undefined);
  await new Promise<void>((resolve) => dead.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(dead.address() as AddressInfo).port}/`;
  const { accounts, callbacks } = exchange.store;
  const customers = Array.from({ length: 40 }, (_, at) => 100 + at);
  for (const id of customers) {
    await accounts.addCustomer({ id, name: "Other Ltd", payment: "postpaid", limit: undefined }, 0);
    await callbacks.setTarget({ customerId: id, url, secret, parts: false, private: true }, exchange.now());
    for (let each = 0; each < 9; each++)
      await exchange.send({
        customerId: id,
        recipients: [],
        refused: [{ phone: "12025550101", state: Delivered }],
      });
  }
  let started = 0;
  dead.on("request", () => (started += 1));
  const forwarding = start();
  await eventually(() => started >= customers.length);
  await post();
  for (let each = 0; each < 30; each++) await refused();
  await eventually(async () => (await waiting()).length === 0);
  expect(receiver.got).toHaveLength(30);
  dead.closeAllConnections();
  dead.close();
  await forwarding.close();
});
