import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../eventually.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "../faces/console/console-server.js";
import { newKey } from "../faces/operators/api-server.js";
import { execute, localServer } from "./local-server.js";
import { testsOn } from "./postgres-server.js";

/** Pages that may lag. */
const pages: readonly string[] = [
  "",
  "/traffic",
  "/messages",
  "/messages?q=12025550111",
  "/customers",
  "/customers/42",
  "/campaigns",
  "/links",
  "/deliverability",
  "/uncertain",
];

/** Lists, with whether a replica may be read for them. */
const lists: readonly (readonly [path: string, mayLag: boolean])[] = [
  ["customer/list", true],
  ["credit/balance?customer=42", false],
  ["campaign/list", true],
  ["link/list", true],
  ["user/list?customer=42", true],
  ["audit/list", false],
];

const line = /From a replica, as of <time datetime="([^"]+)">/u;

testsOn(await localServer(), (server) => {
  let url: string;
  let replicaUrl: string;
  let service: ConsoleServer;
  let admin: PlainBrowser;
  let key: string;

  /** What pages and lists read: the replica, or the leader. */
  async function sourceOf(path: string): Promise<"replica" | "leader"> {
    const { status, text } = await admin.get(path);
    expect(status).toBe(200);
    const [, time] = line.exec(text) ?? [];
    if (time !== undefined) expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(120_000);
    return time === undefined ? "leader" : "replica";
  }
  async function sourceOfList(path: string): Promise<"replica" | "leader"> {
    const response = await fetch(`${service.origin}/operators/v1/${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
    const time = response.headers.get("data-as-of");
    if (time !== null) expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(120_000);
    return time === null ? "leader" : "replica";
  }
  const customerNames = async (): Promise<boolean> =>
    (await admin.get("/customers")).text.includes("Another Ltd");

  const pause = (): Promise<unknown> => execute(replicaUrl, "SELECT pg_wal_replay_pause()");
  const resume = (): Promise<unknown> => execute(replicaUrl, "SELECT pg_wal_replay_resume()");

  async function start(readLag: number): Promise<void> {
    const admins = { host: "127.0.0.1", port: 0, operators: true };
    service = await startConsole({ database: url, readDatabase: replicaUrl, readLag, admin: admins });
    key = await newKey(service.store, "reader", { trusted: "on" });
    admin = await new PlainBrowser(service.origin).logIn("admin");
    await eventually(async () => (await sourceOf("/customers")) === "replica");
  }

  beforeAll(async () => {
    url = await server.createDatabase();
    const { port } = await server.standby();
    replicaUrl = url.replace(`:${server.port}/`, `:${port}/`);
    await execute(replicaUrl, "ALTER SYSTEM SET max_standby_streaming_delay = 0", "SELECT pg_reload_conf()");
    await start(60);
  });
  afterEach(resume);
  afterAll(() => service.close());

  test.each(pages)("the page %p says that a replica was read", async (path) => {
    expect(await sourceOf(path)).toBe("replica");
  });

  test.each(lists)("the response of the operators' API to %p says so: %p", async (path, mayLag) => {
    expect(await sourceOfList(path)).toBe(mayLag ? "replica" : "leader");
  });

  describe("after a change of an operator, until the replica has it,", () => {
    test("pages and lists show it, read from the leader", async () => {
      await pause();
      const response = await fetch(`${service.origin}/operators/v1/customer/add`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ id: 43, name: "Another Ltd" }),
      });
      expect([response.status, response.headers.get("data-as-of")]).toEqual([200, null]);
      expect([await sourceOf("/customers"), await customerNames()]).toEqual(["leader", true]);
      expect(await sourceOfList("customer/list")).toBe("leader");
      await resume();
      await eventually(async () => (await sourceOf("/customers")) === "replica");
      expect(await customerNames()).toBe(true);
    });
  });

  test("pages and lists are there while the replica cancels what they read", async () => {
    let isOver = false;
    const changes = (async () => {
      // Each ends what a replica reads of the table meanwhile.
      while (!isOver) await execute(url, "VACUUM FULL customer", "VACUUM FULL recipient");
    })();
    for (let round = 0; round < 15; round++) {
      await sourceOf("/customers");
      await sourceOf("/messages?q=12025550111");
      await sourceOfList("customer/list");
    }
    isOver = true;
    await changes;
  });
});
