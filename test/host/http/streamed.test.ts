import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Messenger, MessengerClient, type DistributionListDescription } from "messenger-client";
import type { RunningServer } from "messenger-gen-host";
import type { BindingName, CallContext } from "messenger-gen-runtime";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { nodeTransport } from "messenger-gen-runtime/node";
import { atSomePace } from "../../at-some-pace.js";
import { eventually } from "../../eventually.js";
import { keepingLog, raw, send, type Reply } from "../greeter/server.js";
import { path, row, rows, RowsService, serveRows, type MakeRows, type RowsOptions } from "./rows-service.js";

const many = 3_000;
const query = "customerID=42&userName=api&userPassword=x&listId=&listName=&listCategory=";
const target = `${path}/HTTP_FindDistributionLists`;
const namespace = "http://pmmsoapmessenger.com/";
const fields = "<customerID>42</customerID><userName>api</userName><userPassword>x</userPassword>";
const envelope = (uri: string): string =>
  `<s:Envelope xmlns:s="${uri}"><s:Body><HTTP_FindDistributionLists xmlns="${namespace}">${fields}</HTTP_FindDistributionLists></s:Body></s:Envelope>`;

const servers: RunningServer[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill();
  for (const server of servers.splice(0)) await server.close();
});

async function started(make: MakeRows, options?: RowsOptions): Promise<RunningServer> {
  const server = await serveRows(make, options);
  servers.push(server);
  return server;
}

const bindings: Readonly<Record<BindingName, (server: RunningServer) => Promise<Reply>>> = {
  soap11: (server) =>
    send(server, {
      path,
      headers: { "Content-Type": "text/xml" },
      body: envelope("http://schemas.xmlsoap.org/soap/envelope/"),
    }),
  soap12: (server) =>
    send(server, {
      path,
      headers: { "Content-Type": "application/soap+xml" },
      body: envelope("http://www.w3.org/2003/05/soap-envelope"),
    }),
  httpGet: (server) => send(server, { path: `${target}?${query}` }),
  httpPost: (server) =>
    send(server, {
      path: target,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: query,
    }),
};

/** Begins to read a response. */
async function begin(server: RunningServer): Promise<IncomingMessage> {
  const sent = request({ host: "127.0.0.1", port: server.port, path: `${target}?${query}`, agent: false });
  sent.on("error", () => undefined);
  sent.end();
  const [incoming] = (await once(sent, "response")) as [IncomingMessage];
  return incoming;
}

/** Reads to the end; false if the response is incomplete. */
async function endOf(incoming: IncomingMessage): Promise<boolean> {
  incoming.resume();
  await new Promise((resolve) => incoming.once("close", resolve).once("error", resolve));
  return incoming.complete;
}

/** Endless items that record their requests and their end. */
function endless() {
  const seen: { rows: number; ended: Promise<void>; call?: CallContext } = {
    rows: 0,
    ended: Promise.resolve(),
  };
  let end: () => void = () => undefined;
  seen.ended = new Promise((resolve) => (end = resolve));
  const make = function* (call: CallContext): Generator<DistributionListDescription> {
    seen.call = call;
    try {
      for (;;) yield row(seen.rows++);
    } finally {
      end();
    }
  };
  return { seen, make };
}

describe.each(Object.entries(bindings))("over %s", (_binding, call) => {
  test("streamed items give the same response as an array, in chunks", async () => {
    const later = await call(await started(() => rows(many)));
    const whole = await call(await started(() => [...rows(many)]));
    expect(later.body === whole.body).toBe(true);
    expect(later.status).toBe(200);
    expect(later.headers).toMatchObject({ "transfer-encoding": "chunked" });
    expect(later.headers).toMatchObject({ "content-type": whole.headers["content-type"] });
    expect(later.headers).not.toHaveProperty("content-length");
  });

  test.each([0, 1, 100])("%p rows are whole, with their length", async (count) => {
    const later = await call(await started(() => rows(count)));
    const whole = await call(await started(() => [...rows(count)]));
    expect(later.body).toBe(whole.body);
    expect({ ...later.headers, date: "" }).toEqual({ ...whole.headers, date: "" });
    expect(later.headers).toHaveProperty("content-length", String(Buffer.byteLength(later.body)));
  });

  test("an error of the first rows is a fault", async () => {
    const make = function* (): Generator<DistributionListDescription> {
      yield row(1);
      throw new Error("broken");
    };
    const log = keepingLog();
    const { status, body, headers } = await call(await started(make, { log }));
    expect(status).toBe(500);
    expect(body).toContain("Server was unable to process request. Reference: ");
    expect(headers).toHaveProperty("content-length");
    expect(log.lines.map(({ event }) => event)).toEqual(["unexpected error", "call"]);
  });

  test("an error of later rows aborts the response", async () => {
    const make = async function* (): AsyncGenerator<DistributionListDescription> {
      yield* rows(many);
      throw new Error("broken");
    };
    const log = keepingLog();
    await expect(call(await started(make, { log }))).rejects.toThrow("aborted");
    expect(log.lines.map(({ event }) => event)).toEqual(["unexpected error", "call aborted"]);
    expect(log.lines[0]?.fields["err"]).toMatchObject({ message: "broken" });
    expect(log.lines[1]?.fields).toMatchObject({ status: undefined });
  });
});

describe("rows end", () => {
  test("when the caller leaves", async () => {
    const { seen, make } = endless();
    const log = keepingLog();
    const incoming = await begin(await started(make, { log }));
    incoming.destroy();
    await seen.ended;
    expect(seen.call?.signal.aborted).toBe(true);
    await eventually(() => log.lines.length > 0);
    expect(log.lines.map(({ event }) => event)).toEqual(["call abandoned"]);
  });

  test("when the caller stops reading; none are created meanwhile", async () => {
    await atSomePace(async (pace) => {
      const { seen, make } = endless();
      const incoming = await begin(await started(make, { limits: { sendTime: 300 * pace } }));
      incoming.pause();
      await seen.ended;
      expect(seen.rows).toBeLessThan(100_000);
      expect(await endOf(incoming)).toBe(false);
    });
  });

  test("when the server is closed and has waited", async () => {
    const { seen, make } = endless();
    const server = await started(make, { limits: { closeTime: 100 } });
    const incoming = await begin(server);
    const ended = endOf(incoming);
    await server.close();
    await seen.ended;
    expect(await ended).toBe(false);
  });
});

describe("rows whose iterator fails at its end do no harm", () => {
  const failures: unknown[] = [];
  const note = (error: unknown): unknown => failures.push(error);
  beforeEach(() => void process.on("unhandledRejection", note));
  afterEach(() => void process.off("unhandledRejection", note));

  const failingEnd = (begun: Promise<unknown>): MakeRows =>
    async function* () {
      try {
        await begun;
        yield* rows(many);
      } finally {
        await Promise.reject(new Error("not closed"));
      }
    };

  test("after the time of their call", async () => {
    let begin: (begun: unknown) => void = () => undefined;
    const begun = new Promise((resolve) => (begin = resolve));
    const server = await started(failingEnd(begun), { limits: { callTime: 50 } });
    expect((await bindings.httpGet(server)).status).toBe(504);
    begin(undefined);
    await delay(100);
    expect(failures).toEqual([]);
  });

  test("when a listener puts another answer in their place", async () => {
    const server = await started(failingEnd(Promise.resolve()), {
      onSoapServer: (soap) =>
        soap.on("response", (response: { result: string }) => (response.result = "<other/>")),
    });
    expect((await bindings.soap11(server)).body).toBe("<other/>");
    await delay(100);
    expect(failures).toEqual([]);
  });
});

test.each(["soap11", "soap12"] as const)(
  "a listener sees the beginning, and the rest follows, in %s",
  async (version) => {
    const plain = await bindings[version](await started(() => rows(many)));
    const seen: string[] = [];
    const server = await started(() => rows(many), {
      onSoapServer: (soap) => {
        soap.on("response", ({ result }: { result: string }) => seen.push(result));
        soap.addSoapHeader("<a/>");
      },
    });
    const heard = await bindings[version](server);
    expect(
      heard.body === plain.body.replace("<soap:Body>", "<soap:Header><a/></soap:Header><soap:Body>"),
    ).toBe(true);
    expect(seen[0]?.length).toBeLessThan(plain.body.length / 2);
  },
);

test.each(["soap11", "soap12"] as const)(
  "a response is whole when another call is refused while it is emitted, in %s",
  async (version) => {
    const plain = await bindings[version](await started(() => rows(many)));
    let refuse: ((decision: boolean) => void) | undefined;
    const server = await started(() => rows(many), {
      onSoapServer: (soap) => {
        soap.on("response", () => refuse?.(false));
        soap.authenticate = ((_security: unknown, done: typeof refuse) => {
          if (refuse !== undefined) return true;
          refuse = done;
          return undefined;
        }) as never;
      },
    });
    const refused = bindings[version](server);
    await eventually(() => refuse !== undefined);
    expect((await bindings[version](server)).body === plain.body).toBe(true);
    expect((await refused).body).toContain("The caller is not authenticated.");
  },
);

test("rows that time out abort the response, and their call is aborted", async () => {
  await atSomePace(async (pace) => {
    let signal: AbortSignal | undefined;
    const make: MakeRows = async function* (call) {
      yield* rows(many);
      ({ signal } = call);
      await new Promise(() => undefined);
    };
    const log = keepingLog();
    const server = await started(make, { limits: { callTime: 200 * pace }, log });
    expect(await endOf(await begin(server))).toBe(false);
    expect(signal?.aborted).toBe(true);
    expect(log.lines.map(({ event }) => event)).toEqual(["unexpected error", "call aborted"]);
  });
});

test("a response lasts as long as its caller reads, independent of the time limit of calls", async () => {
  await atSomePace(async (pace) => {
    const make = async function* (): AsyncGenerator<DistributionListDescription> {
      for (let part = 0; part < 4; part++) {
        yield* rows(1_000);
        await delay(100 * pace);
      }
    };
    const server = await started(make, { limits: { callTime: 200 * pace } });
    expect(await endOf(await begin(server))).toBe(true);
  });
});

describe("on one connection", () => {
  const get = (version: string): string => `GET ${target}?${query} HTTP/${version}\r\nHost: a\r\n`;

  test("responses are sent one after the other", async () => {
    const server = await started(() => rows(many));
    const { text } = await raw(
      server,
      `${get("1.1")}\r\n${get("1.1")}\r\n${get("1.1")}Connection: close\r\n\r\n`,
    );
    const answers = text.split("HTTP/1.1 200 OK").slice(1);
    expect(answers).toHaveLength(3);
    for (const answer of answers) expect(answer).toMatch(/<\/FindListsResult>\r\n0\r\n\r\n$/);
  });

  test("HTTP/1.0 has no chunks: the end of the connection is that of the response", async () => {
    const { text, closed } = await raw(await started(() => rows(many)), `${get("1.0")}\r\n`);
    expect(closed).toBe(true);
    expect(text).toMatch(/<\/FindListsResult>$/);
    expect(text).not.toMatch(/transfer-encoding/i);
  });

  test("those that wait for their turn have the time that others take", async () => {
    await atSomePace(async (pace) => {
      let calls = 0;
      const make = async function* (): AsyncGenerator<DistributionListDescription> {
        const first = calls++ === 0;
        yield* rows(many);
        if (first) await delay(600 * pace);
        yield* rows(many);
      };
      const server = await started(make, { limits: { sendTime: 200 * pace } });
      const { text } = await raw(server, `${get("1.1")}\r\n${get("1.1")}Connection: close\r\n\r\n`);
      expect(text.split("</FindListsResult>\r\n0\r\n\r\n")).toHaveLength(3);
    });
  });

  test("so many wait for their turn, and one more is refused and the last", async () => {
    let calls = 0;
    const make = async function* (): AsyncGenerator<DistributionListDescription> {
      if (++calls === 1) await eventually(() => log.lines.some(({ event }) => event === "request refused"));
      yield row(calls);
    };
    const log = keepingLog();
    const server = await started(make, { log, limits: { requestsWaiting: 3 } });
    const one = `${get("1.1")}\r\n`;
    const { text, closed } = await raw(server, one.repeat(10));
    expect(closed).toBe(true);
    expect(text.match(/HTTP\/1.1 [0-9]+/g)).toEqual([
      ...Array<string>(4).fill("HTTP/1.1 200"),
      "HTTP/1.1 503",
    ]);
    expect(calls).toBe(4);
  });

  test("those that wait for their turn end with the connection", async () => {
    const all = [endless(), endless()];
    let calls = 0;
    const server = await started((call) => all[calls++]?.make(call) ?? []);
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`${get("1.1")}\r\n${get("1.1")}\r\n`);
    await once(socket, "data");
    socket.destroy();
    await Promise.all(all.map(({ seen }) => seen.ended));
  });
});

describe("the generated client", () => {
  const user = { CustomerID: 42, Name: "api", Password: "x" };
  const failing = async function* (): AsyncGenerator<DistributionListDescription> {
    yield* rows(many);
    throw new Error("broken");
  };
  const transports = {
    "over HTTP": async (make: MakeRows) => nodeTransport({ url: (await started(make)).url }),
    "in memory": async (make: MakeRows) => inMemoryTransport(Messenger, new RowsService(make)),
  };

  test.each(Object.entries(transports))("reads an array %s", async (_name, open) => {
    const client = new MessengerClient({ transport: await open(() => rows(many)) });
    const { Lists } = await client.findDistributionLists({ user });
    expect(Lists).toHaveLength(many);
    expect(Lists?.[many - 1]).toMatchObject(row(many - 1));
  });

  test.each(Object.entries(transports))("fails when the rows do, %s", async (_name, open) => {
    const client = new MessengerClient({ transport: await open(failing) });
    await expect(client.findDistributionLists({ user })).rejects.toMatchObject({ code: "Transport" });
  });
});

test("a million rows are sent with a heap of 64 MB, and other callers have their turn", async () => {
  const count = 1_000_000;
  const child = fork("dist/test/host/http/rows-process.js", [String(count)], {
    execArgv: ["--max-old-space-size=64"],
  });
  children.push(child);
  const [port] = (await once(child, "message")) as [number];
  const incoming = await begin({ port } as RunningServer);
  incoming.pause();
  await delay(500);
  let size = 0;
  let tail = "";
  incoming.on("data", (chunk: Buffer) => {
    size += chunk.length;
    tail = (tail + chunk.toString("latin1")).slice(-400);
  });
  incoming.resume();
  const ended = once(incoming, "end");
  for (let call = 0; call < 5; call++) {
    expect((await send({ port }, { path: `${path}?wsdl` })).status).toBe(200);
    expect(incoming.complete).toBe(false);
  }
  await ended;
  expect(size).toBeGreaterThan(200_000_000);
  expect(tail).toContain(`<Name>List ${count - 1}</Name>`);
  expect(tail).toMatch(/<\/FindListsResult>$/);
  child.disconnect();
  await once(child, "exit");
});
