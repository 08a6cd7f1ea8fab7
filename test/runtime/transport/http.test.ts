import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "@jest/globals";
import {
  caller,
  ClientError,
  fetchTransport,
  type Transport,
  type TransportRequest,
} from "#runtime/index.js";
import {
  callHandler,
  bindingFor,
  bindings,
  givenUpBy,
  isRefused,
  methodsOf,
  serviceIndex,
} from "#runtime/host.js";
import { nodeTransport } from "#runtime/node.js";
import { greeter, Greeter, GreeterContract, HttpGreet } from "../greeter.js";
import { localServer, type LocalServer } from "./local-server.js";

const transports = [
  ["node", (url: string, maxResponseBytes?: number) => nodeTransport({ url, ...limit(maxResponseBytes) })],
  ["fetch", (url: string, maxResponseBytes?: number) => fetchTransport({ url, ...limit(maxResponseBytes) })],
] as const;

const limit = (maxResponseBytes?: number) => (maxResponseBytes === undefined ? {} : { maxResponseBytes });

const open: { server?: LocalServer; transport?: Transport } = {};

afterEach(async () => {
  open.transport?.close?.();
  await open.server?.close();
});

const serve = async (listener: (request: IncomingMessage, response: ServerResponse) => void) =>
  (open.server = await localServer(listener));

const post: TransportRequest = {
  method: "POST",
  target: "",
  headers: { "content-type": "text/xml", "x-one": "1" },
  body: "grüße",
  timeout: 60_000,
  signal: undefined,
};

const failure = async (sending: Promise<unknown>): Promise<string> => {
  try {
    await sending;
  } catch (error) {
    if (error instanceof ClientError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "no error";
};

const readAll = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

describe.each(transports)("%s transport", (_name, make) => {
  const connect = (server: LocalServer, maxResponseBytes?: number): Transport =>
    (open.transport = make(server.url, maxResponseBytes));

  test("carries method, path, headers and body there, status, type and bytes back", async () => {
    const seen: unknown[] = [];
    const server = await serve((request, response) => {
      void readAll(request).then((body) => {
        const { method, url, headers } = request;
        seen.push([method, url, headers["content-type"], headers["x-one"], headers["content-length"], body]);
        const fields = { "content-type": "text/plain", "X-Two": ["a", "b"], "set-cookie": ["c=1", "d=2"] };
        response.writeHead(500, fields).end("né");
      });
    });
    const transport = connect(server);
    const answer = await transport.send(post);
    const get = { ...post, method: "GET", target: "/Op?a=%20", headers: {}, body: undefined } as const;
    await transport.send(get);
    const { headers: received, ...rest } = answer;
    expect({ ...rest, body: Buffer.from(answer.body).toString() }).toEqual({
      status: 500,
      contentType: "text/plain",
      body: "né",
    });
    expect([received?.get("X-TWO"), received?.get("absent")]).toEqual(["a, b", null]);
    expect(received?.getSetCookie()).toEqual(["c=1", "d=2"]);
    expect(seen).toEqual([
      ["POST", "/a/Service.asmx", "text/xml", "1", "7", "grüße"],
      ["GET", "/a/Service.asmx/Op?a=%20", undefined, undefined, undefined, ""],
    ]);
  });

  test("an empty response", async () => {
    const server = await serve((_request, response) => response.writeHead(415).end());
    const answer = await connect(server).send(post);
    expect(answer).toMatchObject({ status: 415, contentType: undefined });
    expect(answer.body).toHaveLength(0);
  });

  test("follows no redirect", async () => {
    let requests = 0;
    const server = await serve((_request, response) => {
      requests++;
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    expect(await connect(server).send(post)).toMatchObject({ status: 307 });
    expect(requests).toBe(1);
  });

  test("stops reading a response that is too large", async () => {
    const server = await serve((_request, response) => {
      const chunk = Buffer.alloc(65_536);
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", write);
      write();
    });
    expect(await failure(connect(server, 1_000_000).send(post))).toBe(
      "TooLarge: Response longer than 1000000 bytes",
    );
  });

  test("accepts a response of exactly the limit", async () => {
    const server = await serve((_request, response) => response.end(Buffer.alloc(1_000)));
    expect((await connect(server, 1_000).send(post)).body).toHaveLength(1_000);
  });

  test("fails when the time is over, before and within a response", async () => {
    const server = await serve((request, response) => {
      if (request.url?.endsWith("/half") === true) response.writeHead(200).write("half");
    });
    const transport = connect(server);
    for (const target of ["", "/half"]) {
      const text = await failure(transport.send({ ...post, target, timeout: 50 }));
      expect(text).toBe("Timeout: No complete response within 50 ms");
    }
  });

  test.each([0, Infinity, 2 ** 31 - 1, 2 ** 31, 2 ** 40])("takes a time limit of %d ms", async (timeout) => {
    const server = await serve((_request, response) => {
      setTimeout(() => response.end("later"), 50);
    });
    const { body } = await connect(server).send({ ...post, timeout });
    expect(new TextDecoder().decode(body)).toBe("later");
  });

  test("fails when the signal is aborted, before and within a call", async () => {
    const controller = new AbortController();
    const server = await serve(() => {
      controller.abort();
    });
    const transport = connect(server);
    const { signal } = controller;
    expect(await failure(transport.send({ ...post, signal }))).toBe("Aborted: The call was aborted");
    expect(await failure(transport.send({ ...post, signal }))).toBe("Aborted: The call was aborted");
    expect(server.connections()).toBe(1);
  });

  test("reports a lost connection, before and within a response", async () => {
    const server = await serve((request, response) => {
      if (request.url?.endsWith("/half") !== true) request.socket.destroy();
      else response.writeHead(200, { "content-length": "9" }).write("half", () => request.socket.destroy());
    });
    const transport = connect(server);
    expect(await failure(transport.send(post))).toMatch(/^Transport: No response from 127\.0\.0\.1:/);
    expect(await failure(transport.send({ ...post, target: "/half" }))).toMatch(/^Transport: /);
  });

  test("reports that no server listens", async () => {
    const server = await serve(() => undefined);
    await server.close();
    expect(await failure(connect(server).send(post))).toMatch(/^Transport: No response from 127\.0\.0\.1:/);
  });

  test("refuses a header that cannot be sent", async () => {
    const server = await serve((_request, response) => response.end());
    const transport = connect(server);
    const headers = { "x-one": "a\r\nb: c" };
    expect(await failure(transport.send({ ...post, headers }))).toMatch(/^(InvalidInput|Transport): /);
    expect(server.connections()).toBe(0);
  });

  test("a generated client speaks all bindings over it", async () => {
    const index = serviceIndex(Greeter);
    const answer = callHandler(methodsOf(Greeter, greeter), index);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const server = await serve((request, response) => {
      void readAll(request).then(async (text) => {
        const { method = "", url = "", headers } = request;
        const [path = "", query = ""] = url.slice("/a/Service.asmx".length).split("?");
        const call = bindings[bindingFor({ method, path }) ?? "soap11"].decode(
          { method, path, query, headers, body: Buffer.from(text) },
          index,
          {},
        );
        if (isRefused(call)) throw new Error("refused");
        const { operation, binding } = call;
        const { signal } = new AbortController();
        const context = {
          signal,
          givenUp: givenUpBy(signal),
          deadline: undefined,
          requestId: "1",
          operation: operation.name,
          binding,
          remoteAddress: undefined,
          log,
          lenient: false,
          note: () => undefined,
        };
        const { status, contentType, body } = await answer(call, context);
        response.writeHead(status, { "content-type": contentType }).end(body.join(""));
      });
    });
    const client = caller(GreeterContract, { transport: connect(server) });
    for (const binding of ["soap11", "soap12", "httpGet", "httpPost"] as const) {
      const input = { customerID: 42, name: "Ann & Bo", loud: false };
      expect(await client.call(HttpGreet, input, { binding })).toEqual({ Text: "Ann & Bo", Count: 42 });
    }
  });
});

test("node transport refuses a content coding that it did not request", async () => {
  const server = await serve((_request, response) =>
    response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
  );
  const transport = (open.transport = nodeTransport({ url: server.url }));
  expect(await failure(transport.send(post))).toBe(
    "Protocol: Response in the content coding gzip, which was not requested",
  );
});

test("node transport limits interim responses", async () => {
  const { url } = await serve(({ socket }) => {
    const more = (): void => {
      socket.write("HTTP/1.1 102 Processing\r\n\r\n".repeat(100), (error) => {
        if (!error) setImmediate(more);
      });
    };
    more();
  });
  const transport = (open.transport = nodeTransport({ url }));
  expect(await failure(transport.send(post))).toMatch(
    /^Transport: No response from .*: too many interim responses$/,
  );
});

test("node transport keeps the connection", async () => {
  const server = await serve((_request, response) => response.end("ok"));
  const transport = (open.transport = nodeTransport({ url: server.url }));
  for (let i = 0; i < 5; i++) await transport.send(post);
  expect(server.connections()).toBe(1);
});

test("node transport sends the other requests of a turn after one that cannot be sent or was aborted", async () => {
  const server = await serve((request, response) => {
    void readAll(request).then((body) => response.end(body));
  });
  const transport = (open.transport = nodeTransport({ url: server.url }));
  // As an interceptor in JavaScript may pass it.
  const unsendable = new DataView(new ArrayBuffer(4)) as unknown as Uint8Array;
  const abort = new AbortController();
  const bad = failure(transport.send({ ...post, body: unsendable }));
  const aborted = failure(transport.send({ ...post, signal: abort.signal }));
  const good = transport.send(post);
  abort.abort();
  expect(await bad).toMatch(/^Transport: No response from .*: ERR_INVALID_ARG_TYPE$/u);
  expect(await aborted).toBe("Aborted: The call was aborted");
  expect(Buffer.from((await good).body).toString()).toBe("grüße");
});
