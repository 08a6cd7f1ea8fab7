import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { element, envelope } from "../../runtime/greeter.js";
import { mountPath, raw, send, serveGreeter, type Sent } from "../greeter/server.js";

let server: RunningServer;
beforeAll(async () => {
  server = await serveGreeter({
    mounts: [
      { path: mountPath, compatibility: "strict" },
      { path: "/old/greeter", compatibility: "lenient" },
      { path: "/1256/greeter", compatibility: "strict", charset: "windows-1256" },
    ],
  });
});
afterAll(() => server.close());

const xml = { "Content-Type": "text/xml" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const message = envelope("soap11", element("Greet"));
const bare = "GET, HEAD, OPTIONS, POST";
const named = "GET, OPTIONS, POST";

interface Want {
  readonly status: number;
  readonly type?: string | undefined;
  readonly body?: string | RegExp;
  readonly allow?: string;
}

describe("method and path decide what a request is", () => {
  test.each<{ name: string; sent: Sent; want: Want }>([
    {
      name: "POST of a message",
      sent: { headers: xml, body: message },
      want: { status: 200, type: "text/xml; charset=utf-8", body: /GreetResponse/ },
    },
    {
      name: "any letters, doubled slashes",
      sent: { path: "//BMS/soap//greeter.asmx", headers: xml, body: message },
      want: { status: 200, body: /GreetResponse/ },
    },
    {
      name: "another mount",
      sent: { path: "/Old/Greeter", headers: xml, body: message },
      want: { status: 200, body: /GreetResponse/ },
    },
    {
      name: "GET of an operation",
      sent: { path: `${mountPath}/HTTP_Greet?customerID=7&loud=true&name=ann` },
      want: {
        status: 200,
        type: "text/xml; charset=utf-8",
        body: /<Greeting [^>]*><Text>ANN<\/Text><Count>7<\/Count>/,
      },
    },
    {
      name: "GET of an operation at a mount with a charset",
      sent: { path: "/1256/greeter/HTTP_Greet?customerID=7&loud=true&name=%E3%D1%CD%C8%C7" },
      want: { status: 200, type: "text/xml; charset=utf-8", body: /<Text>مرحبا</ },
    },
    {
      name: "POST of a form in Latin-1",
      sent: {
        path: `${mountPath}/HTTP_Greet`,
        headers: { "Content-Type": "application/x-www-form-urlencoded; charset=ISO-8859-1" },
        body: "customerID=7&loud=true&name=Ren%E9",
      },
      want: { status: 200, body: /<Text>RENÉ</ },
    },
    {
      name: "POST of a form",
      sent: { path: `${mountPath}/HTTP_Greet`, headers: form, body: "customerID=7&loud=false" },
      want: { status: 200, type: "text/xml; charset=utf-8", body: /<Count>7/ },
    },
    {
      name: "POST of a message to an operation",
      sent: { path: `${mountPath}/HTTP_Greet`, headers: xml, body: message },
      want: {
        status: 500,
        type: "text/plain; charset=utf-8",
        body: "Request format is invalid: text/xml.\n",
      },
    },
    {
      name: "parameters of a POST in the query",
      sent: { path: `${mountPath}/HTTP_Greet?customerID=7&loud=true`, headers: form, body: "" },
      want: { status: 500, body: "Missing parameter: customerID.\n" },
    },
    {
      name: "operation in other letters",
      sent: { path: `${mountPath}/http_greet?customerID=7` },
      want: { status: 500, type: "text/plain; charset=utf-8", body: /case sensitive/ },
    },
    {
      name: "unknown operation",
      sent: { path: `${mountPath}/Nope` },
      want: {
        status: 500,
        type: "text/plain; charset=utf-8",
        body: "Nope Web Service method name is not valid.\n",
      },
    },
    {
      name: "operation without this binding",
      sent: { path: `${mountPath}/Greet` },
      want: { status: 500, body: "Greet Web Service method name is not valid.\n" },
    },
    {
      name: "markup in the name of an operation",
      sent: { path: `${mountPath}/<b>` },
      want: { status: 500, type: "text/plain; charset=utf-8", body: /^&lt;b&gt; Web/ },
    },
    {
      name: "inherited name",
      sent: { path: `${mountPath}/constructor` },
      want: { status: 500, body: /^constructor Web/ },
    },
    {
      name: "slash and nothing",
      sent: { path: `${mountPath}/` },
      want: {
        status: 500,
        type: "text/plain; charset=utf-8",
        body: "Request format is unrecognized for URL unexpectedly ending in '/'.\n",
      },
    },
    {
      name: "slash and nothing, POST",
      sent: { path: `${mountPath}/`, headers: xml, body: message },
      want: { status: 500, body: /unexpectedly ending/ },
    },
    { name: "POST without content type", sent: { body: message }, want: { status: 415, body: "" } },
    {
      name: "POST of text/html",
      sent: { headers: { "Content-Type": "text/html" }, body: message },
      want: { status: 415, body: "" },
    },
    {
      name: "POST of JSON",
      sent: { headers: { "Content-Type": "application/json" }, body: "{}" },
      want: { status: 415, body: "" },
    },
    {
      name: "SOAP 1.1 as SOAP 1.2",
      sent: { headers: { "Content-Type": "application/soap+xml" }, body: message },
      want: { status: 415, body: "" },
    },
    { name: "PUT", sent: { method: "PUT" }, want: { status: 405, type: undefined, allow: bare } },
    { name: "PUT with a body", sent: { method: "PUT", body: message }, want: { status: 405, allow: bare } },
    {
      name: "DELETE of an operation",
      sent: { method: "DELETE", path: `${mountPath}/HTTP_Greet` },
      want: { status: 405, allow: named },
    },
    {
      name: "HEAD of an operation",
      sent: { method: "HEAD", path: `${mountPath}/HTTP_Greet` },
      want: { status: 405, allow: named },
    },
    { name: "PATCH, TRACE and the like", sent: { method: "TRACE" }, want: { status: 405, allow: bare } },
    { name: "OPTIONS", sent: { method: "OPTIONS" }, want: { status: 204, allow: bare } },
    {
      name: "OPTIONS of an operation",
      sent: { method: "OPTIONS", path: `${mountPath}/HTTP_Greet` },
      want: { status: 204, allow: named },
    },
    {
      name: "OPTIONS of the server",
      sent: { method: "OPTIONS", path: "*" },
      want: { status: 204, allow: bare },
    },
    {
      name: "HEAD of the page",
      sent: { method: "HEAD" },
      want: { status: 200, type: "text/html; charset=utf-8", body: "" },
    },
    { name: "the root", sent: { path: "/" }, want: { status: 200, type: "text/html; charset=utf-8" } },
    { name: "the root with a query", sent: { path: "/?a" }, want: { status: 404, body: "" } },
    { name: "another path", sent: { path: "/x" }, want: { status: 404, type: undefined, body: "" } },
    {
      name: "another path, POST",
      sent: { path: "/bms/Soap/", headers: xml, body: message },
      want: { status: 404, body: "" },
    },
    { name: "dots in the path", sent: { path: "/bms/x/../Soap/Greeter.asmx" }, want: { status: 404 } },
  ])("$name", async ({ sent, want }) => {
    const { status, headers, body } = await send(server, sent);
    expect(status).toBe(want.status);
    if ("type" in want) expect(headers["content-type"]).toBe(want.type);
    expect(headers.allow).toBe(want.allow);
    if (typeof want.body === "string") expect(body).toBe(want.body);
    else if (want.body !== undefined) expect(body).toMatch(want.body);
  });
});

describe("a mount is strict or lenient", () => {
  test.each([
    { path: `${mountPath}/HTTP_Greet?customerID=7`, status: 500, body: "Missing parameter: loud.\n" },
    { path: "/old/greeter/HTTP_Greet?customerID=7", status: 200, body: /<Count>7/ },
  ])("$path", async ({ path, status, body }) => {
    const reply = await send(server, { path });
    expect(reply.status).toBe(status);
    expect(reply.body).toMatch(body);
  });
});

describe("headers of a response", () => {
  const fixed = ["cache-control", "content-length", "content-type", "date", "connection"];
  test.each<{ name: string; sent: Sent }>([
    { name: "SOAP", sent: { headers: { ...xml, "X-Echo": "echo", Cookie: "a=b" }, body: message } },
    {
      name: "GET",
      sent: { path: `${mountPath}/HTTP_Greet?customerID=7&loud=true`, headers: { "X-Echo": "echo" } },
    },
    { name: "a fault", sent: { headers: { ...xml, SOAPAction: "echo" }, body: "<x" } },
    { name: "the WSDL", sent: { path: `${mountPath}?wsdl` } },
  ])("of $name are the fixed ones", async ({ sent }) => {
    const { headers } = await send(server, sent);
    expect(Object.keys(headers).filter((name) => !fixed.includes(name))).toEqual([]);
    expect(headers["cache-control"]).toBe("private, max-age=0");
    expect(JSON.stringify(headers)).not.toContain("echo");
  });
});

test("one connection carries several requests, with responses in their order", async () => {
  const get = (id: number, more = ""): string =>
    `GET ${mountPath}/HTTP_Greet?customerID=${id}&loud=true HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
  const { text, closed } = await raw(server, get(1) + get(2) + get(3, "Connection: close\r\n"));
  expect([...text.matchAll(/<Count>(\d)/g)].map(([, id]) => id)).toEqual(["1", "2", "3"]);
  expect(closed).toBe(true);
});

test("HTTP/1.0 gets a response and the connection is closed", async () => {
  const { text, closed } = await raw(
    server,
    `GET ${mountPath}/HTTP_Greet?customerID=1&loud=true HTTP/1.0\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(closed).toBe(true);
});

test("the absolute form of a request target is read", async () => {
  const target = `http://example.com${mountPath}/HTTP_Greet?customerID=1&loud=true`;
  const { text } = await raw(
    server,
    `GET ${target} HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n`,
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});
