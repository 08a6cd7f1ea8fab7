import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../eventually.js";
import { freePort } from "../free-port.js";

/** A server of others in a folder of its own. */
export interface HttpPeer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts it with a configuration file, and resolves when it accepts connections. */
async function start(
  command: readonly string[],
  configuration: (port: number, folder: string) => Readonly<Record<string, string>>,
): Promise<HttpPeer> {
  const folder = mkdtempSync(join(tmpdir(), "http-peer-"));
  const port = await freePort();
  for (const [name, text] of Object.entries(configuration(port, folder)))
    writeFileSync(join(folder, name), text);
  const [program = "", ...args] = command;
  const child = spawn(program, [...args, join(folder, "main.conf")], { stdio: "ignore" });
  const exited = once(child, "exit");
  await eventually(() => accepts(port));
  return {
    port,
    stop: async () => {
      child.kill();
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => {
      resolve(false);
    });
  });
}

/** lighttpd in front of a service, with HTTP authentication for `api` and `secret`. */
export function startLighttpd(method: "digest" | "basic", backend: number): Promise<HttpPeer> {
  return start(["lighttpd", "-D", "-f"], (port, folder) => ({
    "plain.users": "api:secret\n",
    "main.conf": [
      'server.modules = ("mod_auth", "mod_authn_file", "mod_proxy")',
      `server.document-root = "${folder}"`,
      `server.port = ${port}`,
      'server.bind = "127.0.0.1"',
      'auth.backend = "plain"',
      `auth.backend.plain.userfile = "${folder}/plain.users"`,
      `auth.require = ("/" => ("method" => "${method}", "realm" => "example", "require" => "valid-user"))`,
      `proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${backend})))`,
    ].join("\n"),
  }));
}

/** squid in front of a service, with NTLM of Samba for `api` of `DOMAIN` and `secret`. */
export function startSquid(backend: number): Promise<HttpPeer> {
  const service = `ntlm${backend}`;
  return start(["squid", "-N", "-n", service, "-f"], (port) => ({
    "main.conf": [
      `http_port 127.0.0.1:${port} accel defaultsite=127.0.0.1 no-vhost`,
      `cache_peer 127.0.0.1 parent ${backend} 0 no-query no-digest originserver`,
      "auth_param ntlm program /usr/bin/ntlm_auth --helper-protocol=squid-2.5-ntlmssp --username=api --password=secret --domain=DOMAIN",
      "auth_param ntlm children 1",
      "acl known proxy_auth REQUIRED",
      "http_access allow known",
      "http_access deny all",
      "cache deny all",
      "memory_cache_shared off",
      "access_log none",
      "cache_log /dev/null",
      "pid_filename none",
      "shutdown_lifetime 0 seconds",
      "",
    ].join("\n"),
  }));
}

/** tinyproxy for `api` and `secret`. */
export function startTinyproxy(): Promise<HttpPeer> {
  return start(["tinyproxy", "-d", "-c"], (port, folder) => ({
    "main.conf": [
      `Port ${port}`,
      "Listen 127.0.0.1",
      "Timeout 60",
      `LogFile "${folder}/log"`,
      "MaxClients 20",
      "BasicAuth api secret",
    ].join("\n"),
  }));
}
