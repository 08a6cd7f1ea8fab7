import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import {
  HostProblem,
  jsonCalls,
  servedJson,
  wrongCursor,
  type JsonHost,
  type PlacedItem,
} from "messenger-gen-runtime/json";
import { send, type Sent } from "../greeter/server.js";
import { builtServices, jsonPath, planOf, serveJson, type BuiltService, type Methods } from "./shop.js";

const wsdl = "test/host/json/catalogue/service.wsdl";
let built: BuiltService;
let server: RunningServer;
/** Items that were asked for. */
let read = 0;

interface Search {
  readonly user: { readonly Number: number };
  readonly Word?: string;
}

/** Endless, so that a page must not read it all. */
async function* books(): AsyncGenerator<object> {
  for (let ItemID = 1; ; ItemID++) {
    read = ItemID;
    yield { ItemID };
  }
}

const methods: Methods = {
  order: async (input: { readonly user: { readonly Number: number } }) =>
    input.user.Number === 9
      ? { Result: "no credit" }
      : { Result: JSON.stringify(input), OrderID: 7, Items: [{ ItemID: 1 }] },
  search: async (input: Search) => ({
    Result: JSON.stringify(input),
    Items: input.Word === "few" ? [{ ItemID: 1 }, null] : books(),
  }),
  hidden: async () => undefined,
};

const unpaid = { code: "Unpaid", status: 402, title: "The account has no credit" };

/** Numbers from 1 to 5 behind a cursor, which is the last one. */
async function* placed(cursor = "0"): AsyncGenerator<PlacedItem> {
  if (!/^[0-5]$/.test(cursor)) throw wrongCursor();
  for (let value = Number(cursor) + 1; value <= 5; value++) yield { value, cursor: String(value) };
}

async function* numbers(): AsyncGenerator<number> {
  yield* [1, 2, 3];
}

const host: JsonHost = {
  supply: ({ supplied = [], beside = [] }, { headers }) => {
    const number = headers["x-user"];
    if (number === undefined)
      throw new HostProblem({
        ...unpaid,
        code: "Stranger",
        status: 401,
        detail: "Who?",
        headers: ["WWW-Authenticate", "Own"],
      });
    return {
      members: Object.fromEntries(supplied.map((name) => [name, { number: Number(number), secret: "s" }])),
      beside: Object.fromEntries(beside.map((name) => [name, `caller ${String(number)}`])),
    };
  },
  respond: ({ name }, output, { path }) => {
    const { Result, OrderID } = output as { readonly Result: string; readonly OrderID?: number };
    if (Result === "no credit")
      throw new HostProblem({
        ...unpaid,
        detail: Result,
        members: { left: 0 },
        headers: ["Retry-After", "9"],
      });
    if (name === "details" || name === "known") return { value: { shown: Result } };
    if (name === "all") return { page: placed };
    if (name === "stream") return { items: numbers() };
    return OrderID === undefined ? undefined : { headers: ["Location", `${path}/orders/${String(OrderID)}`] };
  },
  problems: { Unpaid: unpaid },
};

beforeAll(async () => {
  const { Catalogue } = await builtServices(planOf(wsdl), "json-catalogue");
  if (Catalogue === undefined) throw new Error("There is no service");
  built = Catalogue;
  const { service, json, openApi } = built;
  server = await serveJson(built, wsdl, methods, {
    json: servedJson(service, json, { path: jsonPath, openApi, host }),
  });
});
afterAll(() => server.close());

interface Row {
  readonly sent: Sent & { readonly path: string };
  readonly status: number;
  readonly headers?: object;
  readonly body?: unknown;
}

const user = { "X-User": "42" };
const own = { Number: 42, Secret: "s" };
const json = { ...user, "Content-Type": "application/json" };
const get = (path: string, headers: Readonly<Record<string, string>> = {}): Row["sent"] => ({
  ...{ method: "GET", path, headers: { ...user, ...headers } },
});
const post = (path: string, body: string, headers = json): Row["sent"] => ({ path, body, headers });
const problem = (code: string, pointer: string): unknown =>
  expect.objectContaining({ code, errors: [expect.objectContaining({ pointer })] });
/** The result of a search, whose text is the input. */
const input = (members: object): unknown => ({ shown: JSON.stringify({ user: own, ...members }) });

test.each<Row>([
  {
    sent: post("/orders", '{"itemId":1}'),
    status: 201,
    headers: { location: `${jsonPath}/orders/7` },
    body: { orderId: 7 },
  },
  {
    sent: { ...post("/orders", '{"itemId":1}'), headers: { ...json, "X-User": "9" } },
    status: 402,
    headers: { "retry-after": "9" },
    body: {
      type: `${jsonPath}/problems/Unpaid`,
      title: unpaid.title,
      status: 402,
      code: "Unpaid",
      detail: "no credit",
      left: 0,
    },
  },
  {
    sent: post("/orders", '{"itemId":1}', { "Content-Type": "application/json", "X-User": "x" }),
    status: 422,
    body: problem("WrongValue", "/user/number"),
  },
  {
    sent: { path: "/orders", body: "{", headers: {} },
    status: 401,
    headers: { "www-authenticate": "Own" },
    body: expect.objectContaining({ code: "Stranger" }),
  },
  { sent: post("/orders", "{}"), status: 422, body: problem("MissingMember", "/itemId") },
  { sent: post("/orders", '{"itemId":"x"}'), status: 422, body: problem("WrongKind", "/itemId") },
  { sent: post("/orders", '{"itemId":1,"user":{}}'), status: 422, body: problem("UnknownMember", "/user") },
  {
    sent: post("/orders", '{"itemId":1,"itemId":2}'),
    status: 400,
    body: problem("DuplicateMember", "/itemId"),
  },
  {
    sent: post("/orders", '{"itemId":1,"__proto__":{"a":1}}'),
    status: 422,
    body: problem("UnknownMember", "/__proto__"),
  },
  { sent: post("/orders", "[]"), status: 422, body: expect.objectContaining({ code: "WrongKind" }) },
  { sent: get("/books/few"), status: 200, body: input({ Word: "few", Count: 1, Full: true }) },
  {
    sent: get("/books/few/caller"),
    status: 200,
    body: input({ Word: "few", Count: 1, Full: true, caller: "caller 42" }),
  },
  { sent: get("/books/few?full=false"), status: 422, body: problem("UnknownMember", "/full") },
  {
    sent: get("/books?word=few", { "Request-Key": '"a \\"b\\""' }),
    status: 200,
    body: { items: [{ itemId: 1 }, null] },
  },
  {
    sent: get("/books?limit=2"),
    status: 200,
    headers: { link: `<${jsonPath}/books?limit=2&cursor=p2>; rel="next"` },
    body: { items: [{ itemId: 1 }, { itemId: 2 }], next: "p2" },
  },
  { sent: get("/books?limit=1&cursor=p2"), status: 200, body: { items: [{ itemId: 3 }], next: "p3" } },
  { sent: get("/books?limit=0"), status: 422, body: problem("WrongValue", "/limit") },
  { sent: get("/books?limit=501"), status: 422, body: problem("WrongValue", "/limit") },
  { sent: get("/books?cursor=2"), status: 422, body: problem("WrongValue", "/cursor") },
  { sent: get("/books?cursor=p1&cursor=p2"), status: 400, body: problem("DuplicateMember", "/cursor") },
  {
    sent: { method: "POST", path: "/books/few/items?limit=2", headers: user },
    status: 200,
    headers: { link: `<${jsonPath}/books/few/items?limit=2&cursor=2>; rel="next"` },
    body: { items: [1, 2], next: "2" },
  },
  {
    sent: { method: "POST", path: "/books/few/items?limit=2&cursor=3", headers: user },
    status: 200,
    body: { items: [4, 5] },
  },
  {
    sent: { method: "POST", path: "/books/few/items?cursor=p3", headers: user },
    status: 422,
    body: problem("WrongValue", "/cursor"),
  },
  {
    sent: { method: "POST", path: "/stream", headers: user },
    status: 200,
    headers: { "content-length": "17" },
    body: { items: [1, 2, 3] },
  },
  {
    sent: { path: "/Hidden", body: "{}", headers: json },
    status: 404,
    body: expect.objectContaining({ code: "NotFound" }),
  },
])("$sent.method $sent.path $sent.body: $status", async ({ sent, status, headers = {}, body }) => {
  const reply = await send(server, { ...sent, path: `${jsonPath}${sent.path}` });
  expect({
    status: reply.status,
    headers: reply.headers,
    body: JSON.parse(reply.body) as unknown,
  }).toMatchObject({
    status,
    headers,
    body,
  });
});

test("a page reads one item more than it has", async () => {
  await send(server, get(`${jsonPath}/books?limit=3`));
  expect(read).toBe(4);
});

test("a response to GET has an entity tag, by which a caller gets 304", async () => {
  const path = `${jsonPath}/books/few`;
  const { headers } = await send(server, get(path));
  const tag = headers.etag ?? "";
  expect(tag).toMatch(/^W\/"[0-9a-z-]+"$/);
  for (const given of [tag, `"x", ${tag}`, tag.slice(2), "*"]) {
    const reply = await send(server, get(path, { "If-None-Match": given }));
    expect({ given, status: reply.status, body: reply.body, tag: reply.headers.etag }).toEqual({
      given,
      status: 304,
      body: "",
      tag,
    });
    expect(reply.headers["content-length"]).toBeUndefined();
  }
  expect((await send(server, get(path, { "If-None-Match": '"x"' }))).status).toBe(200);
  expect((await send(server, get(`${jsonPath}/books/many`))).headers.etag).not.toBe(tag);
});

test("a problem of the host has a page", async () => {
  const { status, body } = await send(server, get(`${jsonPath}/problems/Unpaid`));
  expect({ status, body }).toEqual({
    status: 200,
    body: "Unpaid (HTTP 402)\n\nThe account has no credit.\n",
  });
});

test("a generated client refuses calls that are not those of an operation", async () => {
  const Client = built.client["CatalogueClient"];
  if (Client === undefined) throw new Error("There is no client");
  const url = `http://127.0.0.1:${server.port}${jsonPath}`;
  const client = new Client({ url, binding: "json", json: jsonCalls(built.json) });
  await expect(client["order"]?.({ user: { Number: 1 } })).rejects.toThrow(/json/i);
});

test("the document has the calls, their parameters, and what is merged into it", async () => {
  const document = JSON.parse(built.openApi) as Readonly<Record<string, unknown>>;
  expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  const names = (parameters: readonly { readonly name: string; readonly required?: boolean }[] = []) =>
    parameters.map(({ name, required = false }) => `${name}${required ? "!" : ""}`).join(" ");
  const shown = Object.entries(
    document["paths"] as Record<string, Record<string, { operationId: string; parameters?: [] }>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, parameters }]) => `${operationId} ${method} ${path} ${names(parameters)}`,
    ),
  );
  expect(shown).toEqual([
    "Order post /orders ",
    "search get /books word count Request-Key limit cursor",
    "details get /books/{word} word! requestKey",
    "known get /books/{word}/caller word! requestKey",
    "all post /books/{word}/items word! requestKey limit cursor",
    "stream post /stream ",
  ]);
  expect(document).toMatchObject({
    info: { title: "Catalogue of books", version: "1" },
    security: [{ key: [] }],
    paths: {
      "/orders": {
        post: {
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  required: ["itemId"],
                  properties: { title: { type: "string", default: "Untitled" } },
                },
              },
            },
          },
          responses: {
            201: { content: { "application/json": { schema: { properties: { orderId: {} } } } } },
          },
        },
      },
    },
  });
});
