import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import type { Limits } from "messenger-gen-host";
import { ServiceFault, type CallContext } from "messenger-gen-runtime";
import { eventually } from "../../eventually.js";
import type { GreeterService } from "../../runtime/greeter.js";
import { element, envelope } from "../../runtime/greeter.js";
import { keepingLog, mountPath, post, send, serveGreeter } from "../greeter/server.js";

const message = envelope("soap11", element("Greet"));

/** An operation that waits for its signal and stores its call. */
function waiting() {
  const calls: CallContext[] = [];
  let begun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (begun = resolve));
  const greet: GreeterService["greet"] = async (_input, call) => {
    calls.push(call);
    begun();
    if (!call.signal.aborted) await once(call.signal, "abort");
    throw call.signal.reason;
  };
  return { calls, started, implementation: { greet, httpGreet: greet } };
}

describe("a call is aborted", () => {
  test("when the connection is reset", async () => {
    const { calls, started, implementation } = waiting();
    const log = keepingLog();
    const server = await serveGreeter({ implementation, log });
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`GET ${mountPath}/HTTP_Greet?customerID=1&loud=true HTTP/1.1\r\nHost: a\r\n\r\n`);
    await started;
    const aborted = once(calls[0]?.signal ?? new EventTarget(), "abort");
    socket.resetAndDestroy();
    await aborted;
    await server.close();
    expect(calls[0]?.signal.reason).toMatchObject({ reason: "Unavailable" });
    expect(log.lines.filter(({ event }) => event === "call")).toEqual([]);
    expect(log.lines.filter(({ event }) => event === "call abandoned")).toHaveLength(1);
  });

  test.each([
    {
      name: "SOAP",
      sent: { headers: { "Content-Type": "text/xml" }, body: message },
      want: { status: 500, body: /<faultcode>soap:Server<\/faultcode><faultstring>The call took too long/ },
    },
    {
      name: "GET",
      sent: { path: `${mountPath}/HTTP_Greet?customerID=1&loud=true` },
      want: { status: 504, body: /^The call took too long/ },
    },
  ])("at its deadline, and answered: $name", async ({ sent, want }) => {
    const { calls, implementation } = waiting();
    const server = await serveGreeter({ implementation, limits: { callTime: 100 } });
    const begun = Date.now();
    const [first, second] = await Promise.all([send(server, sent), send(server, sent)]);
    await server.close();
    for (const reply of [first, second]) {
      expect(reply.status).toBe(want.status);
      expect(reply.body).toMatch(want.body);
    }
    expect(calls).toHaveLength(2);
    for (const { deadline, signal, givenUp } of calls) {
      expect(deadline).toBeGreaterThanOrEqual(begun + 100);
      expect(signal.reason).toMatchObject({ reason: "DeadlineExceeded" });
      expect(givenUp.signal.reason).toBe(signal.reason);
    }
  });
});

describe("a call that is abandoned", () => {
  /** An operation that returns `after` milliseconds after the end of its call, or never. */
  const late = (after: number | undefined, begun: () => void = () => undefined): Partial<GreeterService> => {
    const greet: GreeterService["greet"] = async (_input, { givenUp }) => {
      begun();
      await new Promise<void>((resolve) => givenUp.whenAborted(resolve));
      await (after === undefined ? new Promise(() => undefined) : setTimeout(after));
      return { Count: 7 };
    };
    return { greet, httpGreet: greet };
  };
  const get = { path: `${mountPath}/HTTP_Greet?customerID=1&loud=true` };
  const unknown = "may have been carried out";

  test.each<{ name: string; after?: number; limits: Partial<Limits>; status: number; body: string }>([
    { name: "deadline", after: 20, limits: { callTime: 50 }, status: 200, body: ">7<" },
    { name: "deadline", limits: { callTime: 50, answerTime: 50 }, status: 504, body: unknown },
  ])("by its $name answers $body", async ({ after, limits, status, body }) => {
    const server = await serveGreeter({ implementation: late(after), limits });
    const reply = await send(server, get);
    expect(reply.status).toBe(status);
    expect(reply.body).toContain(body);
  });

  test.each<{ name: string; after?: number; status: number; body: string }>([
    { name: "its result when it comes in time", after: 20, status: 200, body: ">7<" },
    { name: "a fault when it does not", status: 500, body: unknown },
  ])("by a shutdown answers $name", async ({ after, status, body }) => {
    const limits = { closeTime: 50, answerTime: after === undefined ? 50 : 10_000 };
    let begun: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const server = await serveGreeter({
      implementation: late(after, () => {
        begun();
      }),
      limits,
    });
    const [reply] = await Promise.all([send(server, get), started.then(() => server.close())]);
    expect(reply.status).toBe(status);
    expect(reply.body).toContain(body);
  });

  test("is not one whose connection is reset", async () => {
    const { calls, started, implementation } = waiting();
    const server = await serveGreeter({ implementation });
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`GET ${get.path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await started;
    const [call] = calls;
    const aborted = once(call?.signal ?? new EventTarget(), "abort");
    socket.resetAndDestroy();
    await aborted;
    expect(call?.givenUp.aborted).toBe(false);
  });
});

describe("a server that is closed", () => {
  test("waits for calls in progress, and takes no new ones", async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let begun: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const server = await serveGreeter({
      implementation: {
        greet: async () => {
          begun();
          await finished;
          return { Count: 5 };
        },
      },
    });
    const idle = connect(server.port, "127.0.0.1");
    await once(idle, "connect");
    const call = post(server, "soap11", message);
    await started;
    const closed = server.close();
    expect(server.close()).toBe(closed);
    await eventually(() =>
      send(server, {}).then(
        () => false,
        (error: unknown) => (error as NodeJS.ErrnoException).code === "ECONNREFUSED",
      ),
    );
    finish();
    const reply = await call;
    expect(reply.status).toBe(200);
    expect(reply.headers.connection).toBe("close");
    await closed;
    idle.destroy();
  });

  const path = `${mountPath}/HTTP_Greet?customerID=1&loud=true`;
  const get = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

  /** A connection that collects its bytes; `ended` resolves with them at the FIN and rejects at a reset. */
  function caller(port: number) {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
    return { socket, ended: once(socket, "end").then(() => text) };
  }

  test("serves a request that arrives on an idle connection, and closes that connection", async () => {
    const server = await serveGreeter({ limits: { closeIdleTime: 60_000, closeTime: 60_000 } });
    const fresh = caller(server.port);
    const used = caller(server.port);
    await once(fresh.socket, "connect");
    used.socket.write(get);
    await once(used.socket, "data");
    const closed = server.close();
    await eventually(() =>
      send(server, {}).then(
        () => false,
        () => true,
      ),
    );
    fresh.socket.write(get);
    used.socket.write(get);
    expect(await fresh.ended).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*Connection: close\r\n/);
    expect((await used.ended).split("HTTP/1.1 200 OK")).toEqual([
      "",
      expect.stringContaining("Connection: keep-alive"),
      expect.stringContaining("Connection: close"),
    ]);
    await closed;
  });

  test("serves the connections of its backlog", async () => {
    const server = await serveGreeter();
    const callers = Array.from({ length: 20 }, () => caller(server.port));
    for (const { socket } of callers) socket.write(get);
    await Promise.all(callers.map(({ socket }) => once(socket, "connect")));
    await server.close();
    for (const { ended } of callers) expect(await ended).toMatch(/^HTTP\/1.1 200 OK/);
  });

  test("responds to every request of a pipeline, and closes behind the last one", async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let begun = 0;
    const httpGreet: GreeterService["httpGreet"] = async () => {
      begun++;
      await finished;
      return { Count: begun };
    };
    const server = await serveGreeter({ implementation: { httpGreet } });
    const { socket, ended } = caller(server.port);
    socket.write(get);
    await eventually(() => begun === 1);
    const closed = server.close();
    socket.write(get);
    await eventually(() => begun === 2);
    finish();
    expect((await ended).split("HTTP/1.1 200 OK")).toEqual([
      "",
      expect.stringContaining("Connection: keep-alive"),
      expect.stringContaining("Connection: close"),
    ]);
    await closed;
  });

  test("does not run a request behind a response that closes the connection", async () => {
    let calls = 0;
    const httpGreet: GreeterService["httpGreet"] = async () => ({ Count: ++calls });
    const server = await serveGreeter({ implementation: { httpGreet } });
    const { socket, ended } = caller(server.port);
    await once(socket, "connect");
    const refused = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n`;
    socket.write(refused);
    await once(socket, "data");
    socket.write(get.repeat(20));
    expect(await ended).toMatch(/^HTTP\/1.1 413 [^]*Connection: close\r\n/);
    expect(calls).toBe(0);
  });

  test("closes an idle connection with a FIN", async () => {
    const server = await serveGreeter({ limits: { closeIdleTime: 20 } });
    const { socket, ended } = caller(server.port);
    await once(socket, "connect");
    const closed = server.close();
    expect(await ended).toBe("");
    await closed;
  });

  test.each([
    { name: "headers", bytes: `POST ${mountPath} HTTP/1.1\r\nHost: a\r\n` },
    {
      name: "a body",
      bytes: `POST ${mountPath} HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: 9\r\n\r\n<a`,
    },
  ])("sends 503 when the rest of $name does not arrive in time", async ({ bytes }) => {
    const server = await serveGreeter({ limits: { closeIdleTime: 20, closeTime: 300 } });
    const { socket, ended } = caller(server.port);
    socket.write(bytes);
    await once(socket, "connect");
    const closed = server.close();
    const text = await ended;
    expect(text).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n[^]*Retry-After: 1\r\n/);
    expect(text).toContain("Connection: close\r\n");
    await closed;
  });

  test("ends the calls that take longer than it waits", async () => {
    const { calls, started, implementation } = waiting();
    const server = await serveGreeter({ implementation, limits: { closeTime: 50 } });
    const call = post(server, "soap12", envelope("soap12", element("Greet")));
    await started;
    await server.close();
    const reply = await call;
    expect(reply.status).toBe(500);
    expect(reply.body).toContain("soap:Receiver");
    expect(calls[0]?.signal.reason).toMatchObject({ reason: "OutcomeUnknown" });
  });

  test("leaves no connection open", async () => {
    const server = await serveGreeter({ limits: { closeTime: 20 } });
    const half = connect(server.port, "127.0.0.1");
    half.on("error", () => undefined);
    half.write(`POST ${mountPath} HTTP/1.1\r\n`);
    await once(half, "connect");
    const gone = new Promise((resolve) => half.resume().once("close", resolve));
    await server.close();
    await gone;
  });
});

describe("a call has", () => {
  test("its operation, binding, caller and a request id of its own", async () => {
    const calls: CallContext[] = [];
    const greet: GreeterService["greet"] = async (_input, call) => {
      calls.push(call);
      return { Count: 1 };
    };
    const server = await serveGreeter({ implementation: { greet }, trustProxy: ["127.0.0.0/8"] });
    await post(server, "soap11", message);
    await post(server, "soap12", envelope("soap12", element("Greet")), { "X-Forwarded-For": "203.0.113.9" });
    await server.close();
    expect(calls).toMatchObject([
      { operation: "Greet", binding: "soap11", remoteAddress: "127.0.0.1" },
      { operation: "Greet", binding: "soap12", remoteAddress: "203.0.113.9" },
    ]);
    const [first, second] = calls;
    expect(first?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(first?.requestId).not.toBe(second?.requestId);
    expect(first?.signal.aborted).toBe(false);
    expect(first?.signal).toBe(first?.signal);
  });
});

test("TLS serves the same, and shows https addresses", async () => {
  const folder = "test/host/tls";
  const server = await serveGreeter({ tls: { cert: `${folder}/cert.pem`, key: `${folder}/key.pem` } });
  const ca = readFileSync(`${folder}/cert.pem`);
  const wsdl = await new Promise<string>((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      servername: "localhost",
      port: server.port,
      path: `${mountPath}?wsdl`,
      ca,
      agent: false,
    };
    const req = request({ ...options, checkServerIdentity: () => undefined }, (res) => {
      let text = "";
      res
        .setEncoding("utf8")
        .on("data", (chunk: string) => (text += chunk))
        .on("end", () => {
          resolve(text);
        });
    });
    req.on("error", reject).end();
  });
  await server.close();
  expect(server.url).toBe(`https://127.0.0.1:${server.port}${mountPath}`);
  expect(wsdl).toContain(`location="${server.url}"`);
});

describe("a server does not start", () => {
  test.each([
    {
      name: "without a method",
      options: { implementation: { greet: undefined as never } },
      want: "The implementation of Greeter lacks: greet.",
    },
    { name: "without a mount", options: { mounts: [] }, want: "at least one mount" },
    {
      name: "with an unknown large operation",
      options: { largeBodyOperations: ["Nope"] },
      want: "No operation is named Nope.",
    },
    {
      name: "with a bad proxy range",
      options: { trustProxy: ["anything"] },
      want: "Not an address or CIDR range",
    },
    { name: "without its WSDL", options: { wsdl: "test/host/none.wsdl" }, want: "none.wsdl" },
    {
      name: "without its certificate",
      options: { tls: { cert: "none.pem", key: "none.pem" } },
      want: "none.pem",
    },
    { name: "at an address of another machine", options: { host: "192.0.2.1" }, want: "EADDRNOTAVAIL" },
  ])("$name", async ({ options, want }) => {
    await expect(serveGreeter(options)).rejects.toThrow(want);
  });
});

test("a fault of an operation is sent as it is", async () => {
  const server = await serveGreeter({
    implementation: {
      greet: async () => {
        throw new ServiceFault("Unavailable", "Try again <later>.");
      },
    },
  });
  const reply = await post(server, "soap11", message);
  await server.close();
  expect(reply.status).toBe(500);
  expect(reply.body).toContain(
    "<faultcode>soap:Server</faultcode><faultstring>Try again &lt;later&gt;.</faultstring>",
  );
});
