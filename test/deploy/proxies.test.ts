import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { eventually } from "../eventually.js";
import { freePort } from "../free-port.js";
import { isInstalled, testWithPeer } from "../peers.js";

/** What no line of a log may contain: it is in each request below. */
const secret = "horse%20battery";

/** A request and the path that the log has for it. */
interface Row {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly logged: string;
  readonly status: number;
}

const operation = "/bms/Soap/Messenger.asmx/HTTP_SendSms";
const rows: readonly Row[] = [
  {
    method: "GET",
    target: `${operation}?userPassword=${secret}&smsText=Hi`,
    logged: operation,
    status: 200,
  },
  { method: "GET", target: `/?${secret}`, logged: "/", status: 200 },
  { method: "HEAD", target: `${operation}?a=${secret}`, logged: operation, status: 200 },
  {
    method: "GET",
    target: `/v1/inbox?cursor=/${secret}`,
    logged: "/v1/inbox",
    status: 200,
  },
  { method: "GET", target: `/v1?a=b?${secret}`, logged: "/v1", status: 200 },
  {
    method: "POST",
    target: operation,
    body: `userPassword=${secret}`,
    logged: operation,
    status: 200,
  },
  {
    method: "GET",
    target: `/portal/invitation/${secret}`,
    logged: "/portal/invitation/-",
    status: 200,
  },
  {
    method: "GET",
    target: "/v1/a",
    headers: { authorization: `Basic ${secret}` },
    logged: "/v1/a",
    status: 200,
  },
  {
    method: "GET",
    target: "/b",
    headers: { referer: `https://x.example/?${secret}` },
    logged: "/b",
    status: 200,
  },
  {
    method: "GET",
    target: "/c",
    headers: { cookie: `session=${secret}` },
    logged: "/c",
    status: 200,
  },
  { method: "GET", target: `/gone?${secret}`, logged: "/gone", status: 502 },
];

/** A proxy of `deploy/proxy`, run with a log in a folder, in front of servers on loopback. */
interface Running {
  readonly port: number;
  log(): string;
  stop(): Promise<void>;
}

/** The shipped file with the certificate, ports and paths of this test. */
function adapted(
  name: string,
  folder: string,
  changes: readonly (readonly [RegExp | string, string])[],
): string {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  execFileSync("openssl", [...made, "-keyout", key, "-out", cert], { stdio: "pipe" });
  writeFileSync(join(folder, "haproxy.pem"), readFileSync(cert, "utf8") + readFileSync(key, "utf8"));
  const shipped = readFileSync(`deploy/proxy/${name}`, "utf8").replaceAll("/etc/messenger/", `${folder}/`);
  return changes.reduce((text, [from, to]) => {
    const after = text.replaceAll(from, to);
    if (after === text) throw new Error(`${name} has no ${String(from)}`);
    return after;
  }, shipped);
}

async function started(
  child: ChildProcess,
  port: number,
  folder: string,
  log: () => string,
): Promise<Running> {
  const exited = once(child, "exit");
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`The proxy ended: ${log()}`);
    return call(port, { method: "GET", target: "/started", logged: "", status: 200 }).then(
      (status) => status === 200,
      () => false,
    );
  });
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
    rmSync(folder, { recursive: true });
  };
  return { port, log, stop };
}

/** Requests over TLS; resolves with the status. */
async function call(port: number, { method, target, headers, body }: Row): Promise<number | undefined> {
  const options = {
    host: "127.0.0.1",
    port,
    method,
    path: target,
    headers: { ...headers },
    rejectUnauthorized: false,
    agent: false,
  };
  const sent = request(options).end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

async function startNginx(backend: number, dead: number): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-nginx-"));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  const site = adapted("nginx.conf", folder, [
    [
      "listen 443 ssl;",
      `listen 127.0.0.1:${port} ssl; location /gone { proxy_pass http://127.0.0.1:${dead}; }`,
    ],
    [/listen \[::\]:443 ssl;/gu, ""],
    ["127.0.0.1:8080", `127.0.0.1:${backend}`],
    ["/var/log/nginx/", `${folder}/`],
  ]);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = kinds.map((name) => `${name}_temp_path ${folder}/${name};`);
  writeFileSync(file, `daemon off; pid ${folder}/nginx.pid; events {} http { ${paths.join(" ")} ${site} }`);
  const log = (): string =>
    ["messenger.log", "messenger-error.log"].map((name) => readFileSync(join(folder, name), "utf8")).join("");
  const child = spawn("nginx", ["-e", join(folder, "messenger-error.log"), "-c", file], { stdio: "ignore" });
  return started(child, port, folder, log);
}

async function startHaproxy(backend: number, dead: number): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-haproxy-"));
  const port = await freePort();
  const file = join(folder, "haproxy.cfg");
  const text = adapted("haproxy.cfg", folder, [
    ["bind :443", `bind 127.0.0.1:${port}`],
    ["maxconn 20000", "maxconn 500"],
    ["/dev/log local0", "stdout format raw local0"],
    ["default_backend messenger", "use_backend gone if { path /gone }\n    default_backend messenger"],
    [/ {4}server one .*\n {4}server two .*/gu, `    server one 127.0.0.1:${backend} no-check`],
  ]);
  writeFileSync(file, `${text}\nbackend gone\n    retries 0\n    server none 127.0.0.1:${dead} no-check\n`);
  let lines = "";
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => (lines += piece.toString()));
  return started(child, port, folder, () => lines);
}

const proxies = [
  { peer: "nginx", start: startNginx, gone: 502 },
  { peer: "haproxy", start: startHaproxy, gone: 503 },
] as const;

describe.each(proxies)("$peer with its file of deploy/proxy", ({ peer, start, gone }) => {
  let proxy: Running | undefined;
  let server: Server | undefined;

  beforeAll(async () => {
    if (!isInstalled(peer)) return;
    server = createServer((received, response) => received.resume().on("end", () => response.end("ok")));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    proxy = await start((server.address() as AddressInfo).port, await freePort());
  });

  afterAll(async () => {
    await proxy?.stop();
    server?.close();
  });

  testWithPeer(
    peer,
    "logs method, path and status of each request, and nothing else that it contains",
    async () => {
      if (proxy === undefined) throw new Error("The proxy did not start");
      const running = proxy;
      const lines = (): readonly string[] => running.log().split("\n").slice(0, -1);
      const seen: (number | undefined)[] = [];
      for (const row of rows) seen.push(await call(running.port, row));
      const wanted = rows.map(({ status }) => (status === 200 ? 200 : gone));
      expect(seen).toEqual(wanted);
      const last = (): readonly string[] =>
        lines().slice(lines().findLastIndex((line) => line.includes("/started")) + 1);
      await eventually(() => last().length >= rows.length);
      const logged = last().map(
        (line) => `${/(?:GET|HEAD|POST) \S+/u.exec(line)?.[0]} ${/ ([1-5]\d\d) /u.exec(line)?.[1]}`,
      );
      expect(logged).toEqual(rows.map((row, at) => `${row.method} ${row.logged} ${wanted[at]}`));
      expect(running.log()).not.toMatch(/horse/u);
    },
  );
});
