import { createServer as createSecureServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import digestAuthHeader from "digest-header";
import { HttpClient, NTLMSecurity } from "soap";
import { afterEach, expect } from "@jest/globals";
import { caller } from "#runtime/index.js";
import { respondToChallenge, type Interceptor } from "#runtime/interceptors.js";
import { nodeSoapTransport } from "#runtime/node-soap.js";
import { nodeTransport, type NodeTransportOptions } from "#runtime/node.js";
import { testWithPeer } from "../peers.js";
import { failure } from "../runtime/greeter-client.js";
import { envelope, Greet, GreeterContract, namespace } from "../runtime/greeter.js";
import { localServer } from "../runtime/transport/local-server.js";
import { startLighttpd, startSquid, startTinyproxy } from "./http-peer.js";
import { Keys } from "./security/peer-server.js";

const input = { customerID: 42, name: "Ann", loud: false };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A service that greets with the number of its requests. */
const service = () => {
  const seen: { readonly url: string | undefined; readonly host: string | undefined }[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    seen.push({ url: request.url, host: request.headers.host });
    request.resume().on("end", () => {
      const result = `<GreetResult><Count>${seen.length}</Count></GreetResult>`;
      response.setHeader("content-type", "text/xml; charset=utf-8");
      response.end(envelope("soap11", `<GreetResponse xmlns="${namespace}">${result}</GreetResponse>`));
    });
  };
  return { listener, seen };
};

const plainService = async () => {
  const { listener, seen } = service();
  const server = await localServer(listener);
  closing.push(() => server.close());
  return { port: Number(new URL(server.url).port), seen };
};

const greet = async (
  options: NodeTransportOptions,
  ...interceptors: readonly Interceptor[]
): Promise<number> => {
  const transport = nodeTransport(options);
  closing.push(() => {
    transport.close();
  });
  return (await caller(GreeterContract, { transport, interceptors }).call(Greet, input)).Count;
};

testWithPeer("lighttpd", "HTTP Digest and Basic are accepted by lighttpd", async () => {
  const { port: backend } = await plainService();
  const digest = await startLighttpd("digest", backend);
  const basic = await startLighttpd("basic", backend);
  closing.push(
    () => digest.stop(),
    () => basic.stop(),
  );
  const url = `http://127.0.0.1:${digest.port}/greet?a=1`;
  const answering = (user: string) =>
    respondToChallenge({
      scheme: "Digest",
      answer: (challenge, { method, uri }) => digestAuthHeader(method, uri, challenge, user),
      url,
    });
  const answered = answering("api:secret");
  expect(await greet({ url }, answered)).toBe(1);
  expect(await greet({ url }, answered)).toBe(2);
  expect(await failure(greet({ url }))).toMatch(/^Unauthorized: Status 401 with text\/html/);
  expect(await failure(greet({ url }, answering("api:wrong")))).toMatch(/^Unauthorized: Status 401 /);
  const authorization = `Basic ${Buffer.from("api:secret").toString("base64")}`;
  const credentials: Interceptor = (call, next) =>
    next({ ...call, headers: { ...call.headers, authorization } });
  expect(await greet({ url: `http://127.0.0.1:${basic.port}/greet` }, credentials)).toBe(3);
});

testWithPeer("squid", "NTLM of node-soap is accepted by squid with Samba, call after call", async () => {
  const { port: backend, seen } = await plainService();
  const squid = await startSquid(backend);
  closing.push(() => squid.stop());
  const url = `http://127.0.0.1:${squid.port}/greet`;
  const calling = (password: string): (() => Promise<number>) => {
    const security = new NTLMSecurity({ username: "api", password, domain: "DOMAIN" });
    const transport = nodeSoapTransport({ url, client: new HttpClient(), security });
    const client = caller(GreeterContract, { transport });
    return async () => (await client.call(Greet, input)).Count;
  };
  const call = calling("secret");
  expect([await call(), await call()]).toEqual([1, 2]);
  expect((await Promise.all([call(), call(), call()])).sort()).toEqual([3, 4, 5]);
  expect(await failure(calling("wrong")())).toMatch(/^Unauthorized: Status 401 with text\/html/);
  expect(await failure(greet({ url }))).toMatch(/^Unauthorized: Status 401 with text\/html/);
  expect(seen).toHaveLength(5);
});

testWithPeer("tinyproxy", "tinyproxy relays calls over HTTP, and tunnels calls over HTTPS", async () => {
  const proxy = await startTinyproxy();
  closing.push(() => proxy.stop());
  const { port, seen } = await plainService();
  const keys = new Keys();
  const secret = service();
  const server = createSecureServer(
    {
      ...{ key: keys.read("server", "key"), cert: keys.read("server", "certificate") },
      ...{ ca: keys.read("client", "certificate"), requestCert: true, rejectUnauthorized: true },
    },
    secret.listener,
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
    keys.remove();
  });
  const at = (user: string): string => `http://${user}@127.0.0.1:${proxy.port}`;
  const url = `http://127.0.0.1:${port}/greet`;
  const secure = `https://localhost:${(server.address() as AddressInfo).port}/greet`;
  const agent = {
    ca: keys.read("server", "certificate"),
    ...{ key: keys.read("client", "key"), cert: keys.read("client", "certificate") },
  };
  expect(await greet({ url, proxy: at("api:secret") })).toBe(1);
  expect(seen).toEqual([{ url: "/greet", host: `127.0.0.1:${port}` }]);
  expect(await greet({ url: secure, proxy: at("api:secret"), agent })).toBe(1);
  expect(secret.seen).toEqual([{ url: "/greet", host: new URL(secure).host }]);
  // tinyproxy may close the connection before it has read the request.
  expect(await failure(greet({ url, proxy: at("api:wrong") }))).toMatch(
    /^(Unauthorized|ProxyAuthentication|Transport): /,
  );
  expect(await failure(greet({ url: secure, proxy: at("api:wrong"), agent }))).toMatch(
    /The proxy refuses the connection with status 40[17]$/,
  );
  expect(await failure(greet({ url: secure, proxy: at("api:secret") }))).toMatch(
    /^Transport: .*self-signed|SELF_SIGNED/i,
  );
});
