import { connect } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { maxBody } from "#server/faces/operators/body.js";
import { startConsole } from "../console/console-server.js";
import { operatorKeyId } from "#server/domain/accounts/operator-keys.js";
import { type ApiServer, by, newKey, startApi } from "./api-server.js";

let api: ApiServer;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const credit = { customer: 42, kind: "SMS", amount: "1" };
const unauthenticated = `mo_0123456789abcdef_${"x".repeat(43)}`;

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function sent({ method = "POST", path = "route/add", key = api.keys.admin, headers = {}, body }: Sent) {
  const response = await fetch(`${api.origin}/operators/v1/${path}`, {
    ...{ method, body: body ?? null },
    headers: {
      ...(key === "" ? {} : { Authorization: `Bearer ${key}` }),
      "Content-Type": "application/json",
      ...headers,
    },
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    text,
    headers: response.headers,
  };
}

const route = JSON.stringify({ prefix: "49", link: "test" });
const many = (count: number) => `{${Array.from({ length: count }, (_, at) => `"m${at}":1`).join(",")}}`;

/** What is sent, and the status and code of the problem, the pointer of its error, and its text. */
const refused: readonly (readonly [string, Sent, number, string, (string | undefined)?, RegExp?])[] = [
  ["no key", { key: "", body: route }, 401, "WrongKey"],
  ["a key of a user", { key: `mk_0123456789abcdef_${"x".repeat(43)}`, body: route }, 401, "WrongKey"],
  ["an unknown key", { key: unauthenticated, body: route }, 401, "WrongKey"],
  [
    "another scheme",
    { key: "", headers: { Authorization: "Basic YWRtaW46eA==" }, body: route },
    401,
    "WrongKey",
  ],
  ["an unknown path", { path: "route/ad", body: route }, 404, "NotFound"],
  ["the path of a group", { path: "route", body: route }, 404, "NotFound"],
  ["a path outside", { path: "..%2f..%2fmetrics", body: route }, 404, "NotFound"],
  ["GET of an action", { method: "GET" }, 405, "MethodNotAllowed"],
  ["POST of a list", { path: "route/list", body: "{}" }, 405, "MethodNotAllowed"],
  ["DELETE", { method: "DELETE" }, 405, "MethodNotAllowed"],
  ["a member in the query", { path: "route/add?rank=2", body: route }, 422, "UnknownMember"],
  [
    "no content type",
    { headers: { "Content-Type": "text/plain" }, body: route },
    415,
    "UnsupportedMediaType",
  ],
  ["a coding", { headers: { "Content-Encoding": "gzip" }, body: route }, 415, "UnsupportedMediaType"],
  ["a huge body", { body: `{"prefix":"${"4".repeat(maxBody)}"}` }, 413, "TooLarge"],
  ["no JSON", { body: "prefix=49" }, 400, "NotJson", ""],
  ["an empty body", { body: "" }, 400, "NotJson", ""],
  ["deep JSON", { body: "[".repeat(100) }, 413, "DepthLimit", ""],
  ["many members", { body: many(20_001) }, 413, "MemberLimit", ""],
  ["an array", { body: "[]" }, 422, "WrongKind", ""],
  [
    "a member twice",
    { body: '{"prefix":"49","prefix":"48","link":"test"}' },
    400,
    "DuplicateMember",
    "/prefix",
  ],
  [
    "an unknown member",
    { body: '{"prefix":"49","lnk":"test"}' },
    422,
    "UnknownMember",
    "/lnk",
    /did you mean link\?/u,
  ],
  [
    "a prototype",
    { body: '{"__proto__":{},"prefix":"49","link":"test"}' },
    422,
    "UnknownMember",
    "/__proto__",
  ],
  ["a missing member", { body: '{"prefix":"49"}' }, 422, "MissingMember", "/link"],
  ["a number for a text", { body: '{"prefix":49,"link":"test"}' }, 422, "WrongKind", "/prefix"],
  ["a text for a number", { body: '{"prefix":"49","link":"test","rank":"1"}' }, 422, "WrongKind", "/rank"],
  ["a fraction", { body: '{"prefix":"49","link":"test","rank":1.5}' }, 422, "WrongKind", "/rank"],
  ["null", { body: '{"prefix":"49","link":null}' }, 422, "WrongKind", "/link"],
  ["a value out of range", { body: '{"prefix":"49","link":"test","rank":10}' }, 422, "RefusedValue", "/rank"],
  [
    "an unknown parameter",
    { method: "GET", path: "key/list?custmer=42" },
    422,
    "UnknownMember",
    "/custmer",
    /customer/u,
  ],
  [
    "a parameter twice",
    { method: "GET", path: "key/list?customer=42&customer=43" },
    400,
    "DuplicateMember",
    "/customer",
  ],
  ["limit twice", { method: "GET", path: "key/list?limit=1&limit=2" }, 400, "DuplicateMember", "/limit"],
  ["a text for a customer", { method: "GET", path: "key/list?customer=x" }, 422, "WrongKind", "/customer"],
  ["a limit out of range", { method: "GET", path: "key/list?limit=1001" }, 422, "WrongValue", "/limit"],
  ["a made up cursor", { method: "GET", path: "key/list?cursor=x" }, 422, "RefusedValue", "/cursor"],
  [
    "a card with a limit",
    { method: "GET", path: "user/show?customer=42&name=Ann&limit=1" },
    422,
    "UnknownMember",
    "/limit",
  ],
  ["credit without Idempotency-Key", { path: "credit/add", body: JSON.stringify(credit) }, 400, "KeyMissing"],
  [
    "a long value, which is not repeated in full",
    { body: JSON.stringify({ prefix: "4".repeat(200_000), link: "test" }) },
    422,
    "RefusedValue",
    "/prefix",
    /^.{500}\.\.\.$/u,
  ],
  [
    "a long name of what is not there",
    { path: "link/remove", body: JSON.stringify({ name: "\u{1f600}".repeat(50_000) }) },
    404,
    "UnknownThing",
    undefined,
    /^[^\u{d800}-\u{dfff}]{1,503}$/u,
  ],
  ["an empty Idempotency-Key", { headers: { "Idempotency-Key": '""' }, body: route }, 422, "RefusedValue"],
  [
    "a long Idempotency-Key",
    { headers: { "Idempotency-Key": "k".repeat(256) }, body: route },
    422,
    "RefusedValue",
  ],
];

const titled = refused.map(([title, ...row]) => [title, row] as const);

test.each(titled)(
  "%s is refused, and changes nothing",
  async (_title, [request, status, code, pointer, detail = /./u]) => {
    const before = await api.store.audit.entries(1);
    const { text, type, ...response } = await sent(request);
    expect([response.status, type]).toEqual([status, "application/problem+json"]);
    const problem = JSON.parse(text) as {
      readonly detail: string;
      readonly errors?: readonly { readonly pointer: string }[];
    };
    expect(problem).toMatchObject({ type: `/operators/v1/problems/${code}`, status, code });
    expect(problem.detail).toMatch(detail);
    expect(problem.errors?.[0]?.pointer).toBe(pointer);
    expect(text).not.toMatch(/\bat \S+:\d+|node_modules/u);
    expect(await api.store.audit.entries(1)).toEqual(before);
  },
);

describe("keys", () => {
  test("end, are bound to addresses, are revoked, and follow the role of their operator", async () => {
    const { store } = api;
    const list = async (key: string) => (await sent({ method: "GET", path: "operator/list", key })).status;
    const elsewhere = await newKey(store, "elsewhere", { fromAddresses: "192.0.2.0/24" });
    expect(await list(elsewhere)).toBe(401);
    const here = await newKey(store, "here", { fromAddresses: "127.0.0.0/8" });
    expect(await list(here)).toBe(200);
    await store.operators.change("admin", { role: "support" }, by, Date.now());
    expect(await list(here)).toBe(403);
    await store.operators.change("admin", { role: "admin" }, by, Date.now());
    expect(await list(here)).toBe(200);
    await store.operatorKeys.remove("admin", "here");
    expect(await list(here)).toBe(401);
  });

  test("are refused after their end, and with their operator, also if the name is given again", async () => {
    const { store } = api;
    const add = async () => {
      const operator = { name: "eve", role: "admin", passwordHash: "none", createdAt: Date.now() } as const;
      await store.operators.add(operator, by);
    };
    await add();
    const key = await newKey(store, "mine", { operator: "eve" });
    const found = await store.operatorKeys.find(operatorKeyId(key) ?? "");
    if (found === undefined) throw new Error("no key");
    const { operatorRole, usedAt, ...made } = found;
    expect([operatorRole, usedAt]).toEqual(["admin", undefined]);
    const list = async () => (await sent({ method: "GET", path: "operator/list", key })).status;
    expect(await list()).toBe(200);
    await store.operatorKeys.remove("eve", "mine");
    for (const [expiresAt, status] of [
      [Date.now() - 60_000, 401],
      [Date.now() + 60_000, 200],
    ] as const) {
      await store.operatorKeys.add({ ...made, expiresAt });
      expect(await list()).toBe(status);
      if (status === 401) await store.operatorKeys.remove("eve", "mine");
    }
    await store.operators.remove("eve", by, Date.now());
    expect(await list()).toBe(401);
    await add();
    expect(await list()).toBe(401);
    await store.operators.remove("eve", by, Date.now());
  });

  test.each([
    ["of the address that the proxy saw", "192.0.2.7", 200],
    [
      "of the last address, which the proxy saw, after one that the caller made up",
      "203.0.113.9, 192.0.2.7",
      200,
    ],
    ["of an address that the caller made up", "192.0.2.7, 203.0.113.9", 401],
    ["of an IPv4 address in the form of IPv6", "::ffff:192.0.2.7", 200],
    ["of another address", "203.0.113.9", 401],
    ["of no address", "unknown", 401],
  ])("behind a trusted proxy: one %s", async (_title, forwarded, status) => {
    const own = await startConsole({
      admin: { host: "127.0.0.1", port: 0, operators: true },
      trustProxy: ["127.0.0.1"],
    });
    try {
      const key = await newKey(own.store, "bound", { fromAddresses: "192.0.2.7" });
      const headers = {
        Authorization: `Bearer ${key}`,
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": forwarded,
      };
      expect((await fetch(`${own.origin}/operators/v1/operator/list`, { headers })).status).toBe(status);
    } finally {
      await own.close();
    }
  });

  test("are guessed at a limited rate; the correct one is never refused for it", async () => {
    const id = api.keys.viewer.slice(0, 19);
    const wrong = `${id}_${"x".repeat(43)}`;
    const statuses: number[] = [];
    for (let at = 0; at < 12; at++)
      statuses.push((await sent({ method: "GET", path: "key/list", key: wrong })).status);
    expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect((await sent({ method: "GET", path: "key/list", key: api.keys.viewer })).status).toBe(200);
  });

  test("are checked before the body arrives", async () => {
    const socket = connect(Number(new URL(api.origin).port), "127.0.0.1");
    socket.write(
      `POST /operators/v1/route/add HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${unauthenticated}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    const [bytes] = (await once(socket, "data")) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 401 /u);
    socket.destroy();
  });
});

test("lists are read in parts, one behind the other", async () => {
  const read = async (query: string) =>
    JSON.parse((await sent({ method: "GET", path: `operator/list?${query}` })).text) as {
      readonly items: readonly { readonly name: string }[];
      readonly next?: string;
    };
  const first = await read("limit=2");
  expect(first.items.map(({ name }) => name)).toEqual(["admin", "support"]);
  const second = await read(`limit=2&cursor=${first.next ?? ""}`);
  expect([second.items.map(({ name }) => name), second.next]).toEqual([["viewer"], undefined]);
});

test("the document and the pages of problems need no key; others have none of the console's cookies", async () => {
  expect((await sent({ method: "GET", path: "openapi.json", key: "" })).status).toBe(200);
  const page = await sent({ method: "GET", path: "problems/WrongKey", key: "" });
  expect([page.status, page.text]).toEqual([200, "WrongKey (HTTP 401)\n\nThe key is missing or wrong.\n"]);
  expect((await sent({ method: "GET", path: "problems/Wrong", key: "" })).status).toBe(404);
  expect((await sent({ method: "GET", path: "key/list" })).headers.get("set-cookie")).toBeNull();
});

test("a query alone is no path", async () => {
  expect((await fetch(`${api.origin}/operators/v1?openapi.json`)).status).toBe(404);
});

test("the right is checked first", async () => {
  const key = api.keys.viewer;
  expect(
    JSON.parse((await sent({ path: "credit/add", key, body: JSON.stringify(credit) })).text),
  ).toMatchObject({
    code: "NotAllowed",
  });
});

test("the API is off unless it is switched on", async () => {
  const own = await startConsole();
  try {
    for (const path of ["openapi.json", "key/list"])
      expect((await fetch(`${own.origin}/operators/v1/${path}`)).status).toBe(404);
  } finally {
    await own.close();
  }
});
