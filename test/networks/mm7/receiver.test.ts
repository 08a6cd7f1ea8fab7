import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Mm7Receiver, type Mm7ReceiverOptions, receive } from "#server/networks/mm7/receiver.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { guessesByAddress } from "#server/credentials/guesses.js";
import { proxyTrust } from "#host/http/caller-address.js";
import { mm7Schemas } from "#server/networks/mm7/documents/schema.js";
import { readDocument, textIn } from "#server/networks/mm7/documents/document.js";
import { childOf } from "#runtime/xml/content.js";
import type { IncomingPart } from "#server/domain/inbox/received-part.js";
import { maxInboxText } from "#server/domain/inbox/messages.js";
import { Exchange } from "../../work/delivery/exchange.js";
import { keepingLog } from "../../host/greeter/server.js";
import { deliverRequest, reportRequest, request, schemasIn, withContent } from "./requests.js";
import type { Receipt } from "#server/domain/delivery/claiming/attempt.js";

const noon = Date.UTC(2030, 0, 15, 12);

interface DeskOptions {
  readonly failure?: Error;
  readonly incoming?: (part: IncomingPart) => Promise<void>;
}

function desk({ failure, incoming }: DeskOptions = {}) {
  const receipts: Receipt[] = [];
  const messages: IncomingPart[] = [];
  const log = keepingLog();
  const keep =
    <T>(list: T[]) =>
    async (item: T): Promise<void> => {
      if (failure !== undefined) throw failure;
      list.push(item);
    };
  const context = { now: () => noon, log, receipt: keep(receipts), incoming: incoming ?? keep(messages) };
  const take = async (body: string | Buffer, type = "text/xml") => {
    const { status, document } = await receive({ name: "mmsc", context }, type, Buffer.from(body));
    const read = readDocument(Buffer.from(document), undefined);
    if (read.kind === "refused") throw new Error(document);
    const { message, transactionId, fault } = read;
    const code = textIn(childOf(message.children, "Status")?.children ?? [], "StatusCode");
    const schemas = schemasIn(document);
    return { status, name: message.name, schemas, transactionId, fault, code: Number(code) };
  };
  return { receipts, messages, log, take };
}

describe("a report", () => {
  test.each([...Object.keys(mm7Schemas), "REL-6-MM7-1-0"])(
    "in %s is stored and acknowledged in the same schema",
    async (schema) => {
      const { take, receipts } = desk();
      const answer = await take(
        reportRequest("m1", "Retrieved", { schema, transactionId: "a<b".replace("<", "&lt;") }),
      );
      expect(answer).toEqual({
        status: 200,
        name: "DeliveryReportRsp",
        schemas: [schema],
        transactionId: "a<b",
        fault: undefined,
        code: 1000,
      });
      expect(receipts).toEqual([
        { messageId: "m1", phone: "12025550101", state: RecipientState.Delivered, at: noon },
      ]);
    },
  );

  test("that cannot be stored is refused, and the reason stays in the log", async () => {
    const { take, log } = desk({ failure: new Error("disk full at /srv") });
    const answer = await take(reportRequest("m1", "Retrieved"));
    expect(answer).toMatchObject({ status: 500, name: "VASPErrorRsp", code: 3000, transactionId: "tx-1" });
    expect(answer.fault).not.toContain("srv");
    expect(log.lines).toMatchObject([{ level: "error", event: "mm7 request not stored" }]);
  });
});

test("a read report gets a response and has no other effect", async () => {
  const { take, receipts, messages } = desk();
  expect(await take(request("ReadReplyReq", "<MessageID>m1</MessageID>"))).toMatchObject({
    name: "ReadReplyRsp",
    code: 1000,
  });
  expect([...receipts, ...messages]).toEqual([]);
});

describe("a message", () => {
  const part = (fields: string, body: string): string => `${fields}\r\n\r\n${body}`;
  const text = (charset: string, encoding: string, body: string): string =>
    part(
      `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-ID: <c>`,
      body,
    );

  test.each([
    { name: "a subject alone", parts: undefined, want: "" },
    { name: "a text", parts: text("utf-8", "8bit", "Grüße"), want: "Grüße" },
    {
      name: "a text in quoted-printable",
      parts: text("iso-8859-1", "quoted-printable", "Gr=FC=DFe"),
      want: "Grüße",
    },
    { name: "a text in base64", parts: text("UTF-16BE", "base64", "BkUGMQ=="), want: "مر" },
    { name: "a text in an unknown charset", parts: text("klingon", "8bit", "Grüße"), want: "Grüße" },
    {
      name: "a text in an unknown charset that is not UTF-8",
      parts: text("klingon", "quoted-printable", "Gr=FC=DFe"),
      want: "Grüße",
    },
    {
      name: "a text with another Content-ID than the document says",
      parts: part("Content-Type: text/plain\r\nContent-ID: < c.txt >", "x"),
      want: "x",
    },
    {
      name: "a text whose file name has spaces and no quotes",
      parts: part("Content-Type: text/plain; name=note (1).txt; charset=utf-8\r\nContent-ID: <c>", "Grüße"),
      want: "Grüße",
    },
    {
      name: "a text with a parameter twice and one without a value",
      parts: part(
        "Content-Type: text/plain; charset=; charset=utf-8; charset=utf-8; x\r\nContent-ID: <c>",
        "ü",
      ),
      want: "ü",
    },
    {
      name: "a part of a malformed type",
      parts: part("Content-Type: image\r\nContent-ID: <c>", "\0\0"),
      want: "",
    },
    { name: "a picture", parts: part("Content-Type: image/png\r\nContent-ID: <c>", "\0\0"), want: "" },
    {
      name: "text and picture",
      parts: `Content-Type: multipart/mixed; boundary=in\r\nContent-ID: <c>\r\n\r\n--in\r\n\r\none\r\n--in\r\nContent-Type: image/gif\r\n\r\nGIF\r\n--in\r\n\r\ntwo\r\n--in--`,
      want: "one\ntwo",
    },
  ])("with $name", async ({ parts, want }) => {
    const { take, messages } = desk();
    const { type, body } =
      parts === undefined
        ? { type: "text/xml", body: deliverRequest(undefined) }
        : withContent(deliverRequest("cid:c"), parts);
    expect(await take(body, type)).toMatchObject({ status: 200, name: "DeliverRsp", code: 1000 });
    const common = { from: "12025550101", to: "4242", subject: "Hi", reference: "tx-1" };
    expect(messages).toEqual([{ ...common, text: want }]);
  });

  const addressedTo = (count: number): string =>
    deliverRequest("cid:c", { transactionId: "t".repeat(1000) }).replace(
      "<m:To>",
      `<m:To>${Array.from({ length: count - 1 }, (_, at) => `<m:ShortCode>${at}</m:ShortCode>`).join("")}`,
    );

  test("to many is stored once for each", async () => {
    const { take, messages } = desk();
    const { type, body } = withContent(addressedTo(100), text("utf-8", "8bit", "x"));
    expect(await take(body, type)).toMatchObject({ code: 1000 });
    expect(messages).toHaveLength(100);
    expect(messages[0]?.reference).toHaveLength(256);
  });

  test.each([
    { extra: 0, complete: true },
    { extra: 1, complete: false },
    { extra: 70_000, complete: false },
  ])("$extra characters longer than an inbox allows is forwarded as complete: $complete", async (row) => {
    const exchange = await Exchange.open();
    try {
      const { incoming } = exchange.store;
      await incoming.addNumber({ number: "4242", customerId: 42 }, noon);
      await incoming.setForward({
        customerId: 42,
        url: "http://127.0.0.1:1/",
        method: "POST",
        private: true,
      });
      const { take } = desk({
        incoming: async (part) => {
          await incoming.receive([{ ...part, linkId: 1, at: noon }]);
        },
      });
      const content = text("utf-8", "8bit", "x".repeat(maxInboxText + row.extra));
      const { type, body } = withContent(deliverRequest("cid:c"), content);
      expect(await take(body, type)).toMatchObject({ code: 1000 });
      const [forward] = await incoming.queue.due(42, noon, 9);
      expect(forward?.complete).toBe(row.complete);
      expect(forward?.text.endsWith(row.complete ? "xxx" : "x[...]")).toBe(true);
      expect(forward?.text).toHaveLength(maxInboxText);
    } finally {
      await exchange.close();
    }
  });

  test("to more than a hundred is refused", async () => {
    const { take, messages } = desk();
    const { type, body } = withContent(addressedTo(101), text("utf-8", "8bit", "x"));
    expect(await take(body, type)).toMatchObject({
      code: 4004,
      fault: "There are more than 100 recipients.",
    });
    expect(messages).toEqual([]);
  });

  test("that cannot be stored is refused", async () => {
    expect(await desk({ failure: new Error("x") }).take(deliverRequest(undefined))).toMatchObject({
      code: 3000,
      name: "VASPErrorRsp",
    });
  });

  test.each([
    {
      name: "content that is none of several parts",
      parts: `${text("utf-8", "8bit", "x")}\r\n--outer\r\n\r\ny`,
      href: "cid:other",
    },
    { name: "an unknown encoding", parts: text("utf-8", "uuencode", "x"), href: "cid:c" },
    {
      name: "a multipart content without parts",
      parts: part("Content-Type: multipart/mixed; boundary=in\r\nContent-ID: <c>", "x"),
      href: "cid:c",
    },
  ])("refused: $name", async ({ parts, href }) => {
    const { take, messages } = desk();
    const { type, body } = withContent(deliverRequest(href), parts);
    expect(await take(body, type)).toMatchObject({ status: 500, name: "VASPErrorRsp", code: 2007 });
    expect(messages).toEqual([]);
  });
});

test.each([
  { name: "no XML", type: "text/xml", body: "hello", code: 2007 },
  { name: "a document type", type: "text/xml", body: `<!DOCTYPE a><a/>`, code: 2007 },
  { name: "a multipart body without boundary", type: "multipart/related", body: "--x", code: 2007 },
  { name: "a wrong media type", type: "multipart/related; boundary=", body: "--x", code: 2007 },
  { name: "an unknown request", type: "text/xml", body: request("CancelReq", ""), code: 4003 },
  { name: "an answer", type: "text/xml", body: request("SubmitRsp", ""), code: 4003 },
  { name: "a report of an unknown state", type: "text/xml", body: reportRequest("m1", "Gone"), code: 4004 },
])("refused with a fault: $name", async ({ type, body, code }) => {
  const { take, receipts } = desk();
  const answer = await take(body, type);
  expect(answer).toMatchObject({ status: 500, name: "VASPErrorRsp", code });
  expect(answer.fault).toMatch(/^The |^This |^MMStatus /);
  expect(receipts).toEqual([]);
});

test("any bytes and any media type get an answer", async () => {
  const { take } = desk();
  const good = withContent(deliverRequest("cid:c"), "Content-Type: text/plain\r\nContent-ID: <c>\r\n\r\nx");
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.constant(good.type),
        fc.string(),
        fc.constantFrom("text/xml; charset=utf-16", "multipart/mixed; boundary=outer"),
      ),
      fc.nat({ max: good.body.length - 1 }),
      fc.nat({ max: 60 }),
      fc.uint8Array({ maxLength: 20 }),
      async (type, at, cut, bytes) => {
        const body = Buffer.concat([good.body.subarray(0, at), bytes, good.body.subarray(at + cut)]);
        expect([200, 500]).toContain((await take(body, type)).status);
      },
    ),
  );
});

describe("who may", () => {
  let now = noon;
  const options: Mm7ReceiverOptions = {
    addressTest: (ranges) => proxyTrust(ranges).trusts,
    guesses: guessesByAddress(() => now),
  };
  const { log } = desk();
  const context = { now: () => noon, log, receipt: async () => undefined, incoming: async () => undefined };
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;
  const near = "192.0.2.7";
  const far = "198.51.100.1";
  const withPassword = { user: "mmsc", password: "s3cret", addresses: [] };
  const fromNet = { user: "", password: "", addresses: ["192.0.2.0/24"] };
  const both = { ...withPassword, addresses: fromNet.addresses };

  test.each([
    {
      name: "nobody without settings",
      settings: { user: "", password: "", addresses: [] },
      from: near,
      sent: undefined,
      want: "nobody",
    },
    {
      name: "with the password",
      settings: withPassword,
      from: far,
      sent: basic("mmsc:s3cret"),
      want: "link",
    },
    {
      name: "with the scheme in small letters",
      settings: withPassword,
      from: far,
      sent: basic("mmsc:s3cret").replace("B", "b"),
      want: "link",
    },
    {
      name: "not with another password",
      settings: withPassword,
      from: far,
      sent: basic("mmsc:s3cre"),
      want: "credentials",
    },
    { name: "not without", settings: withPassword, from: far, sent: undefined, want: "credentials" },
    {
      name: "not with another scheme",
      settings: withPassword,
      from: far,
      sent: basic("mmsc:s3cret").replace("Basic", "Bearer"),
      want: "credentials",
    },
    { name: "from the network", settings: fromNet, from: near, sent: undefined, want: "link" },
    { name: "not from elsewhere", settings: fromNet, from: far, sent: undefined, want: "address" },
    { name: "both", settings: both, from: near, sent: basic("mmsc:s3cret"), want: "link" },
    {
      name: "not one of both: the address",
      settings: both,
      from: near,
      sent: undefined,
      want: "credentials",
    },
    {
      name: "not one of both: the password",
      settings: both,
      from: far,
      sent: basic("mmsc:s3cret"),
      want: "address",
    },
  ])("$name", async ({ settings, from, sent, want }) => {
    const receiver = new Mm7Receiver(options);
    const unregister = receiver.register("mmsc", settings, context);
    const admitted = await receiver.admit(sent, from);
    expect(typeof admitted === "string" ? admitted : "link").toBe(want);
    unregister();
    expect(await receiver.admit(sent, from)).toBe("nobody");
  });

  test("brute-force attempts are limited by address, and not the MMSC that has sent the right password", async () => {
    const receiver = new Mm7Receiver({ ...options, guesses: guessesByAddress(() => now) });
    receiver.register("mmsc", withPassword, context);
    const guess = async (from: string, password: string) => {
      const admitted = await receiver.admit(basic(`mmsc:${password}`), from);
      return typeof admitted === "string" ? admitted : "link";
    };
    const times = (count: number, act: () => Promise<string>) =>
      Promise.all(Array.from({ length: count }, async () => act()));
    const same = (count: number, want: string) => Array.from({ length: count }, () => want);
    expect(await guess(near, "s3cret")).toBe("link");
    expect(await times(10, () => guess(far, "wrong"))).toEqual(same(10, "credentials"));
    expect(await guess(far, "wrong")).toBe("guesses");
    expect(await guess(far, "s3cret")).toBe("guesses");
    expect(await receiver.admit(undefined, far)).toBe("credentials");
    expect(await times(20, () => guess(near, "s3cret"))).toEqual(same(20, "link"));
    for (let host = 1; host <= 50; host++) await times(10, () => guess(`203.0.113.${host}`, "wrong"));
    expect(await guess("203.0.113.99", "s3cret")).toBe("guesses");
    expect(await guess(near, "s3cret")).toBe("link");
    now += 6_000;
    expect(await guess(far, "s3cret")).toBe("link");
  });

  test("a caller with one correct password cannot brute-force that of another link without limit", async () => {
    const receiver = new Mm7Receiver({ ...options, guesses: guessesByAddress(() => now) });
    receiver.register("mmsc", withPassword, context);
    receiver.register("other", { ...withPassword, user: "other", password: "secret" }, context);
    const admits = async (credentials: string) =>
      typeof (await receiver.admit(basic(credentials), near)) !== "string";
    expect(await admits("mmsc:s3cret")).toBe(true);
    for (let guess = 0; guess < 10; guess++) expect(await admits(`other:${guess}`)).toBe(false);
    expect(await admits("other:secret")).toBe(false);
    expect(await admits("mmsc:s3cret")).toBe(true);
  });

  test("invalid ranges are refused when the link is opened", () => {
    expect(() =>
      new Mm7Receiver(options).register("mmsc", { ...fromNet, addresses: ["192.0.2.0/99"] }, context),
    ).toThrow("Not an address");
  });
});
