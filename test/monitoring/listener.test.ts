import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { MessengerServer } from "messenger-server";
import { startServer } from "../start-server.js";
import { hashPassword } from "#server/credentials/hash.js";
import { cheap } from "../credentials/cheap.js";
import { openMonitoring } from "#server/monitoring/monitoring.js";
import { Metrics } from "#server/monitoring/metrics.js";
import { metricTable } from "#server/monitoring/catalogue.js";
import { openStore } from "#server/storage/index.js";
import { password } from "../operations/desk.js";
import { keepingLog } from "../host/greeter/server.js";
import { parseExposition, type Family } from "./exposition.js";
import { eventually } from "../eventually.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const database = await newDatabase();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const log = keepingLog();
const login = "customerID=42&userName=api&userPassword=wrong";

let server: MessengerServer;
const admin = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${String(server.adminPort)}${path}`, init);

beforeAll(async () => {
  const store = await openStore(database);
  await openAccount(store, {
    user: "api",
    passwordHash: await hashPassword(password, cheap),
    credit: 10_000,
  });
  await store.close();
  server = await startServer({
    database,
    port: 0,
    admin: { host: "127.0.0.1", port: 0 },
    confirmAfter: 1,
    log,
  });
});
afterAll(async () => {
  await server.close();
});

async function scrape(): Promise<ReadonlyMap<string, Family>> {
  const answer = await admin("/metrics");
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return new Map(parseExposition(await answer.text()).map((family) => [family.name, family]));
}

function valueOf(families: ReadonlyMap<string, Family>, name: string, labels: object): number | undefined {
  const wanted = JSON.stringify(labels);
  const all = [...families.values()].flatMap(({ samples }) => samples);
  return all.find((sample) => sample.name === name && JSON.stringify(sample.labels) === wanted)?.value;
}

describe("/metrics", () => {
  test("counts calls by operation, binding and status, results, and what never became a call", async () => {
    const call = { operation: "HTTP_Authenticate", binding: "httpGet" };
    const refused = async (): Promise<number> =>
      valueOf(await scrape(), "messenger_requests_refused_total", { status: "404" }) ?? 0;
    const before = await refused();
    for (let count = 0; count < 3; count++) await fetch(`${server.url}/HTTP_Authenticate?${login}`);
    await fetch(`${server.url}/HTTP_Authenticate?customerID=x`);
    await fetch(`${server.url}/Nope?${login}`);
    await fetch(new URL("/nowhere", server.url));
    const families = await scrape();
    expect(valueOf(families, "messenger_calls_total", { ...call, status: "200" })).toBe(3);
    expect(valueOf(families, "messenger_calls_total", { ...call, status: "500" })).toBe(1);
    const unknown = { operation: "unknown", binding: "httpGet", status: "500" };
    expect(valueOf(families, "messenger_calls_total", unknown)).toBe(1);
    expect(valueOf(families, "messenger_call_seconds_count", call)).toBe(3);
    const result = { operation: "HTTP_Authenticate", result: "404.2" };
    expect(valueOf(families, "messenger_results_total", result)).toBe(3);
    expect(await refused()).toBe(before + 1);
  });

  test("has metrics of the process and the store", async () => {
    await fetch(`${server.url}/Diag`);
    const families = await scrape();
    expect(valueOf(families, "messenger_store_writes_total", {})).toBeGreaterThan(0);
    expect(valueOf(families, "messenger_store_commit_seconds_count", {})).toBeGreaterThan(0);
    expect(valueOf(families, "process_resident_memory_bytes", {})).toBeGreaterThan(1e6);
    for (const quantile of ["0.5", "0.99", "1"])
      expect(valueOf(families, "messenger_event_loop_delay_seconds", { quantile })).toBeGreaterThanOrEqual(0);
  });

  test("counts messages handed to links, and queued messages", async () => {
    const fields = {
      ...{ customerID: "42", userName: "api", userPassword: password, originator: "Shop", smsText: "Hello" },
      ...{ messageType: "Latin", blink: "false", flash: "false", Private: "false" },
    };
    const send = (recipientPhone: string, defDate: string) =>
      fetch(`${server.url}/HTTP_SendSms`, {
        method: "POST",
        body: new URLSearchParams({ ...fields, recipientPhone, defDate }),
      });
    await send("12025550101,12025550102", "");
    await send("12025550103", "20400101000000");
    const labels = { link: "loopback", outcome: "accepted", code: "" };
    let families = await scrape();
    await eventually(async () => {
      families = await scrape();
      return valueOf(families, "messenger_link_answers_total", labels) === 2;
    });
    expect(valueOf(families, "messenger_link_answer_seconds_count", { link: "loopback" })).toBe(2);
    expect(valueOf(families, "messenger_outbox_messages", { link: "unrouted", state: "waiting" })).toBe(1);
    expect(valueOf(families, "messenger_outbox_oldest_seconds", {})).toBe(0);
    const gauge = async (name: string): Promise<number | undefined> =>
      valueOf(await scrape(), name, { link: "loopback" });
    await eventually(async () => (await gauge("messenger_link_up")) === 1);
    expect(await gauge("messenger_link_window")).toBeGreaterThan(0);
    await eventually(async () => (await gauge("messenger_link_window_used")) === 0);
    const submits = log.lines.filter(({ event }) => event === "submit").map(({ fields: line }) => line);
    expect(submits).toMatchObject([
      { link: "loopback", customer: 42, to: "*01", part: 1, attempt: 1, outcome: "accepted" },
      { link: "loopback", customer: 42, to: "*02", part: 1, attempt: 1, outcome: "accepted" },
    ]);
    expect(JSON.stringify(log.lines)).not.toMatch(/1202555|Hello|correct|horse/);
  });

  test("every family is one of the catalogue", async () => {
    for (const name of (await scrape()).keys()) expect(Object.keys(metricTable)).toContain(name);
  });
});

describe("the other pages", () => {
  test.each([
    { path: "/healthz", status: 200, text: "live\n" },
    { path: "/readyz", status: 200, text: "ready\n" },
    { path: "/readyz?verbose", status: 200, text: "ready\n" },
    { path: "/", status: 404, text: "" },
    { path: "/metrics/", status: 404, text: "" },
    { path: "/__proto__", status: 404, text: "" },
    { path: "/toString", status: 404, text: "" },
  ])("$path: $status", async ({ path, status, text }) => {
    const answer = await admin(path);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toBe(text);
  });

  test.each(["POST", "PUT", "DELETE"])("%s is not allowed", async (method) => {
    expect((await admin("/metrics", { method, ...(method === "DELETE" ? {} : { body: "x" }) })).status).toBe(
      405,
    );
  });

  test("HEAD has no body", async () => {
    const answer = await admin("/healthz", { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
  });

  test("the service itself has none of them", async () => {
    for (const path of ["/metrics", "/healthz", "/readyz"])
      expect((await fetch(new URL(path, server.url))).status).toBe(404);
  });
});

describe("readiness", () => {
  type NotReady = () => Promise<string | undefined>;
  const monitored = (notReady: NotReady) =>
    openMonitoring({ host: "127.0.0.1", port: 0, app: { notReady }, metrics: new Metrics(), log: silent });

  test.each<{ name: string; notReady: NotReady; want: string }>([
    {
      name: "a store that does not answer",
      notReady: async () => "the store",
      want: "not ready: the store\n",
    },
    { name: "a failure is a 500", notReady: () => Promise.reject(new Error("secret")), want: "" },
  ])("$name", async ({ notReady, want }) => {
    const monitoring = await monitored(notReady);
    const answer = await fetch(`http://127.0.0.1:${monitoring.port}/readyz`);
    expect(answer.status).toBe(want === "" ? 500 : 503);
    expect(await answer.text()).toBe(want);
    await monitoring.close();
  });

  test("while the server stops it is not ready, and still live", async () => {
    const monitoring = await monitored(async () => undefined);
    monitoring.drain();
    const base = `http://127.0.0.1:${monitoring.port}`;
    expect(await (await fetch(`${base}/readyz`)).text()).toBe("not ready: the server is stopping\n");
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    await monitoring.close();
  });
});

describe("while one address holds as many connections as it may", () => {
  test.each([
    { name: "idle", text: "" },
    { name: "with half a request", text: "GET /metrics HTTP/1.1\r\n" },
    {
      name: "with half a form",
      text: "POST /console/log-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na",
    },
  ])("$name, the pages respond", async ({ text }) => {
    const port = server.adminPort ?? 0;
    const sockets = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = connect(port, "127.0.0.1").on("error", () => undefined);
        await once(socket, "connect");
        socket.write(text);
        return socket.resume();
      }),
    );
    // On a connection of its own: one that was open before is among the oldest.
    const statusOf = async (path: string): Promise<number | undefined> => {
      const request = get({ host: "127.0.0.1", port, path, agent: false });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    for (const path of ["/healthz", "/readyz", "/metrics"]) expect(await statusOf(path)).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  test("two Host headers are refused", async () => {
    const socket = connect(server.adminPort ?? 0, "127.0.0.1");
    socket.end("GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: example.com\r\nConnection: close\r\n\r\n");
    let text = "";
    for await (const piece of socket) text += String(piece);
    expect(text).toMatch(/^HTTP\/1\.1 400 /u);
  });
});
