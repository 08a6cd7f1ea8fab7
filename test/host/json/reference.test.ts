import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { send } from "../greeter/server.js";
import { builtServices, jsonPath, planOf, serveJson, type BuiltService } from "./shop.js";

const wsdl = "test/host/json/catalogue/service.wsdl";
let built: BuiltService;
let server: RunningServer;

const methods = {
  order: async () => undefined,
  search: async () => undefined,
  hidden: async () => undefined,
};

beforeAll(async () => {
  const { Catalogue } = await builtServices(planOf(wsdl), "json-reference");
  if (Catalogue === undefined) throw new Error("There is no service");
  built = Catalogue;
  server = await serveJson(built, wsdl, methods);
});
afterAll(() => server.close());

const html = "text/html; charset=utf-8";
const asBrowsers = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test.each([
  { path: "/", accept: asBrowsers, status: 200, type: html, has: "<h1>Catalogue of books</h1>" },
  { path: "/", accept: "*/*", status: 200, type: "application/json", has: '"openapi": "3.1.1"' },
  { path: "/", accept: "text/html;q=0, */*", status: 200, type: "application/json", has: '"openapi"' },
  { path: "", accept: "*/*", status: 308, type: undefined, has: "" },
  {
    path: "/reference/types/http.Problem",
    accept: "*/*",
    status: 200,
    type: html,
    has: "<h1>http.Problem</h1>",
  },
  { path: "/reference/types/http%2eProblem", accept: "*/*", status: 200, type: html, has: "http.Problem" },
  {
    path: "/reference/types/None",
    accept: asBrowsers,
    status: 404,
    type: "application/problem+json",
    has: "NotFound",
  },
  {
    path: "/reference/%ff",
    accept: asBrowsers,
    status: 404,
    type: "application/problem+json",
    has: "NotFound",
  },
  {
    path: "/reference/assets/site.css",
    accept: "text/css",
    status: 200,
    type: "text/css; charset=utf-8",
    has: "--canvas",
  },
  {
    path: "/reference/assets/reference.js",
    accept: "*/*",
    status: 200,
    type: "text/javascript; charset=utf-8",
    has: "fetch(",
  },
  {
    path: "/reference/assets/..%2fpage.hbs",
    accept: "*/*",
    status: 404,
    type: "application/problem+json",
    has: "NotFound",
  },
  { path: "/problems/NotJson", accept: asBrowsers, status: 200, type: html, has: "HTTP status 400" },
  {
    path: "/problems/NotJson",
    accept: "*/*",
    status: 200,
    type: "text/plain; charset=utf-8",
    has: "NotJson",
  },
  {
    path: "/problems/None",
    accept: asBrowsers,
    status: 404,
    type: "application/problem+json",
    has: "NotFound",
  },
])("GET $path with Accept $accept: $status $type", async ({ path, accept, status, type, has }) => {
  const reply = await send(server, { method: "GET", path: jsonPath + path, headers: { Accept: accept } });
  expect(reply).toMatchObject({ status });
  expect(reply.headers["content-type"]).toBe(type);
  expect(reply.body).toContain(has);
  if (status === 308) expect(reply.headers.location).toBe(`${jsonPath}/`);
  if (type === html) {
    expect(reply.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'self'; /);
    expect(reply.headers["content-security-policy"]).not.toContain("unsafe");
    expect(reply.headers.vary).toBe("Accept");
  }
});

test("each operation has a page, with the address of the server in its samples", async () => {
  const { paths } = JSON.parse(built.openApi) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  };
  const names = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(names).toHaveLength(6);
  for (const name of names) {
    const { status, body } = await send(server, { method: "GET", path: `${jsonPath}/reference/${name}` });
    expect({ name, status }).toEqual({ name, status: 200 });
    expect(body).toContain(`http://127.0.0.1:${server.port}${jsonPath}/`);
  }
});

test("HEAD has no body, and other methods are none of a page", async () => {
  const path = `${jsonPath}/`;
  const headers = { Accept: asBrowsers };
  expect(await send(server, { method: "HEAD", path, headers })).toMatchObject({ status: 200, body: "" });
  expect((await send(server, { method: "POST", path, headers })).status).toBe(405);
});
