import { request } from "node:https";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { startConsole } from "./console-server.js";

const tls = { cert: "test/host/tls/cert.pem", key: "test/host/tls/key.pem" };

interface Answer {
  readonly status: number | undefined;
  readonly cookie: string;
  readonly body: string;
  /** Of Strict-Transport-Security. */
  readonly transport: string | undefined;
}

function get(port: number, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, rejectUnauthorized: false, agent: false }, (response) => {
      const cookie = response.headers["set-cookie"]?.join() ?? "";
      text(response).then((body) => {
        const transport = response.headers["strict-transport-security"];
        resolve({ status: response.statusCode, cookie, body, transport });
      }, reject);
    })
      .on("error", reject)
      .end();
  });
}

test("with TLS the admin listener serves the console with a Secure cookie, also after a reload", async () => {
  const own = await startConsole({ tls, admin: { host: "127.0.0.1", port: 0, tls: true } });
  const port = own.server.adminPort ?? 0;
  for (let round = 0; round < 2; round++) {
    const { status, cookie, body } = await get(port, "/console/log-in");
    expect([status, body.includes("Log in")]).toEqual([200, true]);
    expect(cookie).toMatch(/^__Host-messenger=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/u);
    const { body: live, transport } = await get(port, "/healthz");
    expect([live, transport]).toEqual(["live\n", "max-age=31536000"]);
    await own.server.reload({ tls });
  }
  await expect(own.server.reload({ tls: { ...tls, key: tls.cert } })).rejects.toThrow();
  expect((await get(port, "/healthz")).status).toBe(200);
  await own.close();
});

test("a server without the console has none of its pages", async () => {
  const own = await startConsole({ admin: { host: "127.0.0.1", port: 0, console: false } });
  expect((await fetch(`${own.origin}/console`)).status).toBe(404);
  expect((await fetch(`${own.origin}/healthz`)).status).toBe(200);
  await own.close();
});
