import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:tls";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../eventually.js";
import { temporaryFolder } from "../../storage/fixtures.js";
import { type SmppService, startService } from "./service.js";
import { bindRequest, submitSm, TestClient } from "./test-client.js";

const tls = { cert: "test/host/tls/cert.pem", key: "test/host/tls/key.pem" };
let service: SmppService;
const folder = temporaryFolder();

beforeAll(async () => {
  service = await startService({ tls, smppTls: { host: "127.0.0.1", port: 0 } });
  await service.add({ customerId: 42 });
});

afterAll(async () => {
  await service.close();
  folder.remove();
});

async function secured(options: object = {}) {
  const port = service.server.smppTlsPort ?? 0;
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
  await once(socket, "secureConnect");
  return socket;
}

test("a client binds and sends over TLS", async () => {
  const client = new TestClient(await secured());
  expect(await client.request(bindRequest())).toMatchObject({ status: 0 });
  expect(await client.request(submitSm())).toMatchObject({ status: 0 });
  client.close();
});

test("TLS 1.1 is refused", async () => {
  const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" };
  await expect(secured(old)).rejects.toThrow();
});

test("a plain bind at the port of TLS gets no PDU, and the connection closes", async () => {
  const client = await TestClient.connect(service.server.smppTlsPort ?? 0);
  client.send(bindRequest());
  await eventually(() => client.closed);
  expect(client.received).toEqual([]);
});

test("a TLS handshake at the plain port is refused as a PDU of an impossible length", async () => {
  const client = await TestClient.connect(service.port);
  client.socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc]));
  await eventually(() => client.closed);
  expect(client.received).toMatchObject([{ command: "generic_nack", status: 0x02 }]);
});

test("a reload changes the certificate of new sessions, and keeps those that are bound", async () => {
  const client = new TestClient(await secured());
  await client.request(bindRequest());
  const [cert, key] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];
  const made = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=smpp.example.com",
  ];
  execFileSync("openssl", [...made, "-keyout", key, "-out", cert], { stdio: "pipe" });
  await service.server.reload({ tls: { cert, key } });
  const socket = await secured();
  expect(socket.getPeerCertificate().subject.CN).toBe("smpp.example.com");
  socket.destroy();
  expect(await client.request(submitSm())).toMatchObject({ status: 0 });
  client.close();
});

test("a certificate of its own leaves the interface without TLS, and is changed by a reload", async () => {
  const files = { cert: "test/host/tls/cert.pem", key: "test/host/tls/key.pem" };
  const own = await startService({ smppTls: { host: "127.0.0.1", port: 0, files } });
  await own.add({ customerId: 43, systemId: "shop43" });
  expect((await fetch(`${new URL(own.server.url).origin}/bms/Soap/Messenger.asmx?wsdl`)).status).toBe(200);
  const port = own.server.smppTlsPort ?? 0;
  const client = new TestClient(await secured({ port }));
  expect(await client.request(bindRequest({ systemId: "shop43" }))).toMatchObject({ status: 0 });
  const [cert, key] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];
  await own.server.reload({ smppTls: { host: "127.0.0.1", port: 0, files: { cert, key } } });
  const socket = await secured({ port });
  expect(socket.getPeerCertificate().subject.CN).toBe("smpp.example.com");
  socket.destroy();
  client.close();
  await own.close();
});
