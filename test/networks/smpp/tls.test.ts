import { readFileSync } from "node:fs";
import { createServer } from "node:tls";
import { afterEach, expect, test } from "@jest/globals";
import { createLink, type SmppLink, type TlsOptions } from "#server/networks/smpp/index.js";
import { eventually } from "../../eventually.js";
import { submitSm } from "./pdus.js";
import { TestSmsc } from "./test-smsc.js";

/** A certificate for `localhost` that signs itself. */
const cert = readFileSync("test/host/tls/cert.pem", "utf8");
const key = readFileSync("test/host/tls/key.pem", "utf8");

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A link to an SMSC behind TLS. */
async function linkOver(tls: TlsOptions): Promise<SmppLink> {
  const smsc = await TestSmsc.listen(undefined, { server: createServer({ cert, key }) });
  const link = createLink({
    name: "operator",
    host: "localhost",
    port: smsc.port,
    tls,
    systemId: "shop",
    password: "secret",
    onFree: () => undefined,
    onDeliver: async () => 0,
    log: quiet,
  });
  closing.push(
    () => link.stop(),
    () => smsc.close(),
  );
  link.start();
  return link;
}

test.each([
  { title: "its certificate is verified", tls: { ca: cert } },
  { title: "verification is turned off", tls: { verify: false } },
])("messages are sent over TLS if $title", async ({ tls }) => {
  const link = await linkOver(tls);
  await eventually(() => link.free > 0);
  expect(await link.submit(submitSm())).toMatchObject({ kind: "response", status: 0 });
});

test.each([
  { title: "that nobody known has signed", tls: {}, error: "DEPTH_ZERO_SELF_SIGNED_CERT" },
  {
    title: "for another name",
    tls: { ca: cert, serverName: "smsc.example.com" },
    error: "ERR_TLS_CERT_ALTNAME_INVALID",
  },
  {
    title: "that it should show and cannot read",
    tls: { ca: cert, certificate: "none", key: "none" },
    error: undefined,
  },
])("nothing is sent to an SMSC with a certificate $title", async ({ tls, error }) => {
  const link = await linkOver(tls);
  await eventually(() => link.state().binds[0]?.phase === "waiting");
  if (error !== undefined) expect(link.state().binds[0]?.lastError).toBe(error);
  expect(link.free).toBe(0);
});
