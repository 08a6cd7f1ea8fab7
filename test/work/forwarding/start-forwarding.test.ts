import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import {
  type ForwardingOptions,
  type Forwarding,
  startForwarding,
} from "#server/work/forwarding/forwarder.js";
import { Exchange } from "../delivery/exchange.js";
import { eventually } from "../../eventually.js";
import { keepingLog } from "../../host/greeter/server.js";

/** A customer's server: it stores the posted texts, and responds on request of the test. */
class Receiver {
  readonly texts: string[] = [];
  readonly #waiting: ServerResponse[] = [];
  readonly #server: Server;

  private constructor(holds: boolean) {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        this.texts.push(new URLSearchParams(body).get("MessageText") ?? "");
        if (holds) this.#waiting.push(response);
        else response.end();
      });
    });
  }

  static async listen({ holds = false } = {}): Promise<Receiver> {
    const receiver = new Receiver(holds);
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  respond(): void {
    for (const response of this.#waiting.splice(0)) response.end();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

let exchange: Exchange;
let forwarding: Forwarding | undefined;
const receivers: Receiver[] = [];
const log = keepingLog();

beforeEach(async () => {
  exchange = await Exchange.open();
});

afterEach(async () => {
  for (const receiver of receivers.splice(0)) receiver.close();
  await forwarding?.close();
  await exchange.close();
});

/** A receiver for the messages to a number of a customer. */
async function receiverFor(customerId: number, number: string, holds = false): Promise<Receiver> {
  const receiver = await Receiver.listen({ holds });
  receivers.push(receiver);
  const { accounts, incoming } = exchange.store;
  if (customerId !== 42)
    await accounts.addCustomer(
      { id: customerId, name: "Other Ltd", payment: "postpaid", limit: undefined },
      0,
    );
  await incoming.addNumber({ number, customerId }, 0);
  await incoming.setForward({ customerId, url: receiver.url, method: "POST", private: true });
  return receiver;
}

async function arrive(to: string, ...texts: readonly string[]): Promise<void> {
  const common = { from: "12025550101", to, linkId: 1, at: exchange.now() };
  await exchange.store.incoming.receive(texts.map((each) => ({ ...common, text: each })));
}

function start(change: Partial<ForwardingOptions> = {}): Forwarding {
  const { store } = exchange;
  const mayPost = (): boolean => true;
  forwarding = startForwarding({ store, now: () => exchange.now(), mayPost, log, interval: 5, ...change });
  return forwarding;
}

const pending = async (): Promise<number> =>
  (await exchange.store.incoming.queue.due(42, Number.MAX_SAFE_INTEGER, 99)).length;

test("messages that arrive before and after the start go to the server of their customer, each once", async () => {
  const [first, second] = [await receiverFor(42, "1234"), await receiverFor(43, "5678")];
  const texts = Array.from({ length: 20 }, (_, at) => `early ${at}`);
  await arrive("1234", ...texts);
  const started = start();
  await arrive("5678", "late");
  await eventually(async () => (await pending()) === 0);
  await started.close();
  expect([...first.texts].sort()).toEqual([...texts].sort());
  expect(second.texts).toEqual(["late"]);
});

test("a server that does not respond delays no other customer", async () => {
  const [silent, other] = [await receiverFor(42, "1234", true), await receiverFor(43, "5678")];
  await arrive("1234", ...Array.from({ length: 10 }, (_, at) => String(at)));
  const started = start();
  await eventually(() => silent.texts.length > 0);
  await arrive("5678", "Hi");
  await eventually(() => other.texts.length === 1);
  expect(silent.texts.length).toBeLessThan(10);
  const closed = started.close();
  silent.respond();
  await closed;
});

test("nothing is posted while another process has the role", async () => {
  const receiver = await receiverFor(42, "1234");
  await arrive("1234", "Hi");
  let asked = 0;
  let mayPost = false;
  const started = start({ mayPost: () => (asked++, mayPost) });
  await eventually(() => asked > 5);
  expect(receiver.texts).toEqual([]);
  mayPost = true;
  await eventually(async () => (await pending()) === 0);
  await started.close();
  expect(receiver.texts).toEqual(["Hi"]);
});

test("close waits for the post in flight and starts no other", async () => {
  const receiver = await receiverFor(42, "1234", true);
  await arrive("1234", "one");
  const started = start();
  await eventually(() => receiver.texts.length === 1);
  const order: string[] = [];
  const closed = started.close().then(() => order.push("closed"));
  await arrive("1234", "two");
  await exchange.store.inbox.counts(42);
  order.push("response");
  receiver.respond();
  await closed;
  expect(order).toEqual(["response", "closed"]);
  expect(receiver.texts).toEqual(["one"]);
  expect(await pending()).toBe(1);
});

test("a server that cannot be reached is tried again, and the log names the customer, not the text", async () => {
  const receiver = await receiverFor(42, "1234");
  const gone = await Receiver.listen();
  const { url } = gone;
  gone.close();
  const { incoming } = exchange.store;
  await incoming.setForward({ customerId: 42, url, method: "POST", private: true });
  await arrive("1234", "secret words");
  const started = start();
  await eventually(async () => (await incoming.queue.due(42, Number.MAX_SAFE_INTEGER, 1))[0]?.attempts === 1);
  expect(log.lines.at(-1)).toMatchObject({
    event: "message not forwarded",
    fields: { customer: 42, attempts: 1 },
  });
  expect(JSON.stringify(log.lines)).not.toContain("secret");
  await incoming.setForward({ customerId: 42, url: receiver.url, method: "POST", private: true });
  exchange.pass(16_000);
  await eventually(() => receiver.texts.length === 1);
  await started.close();
});
