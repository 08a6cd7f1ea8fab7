import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { ClientError, type ServiceDescriptor, ServiceFault, type Transport } from "messenger-gen-runtime";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import type { Interceptor } from "messenger-gen-runtime/interceptors";
import { decimal } from "messenger-gen-runtime/codec";
import { jsonCalls } from "messenger-gen-runtime/json";
import {
  builtServices,
  interfaceOf,
  jsonPath,
  planOf,
  serveJson,
  type BuiltService,
  type Client,
  type Methods,
} from "./shop.js";

const wsdl = "test/golden/operations/service.wsdl";
let built: BuiltService;
let server: RunningServer;

const refused: Readonly<Record<string, () => Error>> = {
  sold: () => fault("SoldOutError", { code: "sold" }),
  late: () => new ServiceFault("Unavailable", "Not now."),
  broken: () => new Error("a secret"),
};

function fault(name: string, detail: unknown): Error {
  const Fault = built.faults[name];
  if (Fault === undefined) throw new Error(`There is no fault ${name}`);
  return new Fault(detail, "Refused.");
}

const methods: Methods = {
  order: async ({ item }: { readonly item: { readonly code: string } }) => {
    const error = refused[item.code];
    if (error !== undefined) throw error();
    return { number: 9007199254740993n };
  },
  price: async (
    code: string,
    call: {
      readonly headers: { readonly Session?: { readonly id: string } };
      readonly answerHeaders: (headers: unknown) => void;
    },
  ) => {
    call.answerHeaders({ Quota: Number(call.headers.Session?.id) });
    return decimal.parse(code);
  },
  send: async (parcel: unknown) => parcel,
  pair: async (pair: unknown) => pair,
  typed: async () => 1,
  ping: async () => ({}),
  forget: async () => undefined,
};

beforeAll(async () => {
  const services = await builtServices(planOf(wsdl), "json-client");
  if (services["Shop"] === undefined) throw new Error("There is no service Shop");
  built = services["Shop"];
  server = await serveJson(built, wsdl, methods);
});
afterAll(() => server.close());

function client(options: object = {}): Client {
  const Shop = built.client["ShopClient"];
  if (Shop === undefined) throw new Error("There is no client");
  const url = `http://127.0.0.1:${server.port}${jsonPath}`;
  return new Shop({ url, binding: "json", json: jsonCalls(built.json), ...options });
}

const order = (code: string): object => ({ item: { code, count: 1 } });

async function failure(call: Promise<unknown> | undefined): Promise<unknown> {
  try {
    return { result: await call };
  } catch (error) {
    return error;
  }
}

describe("a client over JSON", () => {
  test("has the values of the other bindings", async () => {
    const shop = client();
    expect(await shop["order"]?.(order("pen"))).toEqual({ number: 9007199254740993n, due: undefined });
    expect(await shop["pair"]?.({ what: { code: "a", count: 1 }, why: "b" })).toEqual({
      what: { code: "a", count: 1 },
      why: "b",
    });
    expect(await shop["ping"]?.({})).toBe(undefined);
    expect(await shop["forget"]?.({ code: "a", count: 1 })).toBe(undefined);
  });

  test("sends and receives SOAP headers", async () => {
    const found: unknown[] = [];
    const options = {
      soapHeaders: { Session: { id: "7" } },
      onHeaders: (headers: unknown) => found.push(headers),
    };
    expect(String(await client()["price"]?.("12.50", options))).toBe("12.50");
    expect(found).toEqual([{ Quota: 7 }]);
  });

  test("calls a single operation over JSON or SOAP", async () => {
    const soap = client({ url: `http://127.0.0.1:${server.port}/shop`, binding: "soap11" });
    expect(await soap["typed"]?.({ count: 1, item: { code: "a", count: 1 } })).toBe(1);
    const other = client({ binding: undefined });
    expect(await other["typed"]?.({ count: 1, item: { code: "a", count: 1 } }, { binding: "json" })).toBe(1);
  });

  test("rejects with the class of a declared fault", async () => {
    const error = await failure(client()["order"]?.(order("sold")));
    expect(error).toBeInstanceOf(built.faults["SoldOutError"]);
    expect(error).toMatchObject({ message: "Refused.", reason: "Declared", detail: { code: "sold" } });
  });

  test.each([
    { code: "late", want: { reason: "Unavailable", message: "Not now." } },
    {
      code: "broken",
      want: { reason: "Internal", message: expect.stringMatching(/Reference/) },
    },
  ])("rejects with the reason of a fault: $code", async ({ code, want }) => {
    const error = await failure(client()["order"]?.(order(code)));
    expect(error).toBeInstanceOf(ServiceFault);
    expect(error).toMatchObject(want);
  });

  test("refuses an input that is not of the contract, with its property", async () => {
    const error = await failure(client()["order"]?.({ item: { code: "pen", count: 1.5 } }));
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: "InvalidInput", path: "item.count" });
  });

  test("needs its option", async () => {
    const error = await failure(client({ json: undefined })["order"]?.(order("pen")));
    expect(error).toMatchObject({ code: "InvalidInput", message: "order has no binding json" });
  });

  test("has the interceptors of the client", async () => {
    const seen: unknown[] = [];
    const interceptor: Interceptor = async (call, next) => {
      seen.push([call.operation.name, call.binding]);
      const result = await next({ ...call, input: order("ink") });
      return { ...result, output: "replaced" };
    };
    expect(await client({ interceptors: [interceptor] })["order"]?.(order("sold"))).toBe("replaced");
    expect(seen).toEqual([["order", "json"]]);
  });

  test("calls an implementation in the same process", async () => {
    const transport = inMemoryTransport(built.service as ServiceDescriptor<unknown>, methods, {
      json: interfaceOf(built),
    });
    expect(await client({ transport })["order"]?.(order("pen"))).toMatchObject({ number: 9007199254740993n });
    expect(await failure(client({ transport })["order"]?.(order("sold")))).toBeInstanceOf(
      built.faults["SoldOutError"],
    );
  });
});

/** A response, and the error of the call. */
const responses: readonly (readonly [
  status: number,
  contentType: string,
  body: string,
  want: Readonly<Record<string, unknown>>,
])[] = [
  [200, "application/json", "{}", { code: "Protocol", path: "/number" }],
  [200, "application/json", '{"number":1.5}', { code: "Protocol", path: "/number" }],
  [200, "text/html", "<p>Hello", { code: "HtmlPage" }],
  [204, "", "", { code: "Protocol" }],
  [401, "application/problem+json", '{"title":"Who?"}', { code: "Unauthorized" }],
  [404, "application/problem+json", '{"detail":"Gone."}', { reason: "InvalidValue", message: "Gone." }],
  [404, "application/problem+json", "{", { code: "Protocol" }],
  [
    422,
    "application/problem+json",
    '{"code":"MissingMember","errors":[{"pointer":"/item"}]}',
    { reason: "MissingValue", path: "/item" },
  ],
  [
    500,
    "application/problem+json",
    '{"code":"Declared","faultName":"SoldOutError","fault":{"other":1}}',
    { code: "Protocol", path: "/other" },
  ],
  [
    500,
    "application/problem+json",
    '{"code":"Declared","faultName":"constructor","fault":{}}',
    { reason: "Declared" },
  ],
  [502, "application/problem+json", '{"code":"Elsewhere"}', { reason: "Internal" }],
  [503, "text/plain", "busy", { reason: "Unavailable" }],
];

test.each(responses)("a response %i of %s: %s", async (status, contentType, body, want) => {
  const transport: Transport = {
    send: async () => ({ status, contentType, body: new TextEncoder().encode(body) }),
  };
  expect(await failure(client({ transport })["order"]?.(order("pen")))).toMatchObject(want);
});
