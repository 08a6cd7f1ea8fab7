import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import type { ServiceDescriptor } from "messenger-gen-runtime";
import { fetchHandler } from "messenger-gen-runtime/fetch-handler";
import { send } from "../greeter/server.js";
import {
  builtServices,
  interfaceOf,
  jsonPath,
  planOf,
  serveJson,
  type BuiltService,
  type Methods,
} from "./shop.js";

const wsdl = "test/golden/response-items/service.wsdl";
const many = 20_000;
let built: BuiltService;
let server: RunningServer;
/** What the operation `Find` returns. */
let page: () => unknown;
let closed = 0;

function* rows(count: number, failsAt = Infinity): Generator<unknown, void> {
  try {
    for (let number = 0; number < count; number++) {
      if (number === failsAt) throw new Error("The rows end.");
      yield number % 5 === 4 ? null : { Id: number, Tag: number % 2 === 0 ? undefined : tags(number) };
    }
  } finally {
    closed++;
  }
}

async function* tags(number: number): AsyncGenerator<string, void> {
  yield `a${number}`;
  await Promise.resolve();
  yield "b";
}

const pageOf = (given: unknown): object => ({ Total: 1, Rows: given, Warning: [], Few: [], Or: "x" });
const methods: Methods = {
  find: async () => page(),
  names: async () => ["a\u0001b", "\ud800"],
  read: async () => undefined,
  count: async () => 1,
};

beforeAll(async () => {
  const services = await builtServices(planOf(wsdl), "json-streamed");
  const [only] = Object.values(services);
  if (only === undefined) throw new Error("There is no service");
  built = only;
  server = await serveJson(built, wsdl, methods);
});
afterAll(() => server.close());

const call = { path: `${jsonPath}/Find`, headers: { "Content-Type": "application/json" }, body: "{}" };
const rowsOf = (body: string): readonly unknown[] =>
  (JSON.parse(body) as { readonly Rows: readonly unknown[] }).Rows;

describe("a response with rows that are made on request", () => {
  test("is sent in chunks, with rows inside of rows", async () => {
    page = () => pageOf(rows(many));
    const { status, headers, body } = await send(server, call);
    expect({ status, coding: headers["transfer-encoding"] }).toEqual({ status: 200, coding: "chunked" });
    const found = rowsOf(body);
    expect(found).toHaveLength(many);
    expect(found.slice(0, 5)).toEqual([
      { Id: 0, Tag: [] },
      { Id: 1, Tag: ["a1", "b"] },
      { Id: 2, Tag: [] },
      { Id: 3, Tag: ["a3", "b"] },
      null,
    ]);
  });

  test("is whole if it is short", async () => {
    page = () => pageOf(rows(0));
    const { headers, body } = await send(server, call);
    expect(headers["transfer-encoding"]).toBe(undefined);
    expect(rowsOf(body)).toEqual([]);
  });

  test("is a problem if the first rows fail", async () => {
    page = () => pageOf(rows(many, 3));
    const { status, body } = await send(server, call);
    expect({ status, code: (JSON.parse(body) as { readonly code: string }).code }).toEqual({
      status: 500,
      code: "Internal",
    });
  });

  test("is cut off if later rows fail, and the rows are closed", async () => {
    page = () => pageOf(rows(many, many - 1));
    const before = closed;
    await expect(send(server, call)).rejects.toThrow();
    expect(closed).toBe(before + 1);
  });
});

test("U+FFFD takes the place of characters that XML does not allow", async () => {
  const { body } = await send(server, { ...call, path: `${jsonPath}/Names` });
  expect(JSON.parse(body)).toEqual(["a\ufffdb", "\ufffd"]);
});

describe("the handler of the Fetch standard", () => {
  const fetched = async (path: string, init?: RequestInit): Promise<Response> =>
    fetchHandler(built.service as ServiceDescriptor<unknown>, methods, {
      path: "/shop",
      json: interfaceOf(built),
      maxBodyBytes: 1_000,
    })(new Request(`https://edge.example.com${path}`, init));
  const headers = { "content-type": "application/json" };

  test.each([
    { name: "a call", path: "/Count", body: "{}", status: 200, want: 1 },
    {
      name: "a document that is refused",
      path: "/Count",
      body: '{"a":1}',
      status: 422,
      want: { code: "UnknownMember" },
    },
    { name: "another path", path: "/Other", body: "{}", status: 404, want: { code: "NotFound" } },
    {
      name: "a body that is too large",
      path: "/Count",
      body: " ".repeat(2_000),
      status: 413,
      want: { code: "TooLarge" },
    },
  ])("answers $name", async ({ path, body, status, want }) => {
    const response = await fetched(jsonPath + path, { method: "POST", headers, body });
    expect(response.status).toBe(status);
    const found: unknown = await response.json();
    if (typeof want === "object") expect(found).toMatchObject(want);
    else expect(found).toBe(want);
  });

  test("streams", async () => {
    page = () => pageOf(rows(many));
    const response = await fetched(`${jsonPath}/Find`, { method: "POST", headers, body: "{}" });
    expect(rowsOf(await response.text())).toHaveLength(many);
  });

  test("has the methods of a path, and the document", async () => {
    const refused = await fetched(`${jsonPath}/Find`, { method: "DELETE" });
    expect({ status: refused.status, allow: refused.headers.get("allow") }).toEqual({
      status: 405,
      allow: "OPTIONS, POST",
    });
    const document = (await (await fetched(`${jsonPath}/openapi.json`)).json()) as object;
    expect(document).toMatchObject({ servers: [{ url: `https://edge.example.com${jsonPath}` }] });
  });
});
