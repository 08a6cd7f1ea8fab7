import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { jsonCalls } from "messenger-gen-runtime/json";
import { fetchHandler } from "messenger-gen-runtime/fetch-handler";
import type { ServiceDescriptor } from "messenger-gen-runtime";
import { send, type Sent } from "../greeter/server.js";
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

const wsdl = "test/host/json/library/service.wsdl";
let built: BuiltService;
let server: RunningServer;

/** The input as text: big integers and decimals as they are read. */
const shown = (input: unknown): string =>
  JSON.stringify(input, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));

/** A declared fault. */
const fault = (name: string, detail: unknown): Error => {
  const Fault = built.faults[name];
  return Fault === undefined ? new Error(`There is no ${name}`) : new Fault(detail, "It cannot be lent.");
};

const methods: Methods = {
  find: async (input: unknown) => shown(input),
  read: async ({ number }: { readonly number: bigint }) => ({ number, title: "Ein Buch", tag: [] }),
  newest: async () => "newest",
  add: async () => 9007199254740993n,
  change: async (input: unknown) => shown(input),
  remove: async () => undefined,
  lend: async (input: { readonly number: bigint }) => {
    if (input.number === 404n) throw fault("NoBookError", input.number);
    if (input.number === 409n) throw fault("OnLoanError", { until: "2026-01-31" });
    return shown(input);
  },
  count: async () => 3,
  replace: async ({ tag }: { readonly tag: readonly string[] }) => tag.length,
};

beforeAll(async () => {
  const { Library } = await builtServices(planOf(wsdl), "json-library");
  if (Library === undefined) throw new Error("There is no service");
  built = Library;
  server = await serveJson(built, wsdl, methods);
});
afterAll(() => server.close());

const json = { "Content-Type": "application/json" };

interface Row {
  readonly sent: Sent & { readonly path: string };
  readonly status: number;
  readonly body?: unknown;
  readonly allow?: string;
}

const get = (path: string): Row["sent"] => ({ method: "GET", path });
const problem = (code: string, pointer?: string): unknown =>
  expect.objectContaining({
    code,
    ...(pointer === undefined ? {} : { errors: [expect.objectContaining({ pointer })] }),
  });

const rows: readonly Row[] = [
  { sent: get("/books"), status: 200, body: "{}" },
  {
    sent: get("/books?author=A%20%C3%A4+b&year=1999&price=1.50&lent=true&genre=play&tag=x&tag=y"),
    status: 200,
    body: '{"author":"A ä b","year":1999,"price":"1.50","lent":true,"genre":"play","tag":["x","y"]}',
  },
  { sent: get("/books?year=1e3"), status: 200, body: '{"year":1000}' },
  { sent: get("/books?year=0x10"), status: 422, body: problem("WrongKind", "/year") },
  { sent: get("/books?year="), status: 422, body: problem("WrongKind", "/year") },
  { sent: get("/books?lent=1"), status: 422, body: problem("WrongKind", "/lent") },
  { sent: get("/books?genre=song"), status: 422, body: problem("WrongValue", "/genre") },
  { sent: get("/books?author=a&author=b"), status: 400, body: problem("DuplicateMember", "/author") },
  { sent: get("/books?limit=1"), status: 422, body: problem("UnknownMember", "/limit") },
  { sent: get("/books?__proto__=1"), status: 422, body: problem("UnknownMember", "/__proto__") },
  {
    sent: get("/books/9007199254740993"),
    status: 200,
    body: { number: "9007199254740993", title: "Ein Buch", tag: [] },
  },
  { sent: get("/books/1?number=2"), status: 422, body: problem("UnknownMember", "/number") },
  { sent: get("/books/%31"), status: 200, body: { number: "1", title: "Ein Buch", tag: [] } },
  { sent: get("/books/one"), status: 422, body: problem("WrongValue", "/number") },
  { sent: get("/books/newest"), status: 200, body: "newest" },
  { sent: get("/books/"), status: 404, body: problem("NotFound") },
  { sent: get("/books/1/loan/x"), status: 404, body: problem("NotFound") },
  { sent: { method: "HEAD", path: "/books/newest" }, status: 200 },
  { sent: { path: "/books", headers: json, body: '{"title":"T"}' }, status: 201, body: "9007199254740993" },
  { sent: { path: "/books", headers: json, body: "" }, status: 400, body: problem("NotJson") },
  {
    sent: { method: "PATCH", path: "/books/7?notify=false", headers: json, body: '{"title":"T"}' },
    status: 200,
    body: '{"number":"7n","title":"T","notify":false}',
  },
  {
    sent: { method: "PATCH", path: "/books/7", headers: json, body: '{"title":"T","number":"8"}' },
    status: 400,
    body: problem("DuplicateMember", "/number"),
  },
  {
    sent: { method: "PATCH", path: "/books/7", headers: json, body: '{"title":"T","title":"U"}' },
    status: 400,
    body: problem("DuplicateMember", "/title"),
  },
  {
    sent: { method: "PATCH", path: "/books/7", headers: json, body: "[]" },
    status: 422,
    body: problem("WrongKind", ""),
  },
  { sent: { method: "PATCH", path: "/books/7" }, status: 422, body: problem("MissingMember", "/title") },
  { sent: { method: "DELETE", path: "/books/7" }, status: 204 },
  {
    sent: { method: "DELETE", path: "/books/7", headers: { ...json, "Content-Length": "2" }, body: "{}" },
    status: 400,
    body: problem("BadRequest"),
  },
  { sent: { method: "POST", path: "/books/7/loan" }, status: 202, body: '{"number":"7n"}' },
  {
    sent: { path: "/books/7/loan?days=3", headers: json, body: "{}" },
    status: 202,
    body: '{"number":"7n","days":3}',
  },
  {
    sent: { method: "POST", path: "/books/409/loan" },
    status: 409,
    body: expect.objectContaining({
      status: 409,
      code: "Declared",
      detail: "It cannot be lent.",
      faultName: "OnLoanError",
      fault: { until: "2026-01-31" },
    }),
  },
  {
    sent: { method: "POST", path: "/books/404/loan" },
    status: 404,
    body: expect.objectContaining({ status: 404, faultName: "NoBookError", fault: "404" }),
  },
  {
    sent: { method: "PUT", path: "/books/7", headers: json, body: '{"title":"T","tag":["a","b"]}' },
    status: 200,
    body: 2,
  },
  { sent: { path: "/Count", headers: json, body: "{}" }, status: 200, body: 3 },
  {
    sent: { method: "OPTIONS", path: "/books/7" },
    status: 204,
    allow: "DELETE, GET, HEAD, OPTIONS, PATCH, PUT",
  },
  {
    sent: { path: "/books/7", headers: json, body: "{}" },
    status: 405,
    allow: "DELETE, GET, HEAD, OPTIONS, PATCH, PUT",
    body: problem("MethodNotAllowed"),
  },
  { sent: get("/Find"), status: 404, body: problem("NotFound") },
  {
    sent: { ...get("/books"), headers: { Accept: "text/xml" } },
    status: 406,
    body: problem("NotAcceptable"),
  },
];

const bodyOf = (text: string): unknown => (text === "" ? undefined : (JSON.parse(text) as unknown));

describe("a host", () => {
  test.each(rows)("$sent.method $sent.path $sent.body: $status", async ({ sent, status, body, allow }) => {
    const reply = await send(server, { ...sent, path: `${jsonPath}${sent.path}` });
    expect({ status: reply.status, body: bodyOf(reply.body), allow: reply.headers.allow }).toEqual({
      status,
      body,
      allow,
    });
  });
});

test("the number of items is not checked, over JSON as over SOAP", async () => {
  const tags = ["a", "b", "c", "d"];
  const overJson = await send(server, get(`${jsonPath}/books?${tags.map((tag) => `tag=${tag}`).join("&")}`));
  const find = `<Find xmlns="urn:example:library">${tags.map((tag) => `<tag>${tag}</tag>`).join("")}</Find>`;
  const overSoap = await send(server, {
    path: "/shop",
    headers: { "Content-Type": "text/xml", SOAPAction: '"urn:Find"' },
    body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${find}</e:Body></e:Envelope>`,
  });
  const input = '{"tag":["a","b","c","d"]}';
  expect(JSON.parse(overJson.body)).toBe(input);
  expect(overSoap.body.replaceAll("&quot;", '"')).toContain(input);
});

describe("the handler of the Fetch standard", () => {
  test.each(rows)("$sent.method $sent.path $sent.body: $status", async ({ sent, status, body }) => {
    const { method = "POST", path, headers = {}, body: text } = sent;
    const handler = fetchHandler(built.service as unknown as ServiceDescriptor<Methods>, methods, {
      path: "/library",
      json: interfaceOf(built),
    });
    const request = new Request(`https://api.example.com${jsonPath}${path}`, {
      method,
      headers: headers as Record<string, string>,
      ...(text === undefined ? {} : { body: String(text) }),
    });
    const response = await handler(request);
    expect(response.status).toBe(status);
    if (method !== "HEAD") expect(bodyOf(await response.text())).toEqual(body);
  });
});

describe("a client", () => {
  const client = (): Client => {
    const Library = built.client["LibraryClient"];
    if (Library === undefined) throw new Error("There is no client");
    const url = `http://127.0.0.1:${server.port}${jsonPath}`;
    return new Library({ url, binding: "json", json: jsonCalls(built.json) });
  };

  test.each([
    {
      method: "find",
      input: { author: "a&b=c ä", tag: ["x", "y/z"] },
      want: '{"author":"a&b=c ä","tag":["x","y/z"]}',
    },
    { method: "find", input: { tag: [] }, want: "{}" },
    { method: "read", input: { number: 7n }, want: { number: 7n, title: "Ein Buch" } },
    { method: "newest", input: {}, want: "newest" },
    { method: "add", input: { title: "T" }, want: 9007199254740993n },
    {
      method: "change",
      input: { number: 7n, title: "T", notify: true },
      want: '{"number":"7n","title":"T","notify":true}',
    },
    { method: "remove", input: { number: 7n }, want: undefined },
    { method: "lend", input: { number: 7n }, want: '{"number":"7n"}' },
    { method: "replace", input: { number: 7n, title: "T", tag: ["a"] }, want: 1 },
    { method: "count", input: {}, want: 3 },
  ])("calls $method with $input", async ({ method, input, want }) => {
    expect(await client()[method]?.(input)).toEqual(want);
  });
});

test("a declared fault with a status of its own is of its class in a client", async () => {
  const Library = built.client["LibraryClient"];
  const url = `http://127.0.0.1:${server.port}${jsonPath}`;
  const client = Library && new Library({ url, binding: "json", json: jsonCalls(built.json) });
  const error = await client?.["lend"]?.({ number: 404n }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(built.faults["NoBookError"]);
  expect(error).toMatchObject({ detail: 404n, reason: "Declared" });
});

test("the document has the methods, parameters and statuses, and is OpenAPI 3.1", async () => {
  const document = JSON.parse(built.openApi) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  };
  expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(calls).toEqual([
    "get /books",
    "post /books",
    "get /books/{number}",
    "patch /books/{number}",
    "delete /books/{number}",
    "put /books/{number}",
    "get /books/newest",
    "post /books/{number}/loan",
    "post /Count",
  ]);
  const { patch, put } = document.paths["/books/{number}"] ?? {};
  expect(patch).toMatchObject({
    operationId: "Change",
    parameters: [
      { name: "number", in: "path", required: true, example: "1" },
      { name: "notify", in: "query", schema: { type: "boolean" }, example: true },
    ],
    requestBody: {
      content: {
        "application/json": {
          schema: { type: "object", required: ["title"], additionalProperties: false },
          example: { title: "string" },
        },
      },
    },
  });
  expect(put).toMatchObject({
    requestBody: {
      content: {
        "application/json": {
          schema: { required: ["title"], properties: { title: {}, tag: {} } },
          example: { title: "string", tag: ["string"] },
        },
      },
    },
  });
  expect(document.paths["/books"]).toMatchObject({
    get: { tags: ["books"], summary: "Find books", description: "Finds books." },
    post: { summary: "Add", responses: { 201: {} } },
  });
  const lend = document.paths["/books/{number}/loan"]?.["post"];
  expect(lend).not.toHaveProperty("requestBody");
  const declared = (name: string): unknown => ({
    allOf: [{}, { properties: { faultName: { const: name } } }],
  });
  const schemaOf = (schema: unknown): unknown => ({ content: { "application/problem+json": { schema } } });
  expect(lend).toMatchObject({
    responses: {
      404: schemaOf({ oneOf: [declared("NoBookError"), { $ref: "#/components/schemas/http.OtherProblem" }] }),
      409: schemaOf(declared("OnLoanError")),
      500: { description: "The service failed." },
    },
  });
});
