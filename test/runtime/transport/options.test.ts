import { createServer as createSecureServer } from "node:https";
import { Agent } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import {
  BasicAuthSecurity,
  BearerSecurity,
  ClientSSLSecurity,
  ClientSSLSecurityPFX,
  HttpClient,
  NTLMSecurity,
} from "soap";
import {
  caller,
  fetchTransport,
  followRedirects,
  type Transport,
  type TransportRequest,
} from "#runtime/index.js";
import { nodeTransport, proxyFromEnvironment } from "#runtime/node.js";
import { nodeSoapAgent, nodeSoapSecurity, nodeSoapTransport } from "#runtime/node-soap.js";
import { answering, failure } from "../greeter-client.js";
import { envelope, Greet, GreeterContract, namespace } from "../greeter.js";
import { eventually } from "../../eventually.js";
import { Keys } from "../../interop/security/peer-server.js";
import { localServer } from "./local-server.js";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const serve = async (listener: Parameters<typeof localServer>[0]): Promise<string> => {
  const server = await localServer(listener);
  closing.push(() => server.close());
  return server.url;
};

const opened = <T extends Transport>(transport: T): T => {
  closing.push(() => transport.close?.());
  return transport;
};

const post: TransportRequest = {
  ...{ method: "POST", target: "", headers: { "content-type": "text/xml" }, body: "x" },
  ...{ timeout: 60_000, signal: undefined },
};
const text = ({ body }: { readonly body: Uint8Array }): string => new TextDecoder().decode(body);
const greeted = `<GreetResponse xmlns="${namespace}"><GreetResult><Count>1</Count></GreetResult></GreetResponse>`;
const greet = async (transport: Transport): Promise<unknown> =>
  caller(GreeterContract, { transport }).call(Greet, { customerID: 42, loud: false });

describe("proxyFromEnvironment", () => {
  test.each([
    ["http://example.com/", {}, undefined],
    ["http://example.com/", { http_proxy: "http://p:1" }, "http://p:1/"],
    ["http://example.com/", { HTTP_PROXY: "p:1" }, "http://p:1/"],
    ["http://example.com/", { HTTP_PROXY: "p:1", REQUEST_METHOD: "GET" }, undefined],
    ["http://example.com/", { http_proxy: "p:1", REQUEST_METHOD: "GET" }, "http://p:1/"],
    ["https://example.com/", { http_proxy: "p:1" }, undefined],
    ["https://example.com/", { HTTPS_PROXY: "https://p:1" }, "https://p:1/"],
    ["https://example.com/", { all_proxy: "p:1" }, "http://p:1/"],
    ["https://example.com/", { https_proxy: "", all_proxy: "p:1" }, undefined],
    ["http://example.com/", { http_proxy: "p:1", no_proxy: "example.com" }, undefined],
    ["http://a.example.com/", { http_proxy: "p:1", NO_PROXY: "localhost, .example.com" }, undefined],
    ["http://a.example.com/", { http_proxy: "p:1", no_proxy: "*.example.com" }, undefined],
    ["http://badexample.com/", { http_proxy: "p:1", no_proxy: "example.com" }, "http://p:1/"],
    ["http://example.com:8080/", { http_proxy: "p:1", no_proxy: "example.com:80" }, "http://p:1/"],
    ["http://example.com/", { http_proxy: "p:1", no_proxy: "example.com:80" }, undefined],
    ["http://[::1]:80/", { http_proxy: "p:1", no_proxy: "[::1]" }, undefined],
    ["http://example.com/", { http_proxy: "p:1", no_proxy: "*" }, undefined],
  ])("%s with %j", (url, environment, want) => {
    expect(proxyFromEnvironment(new URL(url), environment)?.href).toBe(want);
  });

  test("refuses a proxy of another protocol", () => {
    expect(() => proxyFromEnvironment(new URL("http://a/"), { http_proxy: "socks5://p:1" })).toThrow(
      "The proxy must be an http or https URL, not socks5:",
    );
  });
});

describe("compression", () => {
  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("%s is decompressed if it was requested", async (coding, compress) => {
    const accepted: unknown[] = [];
    const url = await serve((request, response) => {
      accepted.push(request.headers["accept-encoding"]);
      response.setHeader("content-encoding", coding).end(compress("né".repeat(1_000)));
    });
    expect(text(await opened(nodeTransport({ url, compression: true })).send(post))).toBe("né".repeat(1_000));
    expect(await failure(opened(nodeTransport({ url })).send(post))).toMatch(
      /^Protocol: Response in the content coding/,
    );
    expect(accepted).toEqual(["gzip, deflate, br", undefined]);
  });

  test("the limit applies to the decompressed size, and a broken stream is an error", async () => {
    const url = await serve((request, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(
        request.url?.endsWith("?broken") === true ? "no gzip" : gzipSync(Buffer.alloc(50_000_000)),
      );
    });
    const options = { compression: true, maxResponseBytes: 1_000_000 };
    expect(await failure(opened(nodeTransport({ url, ...options })).send(post))).toBe(
      "TooLarge: Response longer than 1000000 bytes",
    );
    expect(await failure(opened(nodeTransport({ url: `${url}?broken`, ...options })).send(post))).toMatch(
      /^Transport: .*Z_DATA_ERROR/,
    );
  });
});

describe("an agent of the program", () => {
  test("is used, and stays open when the transport is closed", async () => {
    const url = await serve((_request, response) => response.end("x"));
    const agent = new Agent({ keepAlive: true });
    closing.push(() => {
      agent.destroy();
    });
    for (let round = 0; round < 2; round++) {
      const transport = nodeTransport({ url, agent });
      expect(text(await transport.send(post))).toBe("x");
      transport.close();
    }
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
    expect(() => nodeTransport({ url, agent, proxy: "http://p:1" })).toThrow("Give an agent or a proxy");
  });
});

describe("redirects", () => {
  const seen: string[] = [];
  const elsewhere = () =>
    serve((request, response) => {
      seen.push(`${request.method ?? ""} ${request.url ?? ""} ${String(request.headers.authorization)}`);
      response.end("there");
    });
  const redirecting = (status: number, location: string) =>
    serve((request, response) => {
      if (request.url?.endsWith("moved") === true) response.end("here");
      else response.writeHead(status, { location }).end();
    });
  const transport = (url: string, allow: (target: URL, from: URL) => boolean): Transport =>
    opened(followRedirects({ url, allow, transport: (target) => nodeTransport({ url: target }) }));
  const sameOrigin = (target: URL, from: URL): boolean => target.origin === from.origin;

  test("are followed to allowed addresses, without credentials to another origin", async () => {
    seen.length = 0;
    const secret = { ...post, headers: { ...post.headers, authorization: "Basic x" } };
    const other = await elsewhere();
    for (const status of [307, 308]) {
      const url = await redirecting(status, other);
      expect(text(await transport(url, () => true).send(secret))).toBe("there");
      expect(await transport(url, sameOrigin).send(secret)).toMatchObject({ status });
    }
    expect(seen).toEqual(Array(2).fill("POST /a/Service.asmx undefined"));
    expect(text(await transport(await redirecting(307, "/moved"), sameOrigin).send(secret))).toBe("here");
  });

  test("that would change the method, or never end, are responses", async () => {
    for (const status of [301, 302, 303])
      expect(await transport(await redirecting(status, "/moved"), () => true).send(post)).toMatchObject({
        status,
      });
    const loop = await redirecting(307, "/again");
    expect(await transport(loop, () => true).send(post)).toMatchObject({ status: 307 });
  });

  /** A service that redirects each request to an address of its own, and the transports that are open. */
  const redirectingOnce = () => {
    const open = new Set<string>();
    let held: Promise<void> | undefined;
    const redirected = followRedirects({
      url: "http://example.com/service",
      allow: () => true,
      transport: ({ pathname }) => {
        open.add(pathname);
        return {
          send: async ({ body }) => {
            const none = { contentType: undefined, body: new Uint8Array() };
            const location = `/${String(body)}`;
            const headers = { get: () => location, getSetCookie: () => [] };
            if (pathname === "/service") return { ...none, status: 307, headers };
            await held;
            return { ...none, status: open.has(pathname) ? 200 : 599 };
          },
          close: () => open.delete(pathname),
        };
      },
    });
    const send = async (name: number) => (await redirected.send({ ...post, body: String(name) })).status;
    const hold = (until: Promise<void> | undefined): void => {
      held = until;
    };
    return { send, hold, open, close: () => redirected.close?.() };
  };
  const paths = (...names: readonly number[]): string[] => ["/service", ...names.map((name) => `/${name}`)];

  test("to many addresses keep few transports open, those used last", async () => {
    const { send, open, close } = redirectingOnce();
    for (const name of [1, 2, 3, 4, 5, 6, 7, 8, 1, 9, 10]) expect(await send(name)).toBe(200);
    expect([...open]).toEqual(paths(1, 4, 5, 6, 7, 8, 9, 10));
    close();
    expect([...open]).toEqual([]);
  });

  test("do not close a transport during a request", async () => {
    const { send, hold, open } = redirectingOnce();
    let release = (): void => undefined;
    hold(new Promise((resolve) => (release = resolve)));
    const names = Array.from({ length: 20 }, (_none, index) => index + 1);
    const sent = Promise.all(names.map(send));
    await new Promise(setImmediate);
    expect([...open]).toEqual(paths(...names));
    release();
    expect(new Set(await sent)).toEqual(new Set([200]));
    expect(open.size).toBe(9);
  });
});

describe("fetch", () => {
  test("takes further options, but a redirect is not followed unless they say so", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/moved") response.end("moved");
      else response.writeHead(307, { location: "/moved" }).end();
    });
    expect(await fetchTransport({ url, init: { cache: "no-store" } }).send(post)).toMatchObject({
      status: 307,
    });
    expect(text(await fetchTransport({ url, init: { redirect: "follow" } }).send(post))).toBe("moved");
    const dispatcher = {
      dispatch(): never {
        throw new Error("dispatched");
      },
    };
    await expect(fetchTransport({ url, init: { dispatcher } }).send(post)).rejects.toMatchObject({
      cause: { cause: { message: "dispatched" } },
    });
  });
});

describe("security objects of node-soap", () => {
  let keys: Keys;
  beforeAll(() => {
    keys = new Keys();
  });
  afterAll(() => {
    keys.remove();
  });

  test.each([
    ["BasicAuthSecurity", new BasicAuthSecurity("api", "secret"), "Basic YXBpOnNlY3JldA=="],
    ["BearerSecurity", new BearerSecurity("token"), "Bearer token"],
  ])("%s sets Authorization", async (_name, security, want) => {
    const { client, sent } = answering({ text: envelope("soap11", greeted) });
    const interceptors = [nodeSoapSecurity(security)];
    await client.call(Greet, { customerID: 42, loud: false }, { interceptors });
    expect(sent.map(({ headers }) => headers["authorization"])).toEqual([want]);
  });

  test("ClientSSLSecurity and ClientSSLSecurityPFX present their certificates", async () => {
    const [key, cert] = (["key", "certificate"] as const).map((kind) =>
      Buffer.from(keys.read("client", kind)),
    );
    const ca = Buffer.from(keys.read("server", "certificate"));
    const server = createSecureServer(
      {
        ...{ key: keys.read("server", "key"), cert: keys.read("server", "certificate") },
        ...{ ca: keys.read("client", "certificate"), requestCert: true, rejectUnauthorized: true },
      },
      (_request, response) => response.setHeader("content-type", "text/xml").end(envelope("soap11", greeted)),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    for (const security of [
      new ClientSSLSecurity(key ?? "", cert ?? "", ca, { forever: true }),
      new ClientSSLSecurityPFX(keys.bundle("client", "secret"), "secret", { ca, keepAlive: true }),
    ]) {
      const agent = nodeSoapAgent(security);
      closing.push(() => {
        agent.destroy();
      });
      expect(await greet(opened(nodeTransport({ url, agent })))).toEqual({ Text: undefined, Count: 1 });
      expect(() => nodeSoapSecurity(security)).toThrow("use nodeSoapAgent, or nodeSoapTransport for NTLM");
    }
    expect(await failure(greet(opened(nodeTransport({ url, agent: { ca } }))))).toMatch(/^Transport: /);
    expect(() => nodeSoapAgent(new BearerSecurity("x"))).toThrow("has no client certificate");
  });

  test("NTLMSecurity authenticates the connection, and a fault of status 500 is a fault", async () => {
    // A challenge with the flags of a server that supports Unicode and NTLMv2, as in [MS-NLMP] 4.2.4.
    const challenge =
      "TlRMTVNTUAACAAAADAAMADgAAAAzgoriASNFZ4mrze8AAAAAAAAAACQAJABEAAAABgBwFwAAAA9TAGUAcgB2AGUAcgACAAwARABvAG0AYQBpAG4AAQAMAFMAZQByAHYAZQByAAAAAAA=";
    const types: number[] = [];
    const sockets = new Set<Socket>();
    const url = await serve((request, response) => {
      sockets.add(request.socket);
      const [, message = ""] = /^NTLM (.*)$/.exec(request.headers.authorization ?? "") ?? [];
      const type = message === "" ? 0 : Buffer.from(message, "base64").readUInt32LE(8);
      types.push(type);
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        if (type !== 3) {
          const header = type === 1 ? `NTLM ${challenge}` : "NTLM";
          response.writeHead(401, { "www-authenticate": header }).end();
          return;
        }
        const isGreeting = Buffer.concat(pieces).includes(">42<");
        const fault = "<e:Fault><faultcode>e:Server</faultcode><faultstring>No</faultstring></e:Fault>";
        response.writeHead(isGreeting ? 200 : 500, { "content-type": "text/xml; charset=utf-8" });
        response.end(envelope("soap11", isGreeting ? greeted : fault));
      });
    });
    const security = new NTLMSecurity({ username: "api", password: "secret", domain: "DOMAIN" });
    const transport = nodeSoapTransport({ url, client: new HttpClient(), security });
    expect(await greet(transport)).toEqual({ Text: undefined, Count: 1 });
    expect(types).toEqual([0, 1, 3]);
    const refused = caller(GreeterContract, { transport }).call(Greet, { customerID: 43, loud: false });
    expect(await failure(refused)).toBe("fault Internal: No");
    expect(sockets.size).toBe(2);
    await eventually(() => Array.from(sockets).every(({ destroyed }) => destroyed));
  });
});
