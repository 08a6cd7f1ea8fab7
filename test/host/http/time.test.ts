import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { element, envelope } from "../../runtime/greeter.js";
import { accepted, closing } from "../greeter/accepted.js";
import { greetAction, mountPath, post, raw, send, serveGreeter } from "../greeter/server.js";

const size = 20_000_000;
const implementation = { greet: async () => ({ Text: "x".repeat(size), Count: 1 }) };

// Each has one short limit, so that the others do not affect the test.
let hasty: RunningServer;
let soonIdle: RunningServer;
let impatient: RunningServer;
let patient: RunningServer;
beforeAll(async () => {
  hasty = await serveGreeter({ limits: { headersTime: 150, requestTime: 300 } });
  soonIdle = await serveGreeter({ limits: { idleTime: 150 } });
  impatient = await serveGreeter({ limits: { sendTime: 200 }, implementation });
  patient = await serveGreeter({ implementation });
});
afterAll(async () => {
  for (const server of [hasty, soonIdle, impatient, patient]) await server.close();
});

const head = `POST ${mountPath} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nSOAPAction: ${greetAction}\r\n`;
const get = `GET ${mountPath}/HTTP_Greet?customerID=1&loud=true HTTP/1.1\r\nHost: a\r\n\r\n`;

describe("a connection is closed when the caller", () => {
  test.each([
    { name: "sends nothing", bytes: "", want: /^$|^HTTP\/1\.1 408 / },
    { name: "stops in the request line", bytes: "GET ", want: /^HTTP\/1\.1 408 / },
    { name: "stops in the headers", bytes: head, want: /^HTTP\/1\.1 408 / },
    { name: "stops before the body", bytes: `${head}Content-Length: 10\r\n\r\n`, want: /^HTTP\/1\.1 408 / },
    { name: "stops in the body", bytes: `${head}Content-Length: 10\r\n\r\nabc`, want: /^HTTP\/1\.1 408 / },
    {
      name: "stops in a chunk",
      bytes: `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nab`,
      want: /^HTTP\/1\.1 408 /,
    },
  ])("$name", async ({ bytes, want }) => {
    const { text, closed } = await raw(hasty, bytes);
    expect(closed).toBe(true);
    expect(text).toMatch(want);
  });

  test("asks nothing more", async () => {
    const { text, closed } = await raw(soonIdle, get);
    expect(closed).toBe(true);
    expect(text).toMatch(/^HTTP\/1\.1 200 .*<\/Greeting>$/s);
  });

  test.each([
    { name: "sends nothing", bytes: "" },
    { name: "stops in the handshake", bytes: "\u0016\u0003\u0001\u0002\u0000\u0001" },
    { name: "speaks no TLS", bytes: get },
  ])("$name to a server with TLS", async ({ bytes }) => {
    const tls = { cert: "test/host/tls/cert.pem", key: "test/host/tls/key.pem" };
    const secure = await serveGreeter({ tls, limits: { headersTime: 150 } });
    const { closed } = await raw(secure, bytes);
    expect(closed).toBe(true);
    await secure.close();
  });

  test("drips headers", async () => {
    const socket = connect(hasty.port, "127.0.0.1");
    const closed = closing(socket.resume());
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n");
    const drip = setInterval(() => socket.write("X: 1\r\n"), 20);
    await closed;
    clearInterval(drip);
  });

  test("reads no answer", async () => {
    const other = accepted(impatient.port);
    const socket = connect(impatient.port, "127.0.0.1");
    socket.on("error", () => undefined);
    const body = envelope("soap11", element("Greet"));
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    await closing(await other);
    let taken = 0;
    socket.on("data", (chunk: Buffer) => (taken += chunk.length));
    await closing(socket);
    expect(taken).toBeLessThan(size);
  });
});

test("a large answer reaches a caller who reads it", async () => {
  const { status, headers, body } = await post(patient, "soap11", envelope("soap11", element("Greet")));
  expect(status).toBe(200);
  expect(headers["transfer-encoding"]).toBe("chunked");
  expect(body.length).toBeGreaterThan(size);
  expect(body.endsWith("</soap:Envelope>")).toBe(true);
});

test("one address may hold only so many connections at once", async () => {
  const narrow = await serveGreeter({ limits: { connectionsPerAddress: 3 } });
  const sockets = Array.from({ length: 6 }, () => connect(narrow.port, "127.0.0.1"));
  let refused = 0;
  const third = new Promise<void>((resolve) => {
    for (const socket of sockets) {
      void closing(socket.resume()).then(() => {
        refused++;
        if (refused === 3) resolve();
      });
    }
  });
  await third;
  await expect(send(narrow, {})).rejects.toMatchObject({
    code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/),
  });
  expect(refused).toBe(3);
  for (const socket of sockets) socket.destroy();
  const again = (): Promise<number> => send(narrow, {}).then(({ status }) => status, again);
  expect(await again()).toBe(200);
  await narrow.close();
});
