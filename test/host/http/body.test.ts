import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync, deflateSync, deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { defaultLimits, type RunningServer } from "messenger-gen-host";
import { element, envelope, namespace } from "../../runtime/greeter.js";
import { atSomePace } from "../../at-some-pace.js";
import { eventually } from "../../eventually.js";
import { greetAction, mountPath, raw, send, serveGreeter } from "../greeter/server.js";

const limits = { ...defaultLimits, body: 20_000, largeBody: 200_000, largeBodies: 1 };
let server: RunningServer;
const waiting: (() => void)[] = [];
beforeAll(async () => {
  server = await serveGreeter({
    limits,
    largeBodyOperations: ["HTTP_Greet"],
    implementation: {
      httpGreet: async ({ name = "" }) => {
        if (name.startsWith("wait")) await new Promise<void>((resolve) => waiting.push(resolve));
        return { Text: String(name.length), Count: 1 };
      },
    },
  });
});
afterAll(() => server.close());

const action = (name: string) => ({ SOAPAction: `"${namespace}${name}"` });
const xml = { "Content-Type": "text/xml" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };

/** A message of an operation with exactly so many bytes. */
function message(operation: string, size: number): string {
  const text = envelope("soap11", element(operation));
  return text.replace("Ann", "a".repeat(size - text.length + 3));
}

function formOf(size: number, start = ""): string {
  const text = `customerID=1&loud=false&name=${start}`;
  return text + "a".repeat(size - text.length);
}

test("the limits of a server are those that are documented", () => {
  expect(defaultLimits).toMatchObject({ body: 4_194_304, largeBody: 33_554_432, largeBodies: 4 });
});

describe("the size of a body", () => {
  test.each([
    { name: "at the limit", headers: xml, body: message("Greet", 20_000), want: 200 },
    {
      name: "above the limit",
      headers: { ...xml, ...action("Greet") },
      body: message("Greet", 20_001),
      want: 413,
    },
    {
      name: "large, and named by SOAPAction",
      headers: { ...xml, ...action("HTTP_Greet") },
      body: message("HTTP_Greet", 200_000),
      want: 200,
    },
    {
      name: "large, SOAPAction without quotes",
      headers: { ...xml, SOAPAction: `${namespace}HTTP_Greet` },
      body: message("HTTP_Greet", 30_000),
      want: 200,
    },
    {
      name: "above the large limit",
      headers: { ...xml, ...action("HTTP_Greet") },
      body: message("HTTP_Greet", 200_001),
      want: 413,
    },
    {
      name: "large, and named nowhere",
      headers: { ...xml, SOAPAction: '""' },
      body: message("HTTP_Greet", 20_001),
      want: 413,
    },
    {
      name: "large, with another operation in the body",
      headers: { ...xml, ...action("HTTP_Greet") },
      body: message("Greet", 30_000),
      want: 413,
    },
    {
      name: "large, and malformed",
      headers: { ...xml, ...action("HTTP_Greet") },
      body: `<x>${"a".repeat(30_000)}`,
      want: 500,
    },
    {
      name: "large, named by the action parameter",
      headers: { "Content-Type": `application/soap+xml; action="${namespace}HTTP_Greet"` },
      body: message("HTTP_Greet", 30_000).replace(
        "http://schemas.xmlsoap.org/soap/envelope/",
        "http://www.w3.org/2003/05/soap-envelope",
      ),
      want: 200,
    },
    { name: "of a form at the limit", path: "/HTTP_Greet", headers: form, body: formOf(20_000), want: 200 },
    {
      name: "of a form of a large operation",
      path: "/HTTP_Greet",
      headers: form,
      body: formOf(30_000),
      want: 200,
    },
    {
      name: "of a form of another operation",
      path: "/Greet",
      headers: form,
      body: formOf(30_000),
      want: 413,
    },
    {
      name: "of a form above the large limit",
      path: "/HTTP_Greet",
      headers: form,
      body: formOf(200_001),
      want: 413,
    },
  ])("$name: $want", async ({ path = "", headers, body, want }) => {
    for (const length of [
      { "Content-Length": String(Buffer.byteLength(body)) },
      { "Transfer-Encoding": "chunked" },
    ]) {
      const reply = await send(server, { path: mountPath + path, headers: { ...headers, ...length }, body });
      expect(reply.status).toBe(want);
    }
  });

  test("that is declared too large is refused before it is sent", async () => {
    const head = `POST ${mountPath} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nSOAPAction: ${greetAction}\r\n`;
    const { text, closed } = await raw(server, `${head}Content-Length: 1000000000\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
    expect(text).toContain("Connection: close");
    expect(closed).toBe(true);
  });

  test("that is chunked and never ends is refused at the limit", async () => {
    const head = `POST ${mountPath} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nSOAPAction: ${greetAction}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const { text, closed } = await raw(server, `${head}${`1000\r\n${"a".repeat(4096)}\r\n`.repeat(6)}`);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(closed).toBe(true);
  });

  test("is asked for only when it will be read", async () => {
    const head = `POST ${mountPath} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nSOAPAction: ${greetAction}\r\nExpect: 100-continue\r\nConnection: close\r\n`;
    const refused = await raw(server, `${head}Content-Length: 20001\r\n\r\n`);
    expect(refused.text).toMatch(/^HTTP\/1\.1 413 /);
    const body = envelope("soap11", element("Greet"));
    const read = await raw(server, `${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    expect(read.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });
});

/** Resumes the waiting call, after there is one. */
async function release(): Promise<void> {
  await eventually(() => waiting.length > 0);
  for (const go of waiting.splice(0)) go();
}

test("one large body too many gets 503 and may try again later", async () => {
  const post = (size: number, start: string) =>
    send(server, { path: `${mountPath}/HTTP_Greet`, headers: form, body: formOf(size, start) });
  const first = post(30_000, "wait");
  await eventually(() => waiting.length > 0);
  const second = await post(30_000, "wait");
  expect(second.status).toBe(503);
  expect(second.headers["retry-after"]).toBe("1");
  expect((await post(300, "")).status).toBe(200);
  await release();
  expect((await first).status).toBe(200);
  await eventually(async () => (await post(30_000, "")).status === 200);
});

describe("slots for large bodies", () => {
  const head = (size: number): string =>
    `POST ${mountPath}/HTTP_Greet HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${size}\r\n\r\n`;

  test("are taken by received bytes, not by the declared length", async () => {
    const sockets = Array.from({ length: 5 }, () => connect(server.port, "127.0.0.1"));
    for (const socket of sockets) socket.on("error", () => undefined).write(head(30_000) + formOf(20_000));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    const large = await send(server, {
      path: `${mountPath}/HTTP_Greet`,
      headers: form,
      body: formOf(30_000),
    });
    expect(large.status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("are lost by a body that stops", async () => {
    await atSomePace(async (pace) => {
      const hasty = await serveGreeter({
        limits: { ...limits, paceBytes: 1_000, paceTime: 50 * pace },
        largeBodyOperations: ["HTTP_Greet"],
      });
      const { text, closed } = await raw(hasty, head(200_000) + formOf(25_000));
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(closed).toBe(true);
      const next = await send(hasty, {
        path: `${mountPath}/HTTP_Greet`,
        headers: form,
        body: formOf(30_000),
      });
      expect(next.status).toBe(200);
      await hasty.close();
    });
  });
});

describe("content coding", () => {
  const plain = Buffer.from(envelope("soap11", element("Greet")));
  const zipped = gzipSync(plain);
  const bomb = gzipSync(Buffer.alloc(50_000_000, " "));
  test.each([
    { name: "none", coding: "identity", body: plain, want: 200 },
    { name: "gzip", coding: "gzip", body: zipped, want: 200 },
    { name: "gzip in capitals", coding: "GZIP", body: zipped, want: 200 },
    { name: "gzip by its old name", coding: "x-gzip", body: zipped, want: 200 },
    {
      name: "gzip in two members",
      coding: "gzip",
      body: Buffer.concat([gzipSync(plain.subarray(0, 20)), gzipSync(plain.subarray(20))]),
      want: 200,
    },
    { name: "deflate", coding: "deflate", body: deflateSync(plain), want: 200 },
    { name: "deflate without zlib header", coding: "deflate", body: deflateRawSync(plain), want: 200 },
    { name: "gzip that is none", coding: "gzip", body: plain, want: 400 },
    { name: "gzip that is cut", coding: "gzip", body: zipped.subarray(0, -5), want: 400 },
    {
      name: "gzip with a wrong checksum",
      coding: "gzip",
      body: Buffer.concat([zipped.subarray(0, -8), Buffer.alloc(8)]),
      want: 400,
    },
    {
      name: "gzip with bytes behind it",
      coding: "gzip",
      body: Buffer.concat([zipped, Buffer.from("more")]),
      want: 400,
    },
    {
      name: "gzip with zeros behind it",
      coding: "gzip",
      body: Buffer.concat([zipped, Buffer.alloc(3)]),
      want: 400,
    },
    { name: "gzip of nothing at all", coding: "gzip", body: Buffer.alloc(0), want: 400 },
    { name: "deflate that is none", coding: "deflate", body: Buffer.from([0x78, 0x9c, 1, 2, 3]), want: 400 },
    { name: "gzip twice", coding: "gzip, gzip", body: gzipSync(zipped), want: 415 },
    { name: "br", coding: "br", body: plain, want: 415 },
    { name: "an unknown coding", coding: "zip", body: plain, want: 415 },
    { name: "a bomb", coding: "gzip", body: bomb, want: 413 },
    {
      name: "inflating above the limit",
      coding: "gzip",
      body: gzipSync(message("Greet", 20_001)),
      want: 413,
    },
    {
      name: "a bomb named as a large body",
      coding: "gzip",
      body: bomb,
      headers: action("HTTP_Greet"),
      want: 413,
    },
    {
      name: "a large body",
      coding: "gzip",
      body: gzipSync(message("HTTP_Greet", 60_000)),
      headers: action("HTTP_Greet"),
      want: 200,
    },
  ])("$name: $want", async ({ coding, body, headers = {}, want }) => {
    const reply = await send(server, { headers: { ...xml, "Content-Encoding": coding, ...headers }, body });
    expect(reply.status).toBe(want);
    const next = await send(server, { headers: xml, body: plain });
    expect(next.status).toBe(200);
  });

  test("a body that inflates to more than 100 times its size is refused", async () => {
    const roomy = await serveGreeter({ limits: { inflation: 100, body: 40_000_000 } });
    try {
      const body = gzipSync(envelope("soap11", element("Greet")).replace("Ann", " ".repeat(20_000_000)));
      const reply = await send(roomy, { headers: { ...xml, "Content-Encoding": "gzip" }, body });
      expect(reply.status).toBe(413);
    } finally {
      await roomy.close();
    }
  });
});
