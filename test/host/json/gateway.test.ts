import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { type ServiceDescriptor, ServiceFault } from "messenger-gen-runtime";
import { decimal } from "messenger-gen-runtime/codec";
import { gateway, type GatewayOptions } from "messenger-gen-runtime/json";
import { nodeTransport } from "messenger-gen-runtime/node";
import { keepingLog, send, type Sent } from "../greeter/server.js";
import { builtServices, jsonPath, planOf, serveJson, type BuiltService, type Methods } from "./shop.js";

const wsdl = "test/golden/operations/service.wsdl";
const log = keepingLog();
let built: BuiltService;
/** The SOAP service. */
let behind: RunningServer;
/** HTTP headers that it has seen last. */
let seen: Readonly<Record<string, unknown>> = {};
/** A server that is no SOAP service: the path is what it does. */
let odd: Server;
const open: { close(): unknown }[] = [];

const orders: Readonly<Record<string, () => unknown>> = {
  pen: () => ({ number: 9007199254740993n, due: "2026-01-31" }),
  sold: () => {
    throw fault("SoldOutError", { code: "sold" }, "Nothing is left.");
  },
  wrong: () => {
    throw fault("NoSuchItemError", "wrong", "No such item.", { reason: "InvalidValue" });
  },
  later: () => {
    throw new ServiceFault("Unavailable", "Not now.");
  },
  refused: () => {
    throw new ServiceFault("InvalidValue", "That is refused.");
  },
  broken: () => {
    throw new Error("a secret");
  },
};

function fault(name: string, detail: unknown, text: string, options: object = {}): Error {
  const Fault = built.faults[name];
  if (Fault === undefined) throw new Error(`There is no fault ${name}`);
  return new Fault(detail, text, options);
}

interface PriceCall {
  readonly headers: { readonly Session?: { readonly id: string } };
  readonly answerHeaders: (headers: unknown) => void;
}

const methods: Methods = {
  order: async (
    { item }: { readonly item: { readonly code: string } },
    { httpHeaders }: { readonly httpHeaders: Readonly<Record<string, unknown>> },
  ) => {
    seen = httpHeaders;
    return orders[item.code]?.();
  },
  price: async (code: string, call: PriceCall) => {
    if (call.headers.Session !== undefined) call.answerHeaders({ Quota: Number(call.headers.Session.id) });
    return decimal.parse(code);
  },
  send: async (parcel: unknown) => parcel,
  pair: async (pair: unknown) => pair,
  typed: async () => 1,
  ping: async () => ({}),
  forget: async () => undefined,
};

const soapFault = (code: string, detail: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:${code}</faultcode><faultstring>It says no.</faultstring>${detail}</s:Fault></s:Body></s:Envelope>`;

/** Responses of the odd server: status, media type and body; undefined for none. */
const replies: Readonly<Record<string, readonly [number, string, string] | undefined>> = {
  page: [200, "text/html", "<html><body>Log in</body></html>"],
  text: [200, "text/xml", "<not-soap/>"],
  unauthorized: [401, "text/plain", "no"],
  forbidden: [403, "text/plain", "no"],
  server: [500, "text/xml", soapFault("Server", "<detail><e xmlns='urn:x' a='1'>why</e></detail>")],
  client: [500, "text/xml", soapFault("Client", "<detail><e xmlns='urn:x'/></detail>")],
  declared: [
    500,
    "text/xml",
    soapFault("Client", '<detail><SoldOut xmlns="urn:example:shop"><code>x</code></SoldOut></detail>'),
  ],
};

beforeAll(async () => {
  const services = await builtServices(planOf(wsdl), "json-gateway");
  if (services["Shop"] === undefined) throw new Error("There is no service Shop");
  built = services["Shop"];
  behind = await serveJson(built, wsdl, methods, { json: undefined });
  odd = createServer((req, res) => {
    const name = (req.url ?? "").slice(1);
    if (name === "silent") return;
    const reply = replies[name];
    if (reply === undefined) {
      req.socket.destroy();
      return;
    }
    res.writeHead(reply[0], { "Content-Type": reply[1] }).end(reply[2]);
  });
  await new Promise<void>((done) => {
    odd.listen(0, "127.0.0.1", done);
  });
});
afterAll(async () => {
  for (const each of open) await each.close();
  await behind.close();
  odd.closeAllConnections();
  odd.close();
});

/** A gateway in front of a URL. */
async function gatewayTo(
  url: string,
  options: GatewayOptions = {},
  clientOptions: object = {},
): Promise<RunningServer> {
  const transport = nodeTransport({ url });
  const Shop = built.client["ShopClient"];
  if (Shop === undefined) throw new Error("There is no client");
  const service = built.service as unknown as ServiceDescriptor<Methods>;
  const passed = gateway<Methods>(service, new Shop({ transport, ...clientOptions }), options);
  const front = await serveJson(built, wsdl, passed, { mounts: [], log });
  open.push(front, transport);
  return front;
}

const json = { "Content-Type": "application/json" };
const order = (code: string): string => JSON.stringify({ item: { code, count: 1 } });

async function post(
  server: RunningServer,
  operation: string,
  body: string,
  headers: Sent["headers"] = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const reply = await send(server, {
    path: `${jsonPath}/${operation}`,
    headers: { ...json, ...headers },
    body,
  });
  return { status: reply.status, body: reply.body === "" ? undefined : JSON.parse(reply.body) };
}

const addressOf = (name: string): string => `http://127.0.0.1:${(odd.address() as AddressInfo).port}/${name}`;

describe("in front of a SOAP service", () => {
  let front: RunningServer;
  beforeAll(async () => {
    front = await gatewayTo(`http://127.0.0.1:${behind.port}/shop`);
  });

  test.each([
    {
      operation: "order",
      body: order("pen"),
      status: 200,
      want: { number: "9007199254740993", due: "2026-01-31" },
    },
    {
      operation: "price",
      body: '{"$headers":{"Session":{"id":"7"}},"$value":"12.50"}',
      status: 200,
      want: { $headers: { Quota: 7 }, $value: "12.50" },
    },
    { operation: "price", body: '{"$value":"12.50"}', status: 200, want: { $value: "12.50" } },
    { operation: "ping", body: "{}", status: 204, want: undefined },
    { operation: "forget", body: '{"code":"pen","count":1}', status: 202, want: undefined },
    {
      operation: "send",
      body: '{"code":"pen","count":1,"weight":"0.10"}',
      status: 200,
      want: { code: "pen", count: 1, weight: "0.10" },
    },
  ])("$operation returns the output", async ({ operation, body, status, want }) => {
    expect(await post(front, operation, body)).toEqual({ status, body: want });
  });

  test.each([
    {
      code: "sold",
      status: 500,
      want: {
        code: "Declared",
        detail: "Nothing is left.",
        faultName: "SoldOutError",
        fault: { code: "sold" },
      },
    },
    {
      code: "wrong",
      status: 400,
      want: { code: "InvalidValue", detail: "No such item.", faultName: "NoSuchItemError", fault: "wrong" },
    },
    { code: "later", status: 500, want: { code: "ServiceFault", detail: "Not now." } },
    { code: "refused", status: 400, want: { code: "InvalidValue", detail: "That is refused." } },
    {
      code: "broken",
      status: 500,
      want: { code: "ServiceFault", detail: expect.stringMatching(/Reference/) },
    },
  ])("a fault of $code is a problem", async ({ code, status, want }) => {
    expect(await post(front, "order", order(code))).toEqual({ status, body: expect.objectContaining(want) });
  });

  test("a document that is refused does not reach the service", async () => {
    seen = {};
    expect(await post(front, "order", "{}")).toMatchObject({ status: 422, body: { code: "MissingMember" } });
    expect(seen).toEqual({});
  });

  test("headers of the caller stay behind, unless they are passed", async () => {
    const headers = { Authorization: "Basic abc", "X-Trace": "7", Cookie: "a=b" };
    await post(front, "order", order("pen"), headers);
    expect(seen).not.toHaveProperty("authorization");
    const passing = await gatewayTo(
      `http://127.0.0.1:${behind.port}/shop`,
      { passHeaders: ["Authorization", "X-Trace"] },
      { headers: { "X-Gateway": "own", "X-Trace": "replaced" } },
    );
    await post(passing, "order", order("pen"), headers);
    expect(seen).toMatchObject({ authorization: "Basic abc", "x-trace": "7", "x-gateway": "own" });
    expect(seen).not.toHaveProperty("cookie");
  });
});

test("a caller that disconnects ends its call to the service", async () => {
  const front = await gatewayTo(addressOf("silent"));
  const arrived = once(odd, "request") as Promise<[IncomingMessage]>;
  const path = `${jsonPath}/order`;
  const caller = request({ host: "127.0.0.1", port: front.port, method: "POST", path, headers: json });
  caller.on("error", () => undefined);
  caller.end(order("pen"));
  const [{ socket }] = await arrived;
  caller.destroy();
  await once(socket, "close");
});

/** Milliseconds. Below the time limit of calls in the host, which would hide that the client's own is not kept. */
const belowHostLimit = 30_000;

describe("in front of something else", () => {
  interface Row {
    readonly name: string;
    readonly status: number;
    readonly want: object;
    readonly options?: GatewayOptions;
    readonly clientOptions?: object;
  }

  test.each<Row>([
    { name: "page", status: 502, want: { code: "BadGateway" } },
    { name: "text", status: 502, want: { code: "BadGateway" } },
    { name: "closed", status: 502, want: { code: "BadGateway" } },
    { name: "silent", status: 504, want: { code: "DeadlineExceeded" }, clientOptions: { timeout: 100 } },
    { name: "unauthorized", status: 502, want: { code: "BadGateway" } },
    {
      name: "unauthorized",
      status: 401,
      want: { code: "Unauthorized" },
      options: { passHeaders: ["authorization"] },
    },
    {
      name: "forbidden",
      status: 403,
      want: { code: "Forbidden" },
      options: { passHeaders: ["authorization"] },
    },
    {
      name: "server",
      status: 500,
      want: {
        code: "ServiceFault",
        detail: "It says no.",
        fault: {
          children: [
            {
              namespace: "urn:x",
              name: "e",
              attributes: [{ namespace: "", name: "a", value: "1" }],
              children: ["why"],
            },
          ],
        },
      },
    },
    { name: "client", status: 400, want: { code: "InvalidValue", detail: "It says no." } },
    {
      name: "declared",
      status: 400,
      want: { code: "InvalidValue", faultName: "SoldOutError", fault: { code: "x" } },
    },
  ])(
    "$name: $status with $options",
    async ({ name, status, want, options, clientOptions }) => {
      const front = await gatewayTo(addressOf(name), options, clientOptions);
      expect(await post(front, "order", order("pen"))).toEqual({
        status,
        body: expect.objectContaining(want),
      });
    },
    belowHostLimit,
  );

  test("a service that is not there is unavailable", async () => {
    const gone = createServer();
    await new Promise<void>((done) => {
      gone.listen(0, "127.0.0.1", done);
    });
    const { port } = gone.address() as AddressInfo;
    await new Promise((done) => gone.close(done));
    const front = await gatewayTo(`http://127.0.0.1:${port}/`);
    expect(await post(front, "order", order("pen"))).toMatchObject({
      status: 503,
      body: { code: "Unavailable" },
    });
  });
});

test("a client of another service is refused", () => {
  const service = built.service as unknown as ServiceDescriptor<Methods>;
  expect(() => gateway<Methods>(service, {})).toThrow("The client of Shop lacks order.");
});
