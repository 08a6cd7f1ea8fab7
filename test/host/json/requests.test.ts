import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ServiceFault } from "messenger-gen-runtime";
import { decimal } from "messenger-gen-runtime/codec";
import type { EndedCall, RunningServer } from "messenger-gen-host";
import { openApiSchemas, type DescribedPaths, type OpenApiSchemas } from "../../openapi-schemas.js";
import { keepingLog, raw, send, type Sent } from "../greeter/server.js";
import { builtServices, jsonPath, planOf, serveJson, type BuiltService, type Methods } from "./shop.js";

const wsdl = "test/golden/operations/service.wsdl";
const log = keepingLog();
const calls: EndedCall[] = [];
const refusals: number[] = [];
let built: BuiltService;
let described: DescribedPaths;
let schemas: OpenApiSchemas;
let server: RunningServer;

/** What the operation `order` does, by the code of its item. */
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
  broken: () => {
    throw new Error("a secret");
  },
  odd: () => ({ number: "not a number" }),
};

function fault(name: string, detail: unknown, text: string, options: object = {}): Error {
  const Fault = built.faults[name];
  if (Fault === undefined) throw new Error(`There is no fault ${name}`);
  return new Fault(detail, text, options);
}

const methods: Methods = {
  order: async ({ item }: { readonly item: { readonly code: string } }) => orders[item.code]?.(),
  price: async (
    code: string,
    call: {
      readonly headers: { readonly Session?: { readonly id: string } };
      readonly answerHeaders: (headers: unknown) => void;
    },
  ) => {
    call.answerHeaders({ Quota: code.length });
    return call.headers.Session === undefined ? null : decimal.parse("12.50");
  },
  send: async (parcel: unknown) => parcel,
  pair: async (pair: unknown) => pair,
  typed: async () => 1,
  ping: async () => ({}),
  forget: async () => undefined,
};

beforeAll(async () => {
  const services = await builtServices(planOf(wsdl), "json-requests");
  if (services["Shop"] === undefined) throw new Error("There is no service Shop");
  built = services["Shop"];
  described = JSON.parse(built.openApi) as DescribedPaths;
  schemas = openApiSchemas(described);
  const observer = {
    ended: (call: EndedCall) => calls.push(call),
    refused: (status: number) => refusals.push(status),
  };
  const limits = { body: 4_096, largeBody: 65_536 };
  server = await serveJson(built, wsdl, methods, {
    log,
    observer,
    limits,
    largeBodyOperations: ["pair"],
    publicUrl: "https://api.example.com/",
  });
});
afterAll(() => server.close());

const json = { "Content-Type": "application/json" };
const order = (code: string): string => JSON.stringify({ item: { code, count: 1 } });

interface Want {
  readonly status: number;
  readonly type?: string | undefined;
  readonly body?: unknown;
  readonly allow?: string;
}

interface Row {
  readonly name: string;
  readonly sent: Sent;
  readonly want: Want;
}

function problem(code: string, status: number, more: object): Want {
  const type = `${jsonPath}/problems/${code}`;
  return {
    status,
    type: "application/problem+json",
    body: expect.objectContaining({ type, status, code, title: expect.any(String) as unknown, ...more }),
  };
}

async function check({ sent, want }: Row): Promise<void> {
  const at = sent.path ?? "/order";
  const reply = await send(server, { ...sent, path: `${jsonPath}${at}` });
  const parsed: unknown = reply.body === "" ? undefined : parsedOr(reply.body);
  expect({
    status: reply.status,
    type: reply.headers["content-type"],
    allow: reply.headers.allow,
    body: parsed,
  }).toEqual({ allow: undefined, type: undefined, body: undefined, ...want });
  if (reply.body === "" || sent.method !== undefined || !(at in described.paths)) return;
  const validate = schemas.response(at, "POST", reply.status, reply.headers["content-type"] ?? "");
  expect({ isValid: validate(parsed), errors: validate.errors }).toEqual({ isValid: true, errors: null });
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const type = "application/json";

describe("calls", () => {
  test.each<Row>([
    {
      name: "a result",
      sent: { headers: json, body: order("pen") },
      want: { status: 200, type, body: { number: "9007199254740993", due: "2026-01-31" } },
    },
    {
      name: "a result in gzip, with a charset and Accept",
      sent: {
        headers: {
          "Content-Type": "Application/JSON; charset=UTF-8",
          "Content-Encoding": "gzip",
          Accept: "text/html, application/*;q=0.5",
        },
        body: gzipSync(order("pen")),
      },
      want: { status: 200, type, body: { number: "9007199254740993", due: "2026-01-31" } },
    },
    {
      name: "headers in both directions",
      sent: { path: "/price", headers: json, body: '{"$headers":{"Session":{"id":"7"}},"$value":"pens"}' },
      want: { status: 200, type, body: { $headers: { Quota: 4 }, $value: "12.50" } },
    },
    {
      name: "a message without its header",
      sent: { path: "/price", headers: json, body: '{"$value":"pens"}' },
      want: { status: 200, type, body: { $headers: { Quota: 4 }, $value: null } },
    },
    {
      name: "a one-way operation",
      sent: { path: "/forget", headers: json, body: '{"code":"pen","count":1}' },
      want: { status: 202 },
    },
    {
      name: "an operation without a value",
      sent: { path: "/ping", headers: json, body: "{}" },
      want: { status: 204 },
    },
    {
      name: "an encoded name",
      sent: { path: "/p%69ng", headers: json, body: "{}" },
      want: { status: 204 },
    },
  ])("$name", check);
});

describe("faults", () => {
  test.each<Row>([
    {
      name: "a declared one",
      sent: { headers: json, body: order("sold") },
      want: problem("Declared", 500, {
        detail: "Nothing is left.",
        faultName: "SoldOutError",
        fault: { code: "sold" },
      }),
    },
    {
      name: "a declared one of the caller",
      sent: { headers: json, body: order("wrong") },
      want: problem("InvalidValue", 400, { faultName: "NoSuchItemError", fault: "wrong" }),
    },
    {
      name: "one of the service",
      sent: { headers: json, body: order("later") },
      want: problem("Unavailable", 503, { detail: "Not now." }),
    },
    {
      name: "an error of the implementation",
      sent: { headers: json, body: order("broken") },
      want: problem("Internal", 500, { detail: expect.stringMatching(/Reference: [-0-9a-f]{36}\.$/) }),
    },
    {
      name: "a result that is not of the contract",
      sent: { headers: json, body: order("odd") },
      want: problem("Internal", 500, { detail: expect.stringMatching(/Reference/) }),
    },
  ])("$name", check);
});

/** One document, the code and the status of its problem, and its pointer. */
const documents: readonly (readonly [body: string, code: string, status: number, pointer: string])[] = [
  ["", "NotJson", 400, ""],
  ["{", "NotJson", 400, ""],
  ["\ufeff\ufeff{}", "NotJson", 400, ""],
  ["null", "WrongKind", 422, ""],
  ["{}", "MissingMember", 422, "/item"],
  ['{"item":{"code":"pen","count":"1"}}', "WrongKind", 422, "/item/count"],
  ['{"item":{"code":"pen","count":1e99}}', "WrongValue", 422, "/item/count"],
  ['{"item":{"code":"\\ud800","count":1}}', "WrongValue", 422, "/item/code"],
  ['{"item":{"code":"pen","code":"ink","count":1}}', "DuplicateMember", 400, "/item/code"],
  ['{"item":{"__proto__":{"code":"pen"},"count":1}}', "UnknownMember", 422, "/item/__proto__"],
  ['{"item":{"$type":"Crate","code":"pen","count":1}}', "UnknownType", 422, "/item/$type"],
  [`{"item":${"[".repeat(200)}${"]".repeat(200)}}`, "DepthLimit", 413, ""],
];

describe("documents that are refused", () => {
  test.each(documents)("%j: %s", async (body, code, status, pointer) => {
    const errors = [{ pointer, detail: expect.any(String) as unknown }];
    const sent = { method: "POST", headers: json, body };
    await check({ name: code, sent, want: problem(code, status, { errors }) });
  });

  test("bytes that are not UTF-8", async () => {
    const body = Buffer.from('{"item":{"code":"\xff","count":1}}', "latin1");
    await check({ name: "", sent: { headers: json, body }, want: problem("NotJson", 400, {}) });
  });
});

describe("requests that are no calls", () => {
  test.each<Row>([
    {
      name: "GET of an operation",
      sent: { method: "GET" },
      want: { ...problem("MethodNotAllowed", 405, {}), allow: "OPTIONS, POST" },
    },
    {
      name: "HEAD of an operation",
      sent: { method: "HEAD" },
      want: { status: 405, type: "application/problem+json", allow: "OPTIONS, POST" },
    },
    {
      name: "PUT with a body",
      sent: { method: "PUT", headers: json, body: order("pen") },
      want: { ...problem("MethodNotAllowed", 405, {}), allow: "OPTIONS, POST" },
    },
    {
      name: "OPTIONS of an operation",
      sent: { method: "OPTIONS" },
      want: { status: 204, allow: "OPTIONS, POST" },
    },
    {
      name: "OPTIONS of the document",
      sent: { method: "OPTIONS", path: "/openapi.json" },
      want: { status: 204, allow: "GET, HEAD, OPTIONS" },
    },
    {
      name: "POST of the document",
      sent: { path: "/openapi.json", headers: json, body: "{}" },
      want: { ...problem("MethodNotAllowed", 405, {}), allow: "GET, HEAD, OPTIONS" },
    },
    {
      name: "an unknown operation",
      sent: { path: "/constructor", headers: json, body: "{}" },
      want: problem("NotFound", 404, {}),
    },
    {
      name: "another case",
      sent: { path: "/Order", headers: json, body: order("pen") },
      want: problem("NotFound", 404, {}),
    },
    {
      name: "an invalid escape",
      sent: { path: "/%e0%a4%a", headers: json, body: "{}" },
      want: problem("NotFound", 404, {}),
    },
    {
      name: "another media type",
      sent: { headers: { "Content-Type": "text/xml" }, body: "<a/>" },
      want: problem("UnsupportedMediaType", 415, {}),
    },
    { name: "no media type", sent: { body: order("pen") }, want: problem("UnsupportedMediaType", 415, {}) },
    {
      name: "another charset",
      sent: { headers: { "Content-Type": "application/json; charset=utf-16" }, body: order("pen") },
      want: problem("UnsupportedCharset", 415, {}),
    },
    {
      name: "an unknown coding",
      sent: { headers: { ...json, "Content-Encoding": "br" }, body: order("pen") },
      want: problem("UnsupportedMediaType", 415, {}),
    },
    {
      name: "a coding that is wrong",
      sent: { headers: { ...json, "Content-Encoding": "gzip" }, body: order("pen") },
      want: problem("BadRequest", 400, {}),
    },
    {
      name: "a caller that accepts only XML",
      sent: { headers: { ...json, Accept: "text/xml" }, body: order("pen") },
      want: problem("NotAcceptable", 406, {}),
    },
    {
      name: "a caller that refuses JSON",
      sent: { headers: { ...json, Accept: "*/*, application/json;q=0" }, body: order("pen") },
      want: problem("NotAcceptable", 406, {}),
    },
    {
      name: "a body that is too large",
      sent: { headers: json, body: order("x".repeat(5_000)) },
      want: problem("TooLarge", 413, {}),
    },
    {
      name: "an unknown problem",
      sent: { path: "/problems/constructor" },
      want: problem("NotFound", 404, {}),
    },
    {
      name: "the page of a problem",
      sent: { path: "/problems/WrongChoice" },
      want: {
        status: 200,
        type: "text/plain; charset=utf-8",
        body: expect.stringMatching(/^WrongChoice \(HTTP 422\)\n\nMembers of several/),
      },
    },
  ])("$name", check);
});

test("a large operation has its own limit", async () => {
  const body = JSON.stringify({ what: { code: "pen", count: 1 }, why: "x".repeat(30_000) });
  const reply = await send(server, { path: `${jsonPath}/pair`, headers: json, body });
  expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body });
});

test("the document has the URL of the interface, and a path for each operation", async () => {
  const reply = await send(server, { path: `${jsonPath}/openapi.json` });
  const document = JSON.parse(reply.body) as {
    readonly servers: readonly { readonly url: string }[];
    readonly paths: object;
  };
  expect(reply.headers["content-type"]).toBe("application/json");
  expect(document.servers).toEqual([{ url: `https://api.example.com${jsonPath}` }]);
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(["/order", "/price"]));
  const { body, status } = await send(server, { method: "HEAD", path: `${jsonPath}/openapi.json` });
  expect({ status, body }).toEqual({ status: 200, body: "" });
});

test("the other bindings keep their paths", async () => {
  const body = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>';
  const headers = { "Content-Type": "text/xml", SOAPAction: '"urn:ping"' };
  expect((await send(server, { path: "/shop", headers, body })).status).toBe(200);
});

test("a request with a transfer coding that is not known gets a problem", async () => {
  const { text } = await raw(
    server,
    `POST ${jsonPath}/order HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 501 /);
  expect(text).toContain('"code":"NotImplemented"');
});

test("calls are logged and counted as json, without names and values of the caller", async () => {
  for (const body of [order("pen"), '{"hunter2":1}', '{"item":{"code":"hunter2","count":"1"}}'])
    await send(server, { path: `${jsonPath}/order`, headers: json, body });
  expect(log.lines.slice(-3).map(({ event, fields }) => ({ event, ...fields }))).toEqual([
    expect.objectContaining({ event: "call", operation: "order", binding: "json", status: 200 }),
    expect.objectContaining({ event: "call refused", operation: "order", binding: "json", status: 422 }),
    expect.objectContaining({ event: "call refused", status: 422, path: "/item/count" }),
  ]);
  expect(JSON.stringify(log.lines)).not.toContain("hunter2");
  expect(calls.at(-1)).toMatchObject({ operation: "order", binding: "json", status: 422 });
  expect(refusals).toContain(404);
});
