import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openConsole } from "#server/faces/console/console.js";
import type { ReadLimit } from "#server/ports/reading.js";
import { type ConsoleServer, noAddresses, PlainBrowser, startConsole } from "./console-server.js";

let own: ConsoleServer;
let http: Server;
let browser: PlainBrowser;
/** The limit of the console of the test. */
let limit: ReadLimit = { statement: 60_000 };

beforeAll(async () => {
  own = await startConsole();
  const admin = await new PlainBrowser(own.origin).logIn("admin");
  // A console with limits of the test, behind the session of the server.
  const console = openConsole({
    store: { ...own.store, apart: () => own.store.apart(limit) },
    ...{ now: Date.now, log: own.log, problems: async () => [] },
    ...{ wakeDelivery: () => undefined, addresses: noAddresses },
    support: async () => ({ status: 404 }),
    ...{ requireCode: [], refundLimit: 0, settings: [] },
    size: async () => ({ driver: "sqlite", schema: 1, bytes: 1, free: 0 }),
    proxies: { trusts: () => false, callerAddress: (address) => address },
  });
  http = createServer((req, res) => void console.handle(req, res));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  browser = new PlainBrowser(`http://127.0.0.1:${port}`).take(admin.cookies);
});
afterAll(async () => {
  http.close();
  http.closeAllConnections();
  await own.close();
});

describe("reads that take too long", () => {
  test.each([
    "",
    "/traffic",
    "/links",
    "/links/test",
    "/customers",
    "/customers?csv=customers",
    "/customers/42",
    "/customers/42/ledger",
    "/customers/42/ledger?csv=ledger",
    "/deliverability",
    "/routes",
    "/audit?csv=audit",
    "/uncertain",
    "/messages?state=failed",
    "/messages/found/1",
  ])("%s says that it was stopped, and is there the next time", async (path) => {
    limit = { statement: 60_000, whole: 0 };
    const stopped = await browser.get(path);
    limit = { statement: 60_000 };
    expect([stopped.status, stopped.text.includes("The search was stopped")]).toEqual([503, true]);
    expect(stopped.text).toContain("Narrow it");
    expect((await browser.get(path)).status).not.toBe(503);
  });

  test.each(["/log-in", "/assets/site.css"])("%s needs none of them", async (path) => {
    limit = { statement: 60_000, whole: 0 };
    const { status } = await browser.get(path);
    limit = { statement: 60_000 };
    expect(status).not.toBe(503);
  });
});
