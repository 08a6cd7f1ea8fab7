import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../../eventually.js";
import { freePort } from "../../free-port.js";
import { testWithPeer } from "../../peers.js";
import { temporaryFolder } from "../../storage/fixtures.js";
import { headerOf, proxyHeader } from "./proxy-headers.js";
import { type SmppService, startService } from "./service.js";
import { bindRequest, TestClient } from "./test-client.js";

let service: SmppService;
const folder = temporaryFolder();

beforeAll(async () => {
  const tls = { cert: "test/host/tls/cert.pem", key: "test/host/tls/key.pem" };
  service = await startService({ tls, smppTls: { host: "127.0.0.1", port: 0 }, smppProxy: ["127.0.0.1"] });
  await service.add({ customerId: 42, fromAddresses: ["192.0.2.0/24", "127.0.0.0/8"] });
});

afterAll(async () => {
  await service.close();
  folder.remove();
});

async function addresses(): Promise<readonly string[]> {
  return (await service.store.smpp.binds(await service.store.processes.time())).map(({ address }) => address);
}

describe("a connection of a proxy", () => {
  test.each([
    { name: "has the address of its client", header: headerOf("192.0.2.7"), want: 0 },
    { name: "of a client whose address is not allowed", header: headerOf("198.51.100.7"), want: 0x0d },
    { name: "for itself", header: proxyHeader({ command: 0x20, family: 0, addresses: [] }), want: 0 },
  ])("$name: $want", async ({ header, want }) => {
    const client = await TestClient.connect(service.port);
    client.socket.write(header);
    expect(await client.request(bindRequest())).toMatchObject({ status: want });
    if (want === 0) expect(await addresses()).toEqual([header.length > 16 ? "192.0.2.7" : "127.0.0.1"]);
    client.close();
    await eventually(async () => (await addresses()).length === 0);
  });

  test("may send the header octet by octet, and in one write with the bind", async () => {
    const client = await TestClient.connect(service.port);
    const header = headerOf("192.0.2.8");
    for (const octet of header.subarray(0, -1)) {
      client.socket.write(Buffer.from([octet]));
      await new Promise(setImmediate);
    }
    client.socket.cork();
    client.socket.write(header.subarray(-1));
    const sequence = client.send(bindRequest());
    client.socket.uncork();
    expect(await client.response(sequence)).toMatchObject({ status: 0 });
    client.close();
    await eventually(async () => (await addresses()).length === 0);
  });

  test("has the header before TLS", async () => {
    const raw = await TestClient.connect(service.server.smppTlsPort ?? 0);
    raw.socket.removeAllListeners("data");
    raw.socket.write(headerOf("192.0.2.9"));
    const socket = connect({ socket: raw.socket, rejectUnauthorized: false });
    await once(socket, "secureConnect");
    const client = new TestClient(socket);
    expect(await client.request(bindRequest())).toMatchObject({ status: 0 });
    expect(await addresses()).toEqual(["192.0.2.9"]);
    client.close();
    await eventually(async () => (await addresses()).length === 0);
  });

  test("without a header is closed without a PDU", async () => {
    const client = await TestClient.connect(service.port);
    client.send(bindRequest());
    await eventually(() => client.closed);
    expect(client.received).toEqual([]);
  });
});

test("another address than that of a proxy has no header", async () => {
  const client = await TestClient.connect(service.port, "127.0.0.2");
  expect(await client.request(bindRequest())).toMatchObject({ status: 0 });
  expect(await addresses()).toEqual(["127.0.0.2"]);
  client.close();
  await eventually(async () => (await addresses()).length === 0);
});

testWithPeer("haproxy", "HAProxy passes the address of a client on", async () => {
  const port = await freePort();
  const file = join(folder.path, "haproxy.cfg");
  const times = ["connect", "client", "server"].map((name) => `  timeout ${name} 60s`);
  const lines = [
    ...["defaults", "  mode tcp", ...times, "listen smpp", `  bind 127.0.0.1:${port}`],
    `  server messenger 127.0.0.1:${service.port} source 127.0.0.1 send-proxy-v2`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const haproxy = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore", timeout: 60_000 });
  const exited = once(haproxy, "exit");
  let client: TestClient | undefined;
  await eventually(async () => {
    client = await TestClient.connect(port, "127.0.0.3").catch(() => undefined);
    return client !== undefined;
  });
  expect(await client?.request(bindRequest())).toMatchObject({ status: 0 });
  expect(await addresses()).toEqual(["127.0.0.3"]);
  client?.close();
  haproxy.kill();
  await exited;
});
