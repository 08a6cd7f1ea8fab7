import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { serve, type RunningServer } from "messenger-gen-host";
import {
  type ClientOptions,
  Decimal,
  type HeaderContext,
  ServiceFault,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { nodeTransport } from "messenger-gen-runtime/node";
import { planFile } from "../plan/contracts.js";
import { builtModule } from "./built.js";

const wsdl = "test/golden/operations/service.wsdl";

type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Client = Readonly<Record<string, Method>>;
type ErrorClass = new (detail: unknown, message: string, options?: object) => ServiceFault;

interface Output {
  readonly Shop: AnyService;
  readonly Calculator: AnyService;
  readonly ShopClient: new (options: ClientOptions) => Client;
  readonly CalculatorClient: new (options: ClientOptions) => Client;
  readonly SoldOutError: ErrorClass;
  readonly NoSuchItemError: ErrorClass;
  readonly ByZeroError: ErrorClass;
  readonly SessionExpiredError: ErrorClass;
}

async function build(): Promise<Output> {
  const { plan, errors } = planFile(wsdl);
  if (plan === undefined) throw new Error(errors.join("\n"));
  return (await builtModule(plan, "calls", "index")) as Output;
}

const output = await build();
const { Shop, Calculator, ShopClient, CalculatorClient, SoldOutError, NoSuchItemError, ByZeroError } = output;
const { SessionExpiredError } = output;

interface OrderInput {
  readonly item: { readonly code: string; readonly count: number };
}

const forgotten: unknown[] = [];

const shop = {
  order: async ({ item }: OrderInput) => {
    if (item.code === "none")
      throw new NoSuchItemError(item.code, "No such item", { reason: "InvalidValue" });
    if (item.count > 9) throw new SoldOutError({ code: item.code }, "Sold <out>");
    return { number: BigInt(item.count), due: "2026-12-24" };
  },
  price: async (code: string, call: HeaderContext<{ Session?: { id: string } }, { Quota?: number }>) => {
    if (call.headers.Session?.id === "old")
      throw new SessionExpiredError({ since: "2026-12-24" }, "Too old", { reason: "InvalidValue" });
    if (code === "none") throw new SoldOutError({ code }, "None is left");
    if (call.headers.Session !== undefined) call.answerHeaders({ Quota: call.headers.Session.id.length });
    return code === "free" ? null : Decimal.parse("1.50");
  },
  send: async (parcel: object) => parcel,
  pair: async (pair: object) => pair,
  typed: async ({ count, item }: { readonly count: number; readonly item: { readonly count: number } }) =>
    count * item.count,
  ping: async () => undefined,
  forget: async (parcel: unknown) => {
    forgotten.push(parcel);
  },
};

const calculator = {
  add: async ({ a, b }: { readonly a: number; readonly b: number }) => a + b,
  addText: async ({ text }: { readonly text: string }) => text.length,
  divide: async ({ number, by }: { readonly number: number; readonly by: number }) => {
    if (by === 0) throw new ByZeroError(by, "Divided by zero");
    return { quotient: Math.trunc(number / by), rest: number % by };
  },
};

/** Records the requests and responses. */
class Recorded implements Transport {
  readonly requests: TransportRequest[] = [];
  readonly responses: TransportResponse[] = [];
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    this.requests.push(request);
    const response = await this.#transport.send(request);
    this.responses.push(response);
    return response;
  }

  close(): void {
    this.#transport.close?.();
  }
}

interface Peers {
  readonly shop: Transport;
  readonly calculator: Transport;
  close(): Promise<void>;
}

function inMemory(): Promise<Peers> {
  return Promise.resolve({
    shop: inMemoryTransport(Shop, shop),
    calculator: inMemoryTransport(Calculator, calculator),
    close: async () => undefined,
  });
}

async function served(
  service: AnyService,
  implementation: Readonly<Record<string, unknown>>,
): Promise<RunningServer> {
  const mounts = [{ path: "/service", compatibility: "strict" }] as const;
  return serve({ service, implementation, wsdl, host: "127.0.0.1", port: 0, mounts });
}

async function loopback(): Promise<Peers> {
  const servers = [await served(Shop, shop), await served(Calculator, calculator)] as const;
  const transports = servers.map(({ url }) => nodeTransport({ url })) as [Transport, Transport];
  return {
    shop: transports[0],
    calculator: transports[1],
    close: async () => {
      for (const transport of transports) transport.close?.();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

const item = { code: "A", count: 2 };
const parcel = { ...item, weight: Decimal.parse("2.5") };

/** Operation, arguments, result. */
const calls: readonly (readonly ["shop" | "calculator", string, readonly unknown[], unknown])[] = [
  ["shop", "order", [{ item }], { number: 2n, due: "2026-12-24" }],
  ["shop", "order", [{ item }, { binding: "soap12" }], { number: 2n, due: "2026-12-24" }],
  ["shop", "price", ["A"], Decimal.parse("1.50")],
  ["shop", "price", ["free"], null],
  ["shop", "price", ["A", { soapHeaders: { Session: { id: "abc" } } }], Decimal.parse("1.50")],
  ["shop", "send", [parcel], parcel],
  ["shop", "pair", [{ what: item, why: "a & b" }], { what: item, why: "a & b" }],
  ["shop", "typed", [{ count: 3, item }], 6],
  ["shop", "ping", [], undefined],
  ["shop", "forget", [parcel], undefined],
  ["calculator", "add", [{ a: 1, b: 2 }], 3],
  ["calculator", "addText", [{ text: "four" }], 4],
  ["calculator", "divide", [{ number: 7, by: 2 }], { quotient: 3, rest: 1 }],
];

describe.each([
  ["in memory", inMemory],
  ["over loopback", loopback],
])("%s", (_, connect) => {
  let peers: Peers;
  beforeAll(async () => {
    peers = await connect();
  });
  afterAll(() => peers.close());

  const client = (service: "shop" | "calculator", transport: Transport = peers[service]): Client =>
    service === "shop" ? new ShopClient({ transport }) : new CalculatorClient({ transport });
  const call = async (service: "shop" | "calculator", method: string, args: readonly unknown[]) =>
    client(service)[method]?.(...args);

  test.each(calls)("%s %s %j", async (service, method, args, result) => {
    expect(await call(service, method, args)).toEqual(result);
  });

  test("a one-way operation gets status 202 without a message", async () => {
    const transport = new Recorded(peers.shop);
    forgotten.length = 0;
    await client("shop", transport)["forget"]?.(parcel);
    expect(transport.responses.map(({ status, body }) => [status, body.length])).toEqual([[202, 0]]);
    expect(forgotten).toEqual([parcel]);
  });

  test("headers of the response are returned to the caller", async () => {
    const heard: unknown[] = [];
    await call("shop", "price", [
      "A",
      { soapHeaders: { Session: { id: "abc" } }, onHeaders: (each: unknown) => heard.push(each) },
    ]);
    expect(heard).toEqual([{ Quota: 3 }]);
  });

  test.each([
    ["soap11", { code: "A", count: 10 }, SoldOutError, { code: "A" }, "Sold <out>", "Server"],
    ["soap12", { code: "A", count: 10 }, SoldOutError, { code: "A" }, "Sold <out>", "Receiver"],
    ["soap11", { code: "none", count: 1 }, NoSuchItemError, "none", "No such item", "Client"],
    ["soap12", { code: "none", count: 1 }, NoSuchItemError, "none", "No such item", "Sender"],
  ])("a declared fault in %s: %j", async (binding, ordered, type, detail, message, code) => {
    const failed = call("shop", "order", [{ item: ordered }, { binding }]);
    await expect(failed).rejects.toBeInstanceOf(type);
    await expect(failed).rejects.toBeInstanceOf(ServiceFault);
    await expect(failed).rejects.toMatchObject({ detail, message, code });
  });

  test.each([
    ["soap11", { id: "old" }, "A", SessionExpiredError, { since: "2026-12-24" }, "Too old", "Client"],
    ["soap12", { id: "old" }, "A", SessionExpiredError, { since: "2026-12-24" }, "Too old", "Sender"],
    ["soap11", { id: "new" }, "none", SoldOutError, { code: "none" }, "None is left", "Server"],
  ])(
    "a fault about a header in %s: %j %s",
    async (binding, session, code, type, detail, message, faultCode) => {
      const transport = new Recorded(peers.shop);
      const failed = client("shop", transport)["price"]?.(code, {
        soapHeaders: { Session: session },
        binding,
      });
      await expect(failed).rejects.toBeInstanceOf(type);
      await expect(failed).rejects.toMatchObject({ detail, message, code: faultCode });
      const answer = new TextDecoder().decode(transport.responses[0]?.body);
      expect(answer).toMatch(/<soap:Header><tns:\w+ .*<\/soap:Header><soap:Body><soap:Fault>/);
      expect(answer).not.toMatch(/detail/i);
    },
  );

  test("a declared fault of rpc style", async () => {
    const failed = call("calculator", "divide", [{ number: 1, by: 0 }]);
    await expect(failed).rejects.toBeInstanceOf(ByZeroError);
    await expect(failed).rejects.toMatchObject({ detail: 0, message: "Divided by zero" });
  });
});

const envelope = (header: string, body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:example:shop">${header}<s:Body>${body}</s:Body></s:Envelope>`;

/** Handwritten header and detail of a fault, and the resulting error. */
const faults: readonly (readonly [string, string, string, object])[] = [
  [
    "a block of the header says more",
    "<t:Other/><t:SessionExpired><t:since>2026-01-31</t:since></t:SessionExpired>",
    "",
    { name: "SessionExpiredError", detail: { since: "2026-01-31" } },
  ],
  [
    "so does the detail, if a service puts it there",
    "",
    "<detail><t:SessionExpired><t:since>2026-01-31</t:since></t:SessionExpired></detail>",
    { name: "SessionExpiredError", detail: { since: "2026-01-31" } },
  ],
  [
    "a detail goes before a block",
    "<t:SessionExpired><t:since>2026-01-31</t:since></t:SessionExpired>",
    "<detail><t:SoldOut><t:code>A</t:code></t:SoldOut></detail>",
    { name: "SoldOutError", detail: { code: "A" } },
  ],
  ["a header of the answer is none", "<t:Quota>1</t:Quota>", "", { name: "ServiceFault", message: "No" }],
  [
    "a block that cannot be read, which is said beside code and reason",
    "<t:SessionExpired/>",
    "",
    { name: "ServiceFault", message: "No", cause: { message: "The required field since is absent." } },
  ],
];

test.each(faults)("of a fault: %s", async (_, header, detail, wanted) => {
  const fault = `<s:Fault><faultcode>s:Client</faultcode><faultstring>No</faultstring>${detail}</s:Fault>`;
  const body = new TextEncoder().encode(envelope(`<s:Header>${header}</s:Header>`, fault));
  const transport: Transport = {
    send: async () => ({ status: 500, contentType: "text/xml; charset=utf-8", body }),
  };
  await expect(new ShopClient({ transport })["price"]?.("A")).rejects.toMatchObject(wanted);
});

/** Handwritten header and body of a request, and the content of the response. */
const requests: readonly (readonly [string, string, string, string])[] = [
  [
    "a header that the operation has may be mandatory",
    '<s:Header><t:Session s:mustUnderstand="1"><t:id>abcd</t:id></t:Session></s:Header>',
    "<t:code>A</t:code>",
    ">4</tns:Quota></soap:Header>",
  ],
  [
    "a mandatory header of another operation is refused",
    '<s:Header><t:Session s:mustUnderstand="1"><t:id>abcd</t:id></t:Session></s:Header>',
    "<t:Order><t:item><t:code>A</t:code><t:count>1</t:count></t:item></t:Order>",
    "<faultcode>soap:MustUnderstand</faultcode>",
  ],
  [
    "an unknown header is skipped",
    "<s:Header><t:Other><t:id/></t:Other></s:Header>",
    "<t:code>A</t:code>",
    ">1.50</tns:price>",
  ],
  [
    "a header given twice is refused",
    `<s:Header>${"<t:Session><t:id>a</t:id></t:Session>".repeat(2)}</s:Header>`,
    "<t:code>A</t:code>",
    "Session is given twice.",
  ],
  [
    "a header that cannot be read is refused",
    "<s:Header><t:Session/></s:Header>",
    "<t:code>A</t:code>",
    "The required field id is absent.",
  ],
  ["an empty body is the operation without a message", "", "", "<soap:Body"],
  [
    "parts side by side come in any order but the first",
    "",
    "<t:item><t:code>A</t:code><t:count>1</t:count></t:item><t:remark>x</t:remark>",
    ">x</tns:remark>",
  ],
  [
    "one of the parts is missing",
    "",
    "<t:item><t:code>A</t:code><t:count>1</t:count></t:item>",
    "The required field remark is absent.",
  ],
];

/** The action of the operation that a body belongs to. */
function actionFor(body: string): string {
  if (body === "") return '"urn:ping"';
  if (body.startsWith("<t:Order>")) return '"urn:order"';
  return body.includes("<t:item>") ? '"urn:pair"' : '"urn:price"';
}

test.each(requests)("%s", async (_, header, body, wanted) => {
  const transport = inMemoryTransport(Shop, shop);
  const { body: answer } = await transport.send({
    method: "POST",
    target: "",
    headers: { "content-type": "text/xml; charset=utf-8", soapaction: actionFor(body) },
    body: envelope(header, body),
    timeout: 150_000,
    signal: undefined,
  });
  expect(new TextDecoder().decode(answer)).toContain(wanted);
});
