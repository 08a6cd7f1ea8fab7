import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { defaultLimits } from "messenger-gen-host";
import { element, envelope, namespace } from "../../runtime/greeter.js";
import { atSomePace } from "../../at-some-pace.js";
import { eventually } from "../../eventually.js";
import { greetAction, keepingLog, mountPath, send, serveGreeter } from "../greeter/server.js";

const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

const mebibyte = 1_048_576;
const greet = envelope("soap11", element("Greet"));

/** A message of so many bytes, of which the last are missing. */
function unfinished(size: number, missing: number): string {
  const head = `POST ${mountPath} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nSOAPAction: ${greetAction}\r\nContent-Length: ${size}\r\n\r\n`;
  return head + greet.padStart(size).slice(0, size - missing);
}

/** A connection that sends some bytes and then stalls. */
function stalled(port: number, bytes: string): Socket {
  const socket = connect(port, "127.0.0.1");
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.write(bytes);
  return socket;
}

/** Status of a POST from an address of this machine that no other request uses. */
function postFromElsewhere(port: number, body: string | Buffer, headers = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{
        host: "127.0.0.1",
        localAddress: "127.0.0.2",
        port,
        path: mountPath,
        method: "POST",
        agent: false,
      },
      headers: { "Content-Type": "text/xml", SOAPAction: greetAction, ...headers },
    });
    sent.on("response", (response) => {
      response.resume().on("end", () => {
        resolve(response.statusCode);
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

test("the limit of the memory of bodies is the documented one", () => {
  expect(defaultLimits).toMatchObject({ bodyMemory: 64 * mebibyte, bodyWait: 10_000 });
});

describe("bodies that stop before their end", () => {
  test("leave room for other callers, and lose their memory to those that wait", async () => {
    await atSomePace(async (pace) => {
      const limits = { bodyMemory: mebibyte, bodyWait: 60_000, paceBytes: 1_000, paceTime: 100 * pace };
      const server = await serveGreeter({ limits });
      const slow = Array.from({ length: 6 }, () => stalled(server.port, unfinished(400_000, 1_000)));
      let refused = 0;
      for (const socket of slow) {
        socket.on("data", (bytes: Buffer) => {
          expect(bytes.toString("latin1")).toMatch(/^HTTP\/1\.1 408 /);
          refused++;
        });
      }
      expect(await postFromElsewhere(server.port, greet.padStart(300_000))).toBe(200);
      await eventually(() => refused > 0);
      const { status } = await send(server, {
        body: greet.padStart(400_000),
        headers: { "Content-Type": "text/xml" },
      });
      expect(status).toBe(200);
      for (const socket of slow) socket.destroy();
      await server.close();
    });
  });

  test("do not delay one that continues to send", async () => {
    const server = await serveGreeter({ limits: { bodyMemory: 500_000, paceTime: 100, paceBytes: 1 } });
    const others = Array.from({ length: 5 }, () => stalled(server.port, unfinished(300_000, 1_000)));
    const bodies = Array.from({ length: 8 }, () =>
      send(server, { body: greet.padStart(300_000), headers: { "Content-Type": "text/xml" } }),
    );
    expect((await Promise.all(bodies)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    for (const socket of others) socket.destroy();
    await server.close();
  });

  test("that wait for memory themselves get 503 and may try again", async () => {
    const limits = { bodyMemory: 200_000, bodyWait: 1, paceTime: 60_000 };
    const server = await serveGreeter({ limits });
    const first = stalled(server.port, unfinished(400_000, 1_000));
    const second = stalled(server.port, unfinished(400_000, 1_000));
    let text = "";
    for (const socket of [first, second])
      socket.on("data", (bytes: Buffer) => (text += bytes.toString("latin1")));
    await eventually(() => text !== "");
    expect(text).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n[^]*Retry-After: 5\r\n/);
    first.destroy();
    await server.close();
  });
});

test("a place for a large body is free again when its connection closes before the turn of its response", async () => {
  let answer: (() => void) | undefined;
  const log = keepingLog();
  const server = await serveGreeter({
    log,
    limits: { body: 100_000, largeBody: 400_000, largeBodies: 1 },
    largeBodyOperations: ["HTTP_Greet"],
    implementation: {
      greet: async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return { Count: 1 };
      },
    },
  });
  const head = (size: number, more = ""): string =>
    `POST ${mountPath} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\n${more}Content-Length: ${size}\r\n\r\n`;
  const large = envelope("soap11", element("HTTP_Greet")).padStart(300_000);
  const action = `SOAPAction: "${namespace}HTTP_Greet"\r\n`;
  const first = envelope("soap11", element("HTTP_Greet"));
  const socket = stalled(server.port, head(first.length, action) + first);
  await eventually(() => log.lines.length === 1);
  socket.write(
    head(greet.length, `SOAPAction: ${greetAction}\r\n`) + greet + head(large.length, action) + large,
  );
  // A reset behind bytes that were not read yet would look like the end of a caller that waits.
  await eventually(() => answer !== undefined && log.lines.length === 2);
  socket.resetAndDestroy();
  await eventually(async () => {
    const { status } = await send(server, {
      body: large,
      headers: { "Content-Type": "text/xml", SOAPAction: `${namespace}HTTP_Greet` },
    });
    return status === 200;
  });
  answer?.();
  await server.close();
});

test("the event loop has a turn between the steps of a large message", async () => {
  const server = await serveGreeter();
  let waiting = 0;
  let over = false;
  const look = (): void => {
    waiting += server.load.requestsWaiting;
    if (!over) setImmediate(look);
  };
  look();
  const { status } = await send(server, {
    body: greet.padStart(4 * mebibyte, "\r"),
    headers: { "Content-Type": "text/xml" },
  });
  over = true;
  expect(status).toBe(200);
  expect(waiting).toBeGreaterThanOrEqual(3);
  expect(server.load.requestsWaiting).toBe(0);
  await server.close();
});

test("compressed bodies of one caller, and a small one of another, are all inflated", async () => {
  const server = await serveGreeter({ limits: { bodyMemory: 3 * mebibyte } });
  const headers = { "Content-Type": "text/xml", "Content-Encoding": "gzip" };
  const body = gzipSync(greet.replace("Ann", randomBytes(200_000).toString("hex")));
  const many = Array.from({ length: 30 }, () => send(server, { body, headers }));
  expect(await postFromElsewhere(server.port, gzipSync(greet), { "Content-Encoding": "gzip" })).toBe(200);
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(30).fill(200));
  await server.close();
});

test("250 bodies of 4 MiB that stop take little memory", async () => {
  const child = fork("dist/test/host/http/greeter-process.js");
  const [port] = (await once(child, "message")) as [number];
  const slow = fork("dist/test/host/http/stalled-process.js", [String(port), "250"]);
  slow.send(unfinished(4 * mebibyte, 1_000));
  for (let count = 0; count < 20; count++)
    expect(await postFromElsewhere(port, greet.padStart(count * 10_000))).toBe(200);
  await eventually(async () => {
    const written = await asked<readonly number[]>(slow);
    return written.filter((bytes) => bytes > 1_000_000).length >= 8;
  });
  expect(await postFromElsewhere(port, greet)).toBe(200);
  expect(await asked<number>(child)).toBeLessThan(500 * mebibyte);
  for (const each of [slow, child]) {
    each.disconnect();
    await once(each, "exit");
  }
});

async function asked<T>(child: ChildProcess): Promise<T> {
  child.send("how much");
  const [reply] = (await once(child, "message")) as [T];
  return reply;
}
