import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { ForwardMethod } from "#server/domain/inbox/forwards.js";
import { eventually } from "../../eventually.js";
import { Exchange } from "./exchange.js";
import { deliver, type Delivered } from "./habits.js";
import { TestSmsc } from "../../networks/smpp/test-smsc.js";
import { allOf } from "../../storage/fixtures.js";

let exchange: Exchange;
let smsc: TestSmsc;

beforeEach(async () => {
  exchange = await Exchange.open();
  smsc = await TestSmsc.listen();
  await exchange.addLink("a", smsc.port);
  await exchange.store.incoming.addNumber({ number: "1234", customerId: 42 }, 0);
  exchange.start();
  await eventually(() => smsc.received("bind_transceiver").length === 1);
});

afterEach(async () => {
  await exchange.close();
  await smsc.close();
});

/** Messages in the inbox as text, oldest first. */
async function inbox(customerId = 42): Promise<readonly string[]> {
  const messages = await allOf(exchange.store.inbox.fetch(customerId, "all"));
  return messages.map((message) => message.text);
}

/** Sends messages from the handset; resolves after the response to each. */
/** The connection ends, and the link binds again. */
async function rebound(): Promise<void> {
  const binds = smsc.received("bind_transceiver").length;
  smsc.last.socket.destroy();
  await eventually(() => smsc.received("bind_transceiver").length > binds);
}

async function receive(...messages: readonly Delivered[]): Promise<readonly number[]> {
  const before = smsc.received("deliver_sm_resp").length;
  for (const message of messages) deliver(smsc.last, message);
  await eventually(() => smsc.received("deliver_sm_resp").length === before + messages.length);
  return smsc
    .received("deliver_sm_resp")
    .slice(before)
    .map(({ status }) => status);
}

const part = (content: string, number: number, total = 3, reference = 7): Delivered => ({
  text: content,
  place: { reference, total, number },
});

describe("an incoming message", () => {
  test("is in the inbox of the number's customer before the response", async () => {
    expect(await receive({ text: "Stop" })).toEqual([0]);
    expect(await allOf(exchange.store.inbox.fetch(42, "all"))).toMatchObject([
      { from: "12025550101", to: "1234", text: "Stop" },
    ]);
  });

  test.each([
    { ton: 2, address: "2025550101", text: "STOP", isNamed: true },
    { ton: 2, address: "02025550101", text: "Stop!", isNamed: true },
    { ton: 0, address: "02025550101", text: "opt-out", isNamed: true },
    { ton: 1, address: "02025550101", text: "Arrêt", isNamed: true },
    { ton: 1, address: "12025550101", text: "STOP", isNamed: false },
    { ton: 0, address: "0012025550101", text: "STOP", isNamed: false },
    { ton: 2, address: "2025550101", text: "Stop by tomorrow", isNamed: false },
    { ton: 2, address: "2025550101", text: "Hello", isNamed: false },
  ])(
    "$text from $address of type $ton, without a country of the link: $isNamed",
    async ({ ton, address, text, isNamed }) => {
      await receive({ text, from: { ton, address } });
      const named = "a request to stop came from a number in national form: set countryCode of the link";
      expect(exchange.events.includes(named)).toBe(isNamed);
    },
  );

  test("that asks to stop counts for its number in every country, without a country of the link", async () => {
    const words = { languages: ["en"], stopWords: [], startWords: [] } as const;
    const texts = { stopText: "", startText: "", helpText: "" };
    await exchange.store.optOuts.setRule({ customerId: 42, number: "", ...words, ...texts });
    await receive(
      { text: "STOP", from: { ton: 2, address: "2025550101" } },
      { text: "STOP", from: { ton: 2, address: "07700900123" } },
    );
    const phones = ["12025550101", "447700900123", "2025550101", "12025550102"];
    expect(await exchange.store.coverage.blacklisted(42, phones)).toEqual(new Set(phones.slice(0, 2)));
  });

  test.each([
    { ton: 2, address: "2025550101", want: "02025550101" },
    { ton: 2, address: "02025550101", want: "02025550101" },
    { ton: 0, address: "02025550101", want: "02025550101" },
    { ton: 2, address: "4512345678", want: "04512345678" },
    { ton: 2, address: "12345678", want: "012345678" },
    { ton: 2, address: "447700900123", want: "447700900123" },
    { ton: 2, address: "+4512345678", want: "+4512345678" },
    { ton: 1, address: "4512345678", want: "4512345678" },
    { ton: 0, address: "12025550101", want: "12025550101" },
    { ton: 5, address: "Shop", want: "Shop" },
  ])("from $address of type $ton, without a country of the link, is of $want", async (row) => {
    const { ton, address, want } = row;
    await receive({ text: "Hello", from: { ton, address } });
    const stored = await allOf(exchange.store.inbox.fetch(42, "all"));
    expect(stored.map(({ from }) => from)).toEqual([want]);
  });

  test("for an unassigned number is kept until it is assigned, or for thirty days", async () => {
    expect(await receive({ text: "Hello", to: "+5678" }, { text: "Hello", to: "9999" })).toEqual([0, 0]);
    expect(await inbox()).toEqual([]);
    const { incoming } = exchange.store;
    expect(await incoming.addNumber({ number: "5678", customerId: 42 }, exchange.now())).toEqual({
      ok: true,
      strays: 1,
    });
    expect(await inbox()).toEqual(["Hello"]);
    exchange.pass(31 * 24 * 3_600_000);
    await exchange.lookedAfter();
    expect(await incoming.addNumber({ number: "9999", customerId: 42 }, exchange.now())).toEqual({
      ok: true,
      strays: 0,
    });
  });

  test("for an unassigned number is deleted when too many others have arrived", async () => {
    await receive(...["a", "b", "c"].map((text) => ({ text, to: "5678" })));
    const { incoming } = exchange.store;
    expect(await incoming.forgetStrays(0, 3, 9)).toBe(0);
    expect(await incoming.forgetStrays(0, 2, 9)).toBe(1);
    await incoming.addNumber({ number: "5678", customerId: 42 }, exchange.now());
    expect(await inbox()).toEqual(["b", "c"]);
  });

  test.each([{ order: [1, 2, 3] }, { order: [3, 1, 2] }, { order: [2, 3, 1] }])(
    "in parts $order is one text",
    async ({ order }) => {
      const texts = ["one ", "two ", "three"];
      await receive(...order.slice(0, 2).map((number) => part(texts[number - 1] ?? "", number)));
      expect(await inbox()).toEqual([]);
      await exchange.stop();
      await exchange.reopen();
      exchange.start();
      await eventually(() => smsc.received("bind_transceiver").length === 2);
      const [last = 0] = order.slice(2);
      await receive(part(texts[last - 1] ?? "", last));
      expect(await inbox()).toEqual(["one two three"]);
    },
  );

  test("in a message_payload of 65,535 octets is complete, and the connection stays open", async () => {
    const text = "x".repeat(65_535);
    await receive({ text, payload: true });
    await receive({ text: "next" });
    expect(await inbox()).toEqual([text, "next"]);
    expect(smsc.connections).toHaveLength(1);
  });

  test("longer than an inbox message ends in a mark", async () => {
    const marked = (number: number): Delivered => ({
      ...{
        text: String(number).repeat(65_000),
        payload: true,
        place: { reference: 9, total: 3, number, form: "sar" },
      },
    });
    await receive(marked(1), marked(2), marked(3));
    const [text = ""] = await inbox();
    expect(text).toHaveLength(131_070);
    expect(text.endsWith("3[...]")).toBe(true);
  });

  test.each(["udh8", "udh16", "sar"] as const)("in parts that are marked by %s is one text", async (form) => {
    const reference = form === "udh8" ? 0xfe : 0xfedc;
    const marked = (text: string, number: number, payload: boolean): Delivered => ({
      ...{ text, payload, place: { reference, total: 3, number, form } },
    });
    await receive(marked("three", 3, false), marked("one ", 1, true), marked("two ", 2, false));
    expect(await inbox()).toEqual(["one two three"]);
  });

  test("with parts of the same reference, marked in two ways, is two messages", async () => {
    const forms = ["udh16", "sar"] as const;
    for (const number of [1, 2])
      for (const form of forms)
        await receive({ text: `${form}${number} `, place: { reference: 7, total: 2, number, form } });
    expect(await inbox()).toEqual(["udh161 udh162 ", "sar1 sar2 "]);
  });

  test("with a repeated part is one text, before and after it is complete", async () => {
    await receive(part("a", 1), part("b", 2));
    await rebound();
    await receive(part("a", 1), part("b", 2), part("c", 3));
    await rebound();
    await receive(part("c", 3), part("last", 1, 2, 8));
    exchange.pass(31 * 60_000);
    await eventually(async () => (await inbox()).includes("last[...]"));
    expect(await inbox()).toEqual(["abc", "last[...]"]);
  });

  test("that is equal to the one before, over a session that goes on, is another one", async () => {
    const same = [part("value ", 1, 2), part("1", 2, 2)];
    for (let count = 0; count < 3; count++) for (const each of same) await receive(each);
    for (const end of ["2", "3"])
      for (const each of [part("value ", 1, 2), part(end, 2, 2)]) await receive(each);
    expect(await inbox()).toEqual(["value 1", "value 1", "value 1", "value 2", "value 3"]);
  });

  test("with missing parts is delivered after half an hour, with a mark", async () => {
    await receive(part("one ", 1, 4), part(" four", 4, 4));
    exchange.pass(29 * 60_000);
    await exchange.lookedAfter();
    expect(await inbox()).toEqual([]);
    exchange.pass(2 * 60_000);
    await eventually(async () => (await inbox()).length > 0);
    expect(await inbox()).toEqual(["one [...] four"]);
  });

  test("of the same sender and reference, but another text, is another message", async () => {
    await receive(part("a", 1, 2), part("b", 2, 2), part("x", 1, 2), part("y", 2, 2));
    expect(await inbox()).toEqual(["ab", "xy"]);
  });

  test("cut within a character is whole again", async () => {
    const smile = "😀";
    const coded = (units: string, number: number): Delivered => ({
      ...part(units, number, 2),
      dataCoding: 8,
    });
    await receive(coded(`a${smile[0] ?? ""}`, 1), coded(`${smile[1] ?? ""}b`, 2));
    expect(await inbox()).toEqual([`a${smile}b`]);
  });
});

describe("a message that is forwarded", () => {
  interface Post {
    readonly request: IncomingMessage;
    readonly fields: URLSearchParams;
  }
  const posts: Post[] = [];
  let answers: number[];
  let server: Server;

  beforeEach(async () => {
    posts.length = 0;
    answers = [];
    server = createServer((request, response) => {
      void text(request).then((body) => {
        posts.push({ request, fields: new URLSearchParams(body) });
        const status = answers.shift() ?? 200;
        if (status === 101)
          request.socket.write("HTTP/1.1 101 Changed\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
        else response.writeHead(status, status === 302 ? { location: "/elsewhere" } : {}).end("thanks");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await forwardBy("POST");
  });

  async function forwardBy(method: ForwardMethod): Promise<void> {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/in?key=1`;
    await exchange.store.incoming.setForward({ customerId: 42, url, method, private: true });
  }

  afterEach(() => {
    server.close();
  });

  test.each(["POST", "GET"] as const)("is sent by %s with its text and its octets, once", async (method) => {
    await forwardBy(method);
    await receive({ text: "Hi & € + 1" });
    await eventually(() => posts.length === 1);
    const [{ request, fields } = posts[0] as unknown as Post] = posts;
    const [path, query = ""] = request.url?.split(/(?<=key=1)&?/) ?? [];
    expect([request.method, path]).toEqual([method, "/in?key=1"]);
    expect(method === "GET" ? fields.size : query.length).toBe(0);
    expect(Object.fromEntries(method === "GET" ? new URLSearchParams(query) : fields)).toEqual({
      MessageID: "1",
      ...{ Sender: "12025550101", Destination: "1234", MessageType: "1", MessageText: "Hi & € + 1" },
      ...{
        MessageTextRaw: "0048006900200026002020AC0020002B00200031",
        CurrentPart: "1",
        NumberOfParts: "1",
        Complete: "true",
      },
      ReceivedAt: expect.stringMatching(/^2\d{3}-.*Z$/),
    });
    await eventually(
      async () => (await exchange.store.incoming.queue.due(42, Number.MAX_SAFE_INTEGER, 9)).length === 0,
    );
    expect(posts).toHaveLength(1);
  });

  test.each([500, 404, 302, 101])(
    "is posted again after %i, later each time, across a restart",
    async (status) => {
      answers = [status, status];
      await receive({ text: "Hi" });
      const waitingUntil = async (attempts: number): Promise<boolean> =>
        (await exchange.store.incoming.queue.due(42, Number.MAX_SAFE_INTEGER, 9))[0]?.attempts === attempts;
      await eventually(() => waitingUntil(1));
      exchange.pass(10_000);
      await exchange.lookedAfter();
      expect(posts).toHaveLength(1);
      exchange.pass(6_000);
      await eventually(() => waitingUntil(2));
      await exchange.stop();
      await exchange.reopen();
      exchange.start();
      exchange.pass(16_000);
      await exchange.lookedAfter();
      expect(posts).toHaveLength(2);
      exchange.pass(15_000);
      await eventually(() => posts.length === 3);
      await eventually(
        async () => (await exchange.store.incoming.queue.due(42, Number.MAX_SAFE_INTEGER, 9)).length === 0,
      );
      expect(new Set(posts.map(({ fields }) => fields.get("MessageID")))).toEqual(new Set(["1"]));
      expect(posts.every(({ request }) => request.url === "/in?key=1")).toBe(true);
    },
  );

  test("is given up after a day and stays in the inbox", async () => {
    answers = Array.from({ length: 99 }, () => 500);
    await receive({ text: "Hi" });
    await eventually(async () => {
      exchange.pass(3_600_000);
      return (await exchange.store.incoming.queue.due(42, Number.MAX_SAFE_INTEGER, 9)).length === 0;
    });
    expect(await inbox()).toEqual(["Hi"]);
  });

  test("goes to no private address unless the operator says so", async () => {
    const { port } = server.address() as AddressInfo;
    for (const host of ["127.0.0.1", "localhost"]) {
      const url = `http://${host}:${port}/`;
      await exchange.store.incoming.setForward({ customerId: 42, url, method: "POST", private: false });
      const before = exchange.events.filter((event) => event === "message not forwarded").length;
      await receive({ text: host });
      await eventually(
        () => exchange.events.filter((event) => event === "message not forwarded").length > before,
      );
    }
    expect(posts).toEqual([]);
  });
});

test("a message that its network sends again under the same name is there once", async () => {
  const { incoming } = exchange.store;
  const message = { from: "12025550101", to: "1234", text: "Hi", linkId: 1, at: exchange.now() };
  const mms = { ...message, subject: "Holiday", reference: "abc" };
  expect(await incoming.receive([mms, mms, { ...mms, reference: "abd" }, message])).toEqual([
    "delivered",
    "repeated",
    "delivered",
    "delivered",
  ]);
  const inboxed = await allOf(exchange.store.inbox.fetch(42, "all"));
  expect(inboxed.map(({ subject }) => subject)).toEqual(["Holiday", "Holiday", undefined]);
});
