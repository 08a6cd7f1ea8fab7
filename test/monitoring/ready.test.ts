import { connect, createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, test } from "@jest/globals";
import { newDatabase } from "../storage/new-database.js";
import { startServer } from "../start-server.js";

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const statusOf = (admin: number): Promise<number> =>
  fetch(`http://127.0.0.1:${admin}/readyz`, { headers: { connection: "close" } }).then(
    ({ status }) => status,
    () => 0,
  );

test.each(Array.from({ length: 10 }, (_, at) => ({ start: at + 1 })))(
  "start $start: every listener is open once /readyz is 200",
  async () => {
    const database = await newDatabase();
    const [admin = 0, portal = 0, port = 0, smpp = 0] = await freePorts(4);
    const host = "127.0.0.1";
    const statuses = new Set<number>();
    const started = { done: false };
    const polled = (async () => {
      for (;;) {
        const status = await statusOf(admin);
        statuses.add(status);
        if (status === 200) return Promise.all([portal, port, smpp].map(isOpen));
        if (started.done) return [];
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const at = { admin: { host, port: admin }, portal: { host, port: portal }, smpp: { host, port: smpp } };
    const server = await startServer({ database, host, port, ...at });
    started.done = true;
    const open = await polled;
    if (open.length > 0) expect(open).toEqual([true, true, true]);
    expect(await statusOf(admin)).toBe(200);
    expect([...statuses].every((status) => [0, 200, 503].includes(status))).toBe(true);
    await server.close();
  },
);
