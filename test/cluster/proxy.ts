import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../eventually.js";
import { freePort } from "../free-port.js";

/** Ports of a server on loopback. */
export interface Backend {
  readonly port: number;
  /** Of `/readyz`; none: it is not checked. */
  readonly admin?: number;
}

export interface Proxy {
  readonly port: number;
  stop(): Promise<void>;
}

/** HAProxy's configuration of `deploy/proxy`, with these servers, without TLS. */
function configuration(port: number, backends: readonly Backend[]): string {
  const servers = backends.map(({ port: own, admin }, index) => {
    const check = admin === undefined ? "no-check" : `port ${admin}`;
    return `    server s${index} 127.0.0.1:${own} ${check}`;
  });
  const shipped = readFileSync("deploy/proxy/haproxy.cfg", "utf8");
  const lines = shipped.split("\n").filter((line) => !line.startsWith("    server "));
  const small = lines.map((line) => line.replace(/maxconn \d+/u, "maxconn 500"));
  return [...small, ...servers, ""].join("\n").replace(/^ {4}bind .*$/mu, `    bind 127.0.0.1:${port}`);
}

/** Starts HAProxy; resolves when it passes requests for `path` on. */
export async function startProxy(backends: readonly Backend[], path: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "messenger-proxy-"));
  const file = join(folder, "haproxy.cfg");
  const port = await freePort();
  writeFileSync(file, configuration(port, backends));
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
  let words = "";
  child.stderr.on("data", (piece: Buffer) => (words += piece.toString()));
  const exited = once(child, "exit");
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${words}`);
    return fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    port,
    stop: async () => {
      child.kill();
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
