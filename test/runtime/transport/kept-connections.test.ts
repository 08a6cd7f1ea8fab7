import { Agent, createServer, request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test } from "@jest/globals";
import { ClientError } from "#runtime/errors/client-error.js";
import { mayRepeat } from "#runtime/interceptors/retry.js";
import { closeIdleInTime, noteKeepAlive } from "#runtime/transport/kept-connections.js";
import { nodeTransport } from "#runtime/transport/node.js";
import type { TransportRequest } from "#runtime/transport/transport.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const request: TransportRequest = {
  method: "POST",
  target: "",
  headers: { "content-type": "text/plain" },
  body: "x",
  timeout: 150_000,
  signal: undefined,
};

describe("an idle connection is closed a second before the server does", () => {
  /** The milliseconds after which the agent closes the connection of a response; undefined if it did so at once. */
  const idleTime = async (headers: OutgoingHttpHeaders, timeout: number): Promise<number | undefined> => {
    const server = createServer((_, response) => response.writeHead(200, headers).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const agent = new Agent({ keepAlive: true, timeout });
    closeIdleInTime(agent, timeout);
    closing.push(
      () => server.close(),
      () => {
        agent.destroy();
      },
    );
    const freed = new Promise((resolve) => agent.on("free", resolve));
    httpRequest({ agent, port: (server.address() as AddressInfo).port }, (incoming) => {
      noteKeepAlive(incoming);
      incoming.resume();
    }).end();
    await freed;
    const [sockets = []] = Object.values(agent.freeSockets);
    const [socket] = sockets;
    return socket === undefined || socket.destroyed ? undefined : socket.timeout;
  };

  test.each<readonly [string | undefined, number | undefined, number?]>([
    ["timeout=5", 4_000],
    ["timeout=5, max=100", 4_000],
    ["max=100, timeout=15", 14_000],
    ["Timeout=2", 1_000],
    ['timeout="3"', 2_000],
    ["timeout = 20", 19_000],
    ["timeout=1", undefined],
    ["timeout=0", undefined],
    ["timeout=300", 60_000],
    ["timeout=300", 299_000, 0],
    ["max=100", 60_000],
    ["timeout=x", 60_000],
    [undefined, 60_000],
  ])("Keep-Alive: %s, after %s ms", async (value, wanted, timeout = 60_000) => {
    const headers = { connection: "keep-alive", ...(value === undefined ? {} : { "keep-alive": value }) };
    expect(await idleTime(headers, timeout)).toBe(wanted);
  });
});

/** In another thread, so that it closes connections while this one is busy: closes each `after` milliseconds after its response. */
const closingServer = `
const { parentPort, workerData } = require("node:worker_threads");
let connections = 0, requests = 0;
const server = require("node:net").createServer((socket) => {
  connections++;
  socket.on("error", () => undefined);
  socket.on("data", () => {
    requests++;
    socket.write("HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n");
    if (connections === 1) setTimeout(() => workerData.how === "reset" ? socket.resetAndDestroy() : socket.end(), workerData.after);
  });
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
parentPort.on("message", () => parentPort.postMessage({ connections, requests }));
`;

const next = (worker: Worker): Promise<unknown> => new Promise((resolve) => worker.once("message", resolve));

describe("a connection that the server closed while it was idle", () => {
  test.each([
    ["closed", 100, "timers"],
    ["closed", 1_100, "timers"],
    ["closed", 1_100, "input"],
    ["reset", 100, "timers"],
    ["reset", 1_100, "input"],
  ])("%s after %d ms, a call from %s", async (how, after, from) => {
    const worker = new Worker(closingServer, { eval: true, workerData: { how, after } });
    closing.push(() => worker.terminate());
    const transport = nodeTransport({ url: `http://127.0.0.1:${String(await next(worker))}/` });
    closing.push(() => {
      transport.close();
    });
    await transport.send(request);
    await new Promise((resolve) => setTimeout(resolve, 10));
    // This thread sees nothing of the closing.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, after + 100);
    if (from === "input") {
      worker.postMessage("");
      await next(worker);
    }
    const answer = await transport.send(request);
    expect(answer.status).toBe(200);
    worker.postMessage("");
    expect(await next(worker)).toEqual({ connections: 2, requests: 2 });
  });

  test("closed after the request was written: only an idempotent call may be repeated", async () => {
    let requests = 0;
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on("data", () => {
        if (++requests === 1) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        else socket.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const transport = nodeTransport({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
    closing.push(
      () => server.close(),
      () => {
        transport.close();
      },
    );
    await transport.send(request);
    await new Promise((resolve) => setTimeout(resolve, 10));
    const error = await transport.send(request).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ClientError);
    expect([requests, sockets.size]).toEqual([2, 1]);
    expect([mayRepeat(error), mayRepeat(error, true)]).toEqual([false, true]);
  });
});
