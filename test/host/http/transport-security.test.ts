import { once } from "node:events";
import { connect, type ConnectionOptions, getCiphers } from "node:tls";
import { connect as connectTcp } from "node:net";
import { get } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RunningServer } from "messenger-gen-host";
import { serveGreeter } from "../greeter/server.js";

const tls = { cert: "test/host/tls/cert.pem", key: "test/host/tls/key.pem" };

let server: RunningServer;
let plain: RunningServer;
beforeAll(async () => {
  [server, plain] = [await serveGreeter({ tls }), await serveGreeter({})];
});
afterAll(async () => {
  await server.close();
  await plain.close();
});

/** The suite that a caller with these options agrees on with the server; undefined without one. */
async function agreed(options: ConnectionOptions): Promise<string | undefined> {
  const socket = connect({ host: "127.0.0.1", port: server.port, rejectUnauthorized: false, ...options });
  try {
    await once(socket, "secureConnect");
    return socket.getCipher().standardName;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

/** Suites of TLS 1.2 and older that OpenSSL has, at any level of security. */
const older = getCiphers().filter((name) => !name.startsWith("tls_"));

describe.each(["at the start", "after a reload"])("a listener with TLS, %s", (when) => {
  beforeAll(async () => {
    if (when !== "at the start") (await server.prepare({ tls }))();
  });

  test("agrees on suites of TLS 1.2 with forward secrecy and authenticated encryption only", async () => {
    const suites = await Promise.all(
      older.map((name) =>
        agreed({ maxVersion: "TLSv1.2", ciphers: `${name.toUpperCase()}:@SECLEVEL=0` }).catch(
          () => undefined,
        ),
      ),
    );
    const found = suites.filter((suite) => suite !== undefined);
    expect(found.length).toBeGreaterThan(0);
    for (const suite of found) expect(suite).toMatch(/^TLS_ECDHE_.*(GCM|CHACHA20_POLY1305)/u);
  });

  test.each<{ options: ConnectionOptions; want: RegExp | undefined }>([
    { options: { minVersion: "TLSv1.3" }, want: /^TLS_(AES|CHACHA20)/u },
    { options: { maxVersion: "TLSv1.2", ciphers: "AES128-SHA:@SECLEVEL=0" }, want: undefined },
    { options: { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" }, want: undefined },
  ])("agrees with $options on $want", async ({ options, want }) => {
    const suite = await agreed(options);
    if (want === undefined) expect(suite).toBeUndefined();
    else expect(suite).toMatch(want);
  });
});

test("responses over TLS have Strict-Transport-Security, others do not", async () => {
  const secure = await new Promise<unknown>((resolve, reject) => {
    get(server.url.replace("http:", "https:"), { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      resolve(response.headers["strict-transport-security"]);
    }).on("error", reject);
  });
  expect(secure).toBe("max-age=31536000");
  expect((await fetch(plain.url)).headers.has("strict-transport-security")).toBe(false);
});

test.each([
  { hosts: ["a"], want: "200" },
  { hosts: ["a", "b"], want: "400" },
  { hosts: ["a", "a"], want: "400" },
])("a request with the hosts $hosts gets $want", async ({ hosts, want }) => {
  const socket = connectTcp(plain.port, "127.0.0.1");
  const fields = hosts.map((host, index) => `${index === 0 ? "Host" : "hOST"}: ${host}\r\n`).join("");
  socket.end(`GET ${new URL(plain.url).pathname} HTTP/1.1\r\n${fields}Connection: close\r\n\r\n`);
  let text = "";
  for await (const piece of socket) text += String(piece);
  expect(/^HTTP\/1\.1 (\d+)/u.exec(text)?.[1]).toBe(want);
});
