import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { eventually } from "../../eventually.js";
import { element, envelope } from "../../runtime/greeter.js";
import { accepted } from "../greeter/accepted.js";
import { greetAction, keepingLog, mountPath, serveGreeter } from "../greeter/server.js";
import { path as rowsPath, row, rows, serveRows } from "./rows-service.js";

const folder = "test/host/tls";
const tls = { cert: `${folder}/cert.pem`, key: `${folder}/key.pem` };
const ca = readFileSync(tls.cert);

const message = envelope("soap11", element("Greet"));
const soap = (version = "1.1"): string =>
  `POST ${mountPath} HTTP/${version}\r\nHost: a\r\nContent-Type: text/xml\r\nSOAPAction: ${greetAction}\r\nContent-Length: ${message.length}\r\n\r\n${message}`;
const chunked = `POST ${mountPath} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nSOAPAction: ${greetAction}\r\nTransfer-Encoding: chunked\r\n\r\n${message.length.toString(16)}\r\n${message}\r\n0\r\n\r\n`;
const get = `GET ${mountPath}/HTTP_Greet?customerID=1&loud=true HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Bytes of the response; resolves when the server has closed the connection. */
async function received(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks).toString("latin1");
}

/** Sends all requests, then closes the sending side. */
async function halfClosed(open: () => Socket, bytes: string): Promise<string> {
  const socket = open();
  socket.end(bytes);
  return received(socket);
}

const statusLines = (text: string): readonly string[] => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

describe("a caller that closes its sending side behind its requests gets every response, then the connection is closed", () => {
  const servers: { plain?: RunningServer; secure?: RunningServer } = {};
  let calls = 0;
  beforeAll(async () => {
    const greet = async () => {
      calls++;
      await delay(50);
      return { Count: 7 };
    };
    const implementation = { greet, httpGreet: greet };
    servers.plain = await serveGreeter({ implementation });
    servers.secure = await serveGreeter({ implementation, tls });
  });

  const opening = {
    plain: (): Socket => connect({ port: servers.plain?.port ?? 0, host: "127.0.0.1", allowHalfOpen: true }),
    secure: (): Socket => {
      const trusted = { servername: "localhost", ca, allowHalfOpen: true };
      return connectTls(servers.secure?.port ?? 0, "127.0.0.1", trusted);
    },
  };
  const table = [
    { name: "SOAP", bytes: soap(), count: 1 },
    { name: "HTTP/1.0", bytes: soap("1.0"), count: 1 },
    { name: "chunked", bytes: chunked, count: 1 },
    { name: "GET", bytes: get, count: 1 },
    { name: "a pipeline", bytes: soap() + get + chunked, count: 3 },
  ];
  describe.each(["plain", "secure"] as const)("%s", (kind) => {
    test.each(table)("$name", async ({ bytes, count }) => {
      calls = 0;
      const text = await halfClosed(opening[kind], bytes);
      expect(statusLines(text)).toEqual(Array<string>(count).fill("HTTP/1.1 200"));
      expect(text.match(/>7</g)).toHaveLength(count);
      expect(text.match(/Connection: close/gi)).toHaveLength(1);
      expect(calls).toBe(count);
    });

    test("behind a response that left the connection open", async () => {
      const socket = opening[kind]();
      const all = received(socket);
      socket.write(get);
      await once(socket, "data");
      socket.end(get);
      expect(statusLines(await all)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
    });

    test("without a request gets nothing", async () => {
      expect(await halfClosed(opening[kind], "")).toBe("");
    });

    test("within a request gets 400, and nothing runs", async () => {
      calls = 0;
      expect(statusLines(await halfClosed(opening[kind], soap().slice(0, -5)))).toEqual(["HTTP/1.1 400"]);
      expect(calls).toBe(0);
    });
  });
});

describe("streamed items", () => {
  const request = `GET ${rowsPath}/HTTP_FindDistributionLists?customerID=42&userName=a&userPassword=b&listId=&listName=&listCategory= HTTP/1.1\r\nHost: a\r\n\r\n`;
  let server: RunningServer | undefined;
  afterAll(() => server?.close());

  test("reach a caller that has closed its sending side", async () => {
    const own = await serveRows(() => rows(20_000));
    const text = await halfClosed(
      () => connect({ port: own.port, host: "127.0.0.1", allowHalfOpen: true }),
      request,
    );
    await own.close();
    expect(text.match(/<DistributionListDescription>/g)).toHaveLength(20_000);
    expect(text).toContain("</FindListsResult>");
    expect(text).toMatch(/\r\n0\r\n\r\n$/);
  });

  test.each([
    { name: "has gone", sendTime: 60_000, leave: (socket: Socket) => socket.destroy() },
    { name: "reads nothing", sendTime: 100, leave: (socket: Socket) => socket.pause().end() },
  ])("end when that caller $name", async ({ sendTime, leave }) => {
    const log = keepingLog();
    let count = 0;
    server = await serveRows(
      function* () {
        for (;;) yield row(count++);
      },
      { log, limits: { sendTime } },
    );
    const ofServer = accepted(server.port);
    const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => undefined);
    socket.write(request);
    await once(socket, "data");
    leave(socket);
    const connection = await ofServer;
    await eventually(() => connection.destroyed && log.lines.length > 0);
    socket.destroy();
    expect(log.lines.map(({ event }) => event)).toEqual(["call abandoned"]);
    await server.close();
  });
});
