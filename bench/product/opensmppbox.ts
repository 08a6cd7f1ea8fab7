import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cpuOfTree } from "../process-tree.js";
import { configuration, freePort, hasKannel, listening } from "./kannel.js";
import { login } from "./smpp-load.js";

/** Kannel's server for SMPP clients, and its bearerbox with a link to an SMSC. */
export interface Opensmppbox {
  readonly port: number;
  /** CPU time of both its processes so far, in microseconds. */
  cpu(): number;
  close(): Promise<void>;
}

/** system_type of a client: opensmppbox closes a bind when another one comes with the same. */
export const systemTypeOf = (client: number): string => `bench${client}`;

/** Without addresses it reads memory that it has not written, and refuses some binds. */
const anyAddress = "*.*.*.*";

export function hasOpensmppbox(): boolean {
  return hasKannel() && spawnSync("opensmppbox", ["--version"]).error === undefined;
}

/** Starts both with a file store and reports of delivery in memory. `smsc`: port of the SMSC; `window`: of the link to it. */
export async function startOpensmppbox(
  folder: string,
  { smsc, window, clients }: { readonly smsc: number; readonly window: number; readonly clients: number },
): Promise<Opensmppbox> {
  mkdirSync(folder);
  const ports = { admin: await freePort(), box: await freePort(), http: await freePort(), smsc };
  const port = await freePort();
  const files = { bearerbox: join(folder, "kannel.conf"), box: join(folder, "box.conf") };
  const logins = join(folder, "logins");
  writeFileSync(files.bearerbox, configuration(folder, ports, window));
  const { systemId, password } = login;
  const lines = Array.from({ length: clients }, (_, client) => {
    return `${systemId} ${password} ${systemTypeOf(client)} ${anyAddress}\n`;
  });
  writeFileSync(logins, lines.join(""));
  writeFileSync(
    files.box,
    `group = core\ndlr-storage = internal\n\ngroup = opensmppbox\nopensmppbox-id = bench\nopensmppbox-port = ${port}\n` +
      `bearerbox-host = 127.0.0.1\nbearerbox-port = ${ports.box}\nlog-file = ${join(folder, "box.log")}\nlog-level = 4\n` +
      `our-system-id = bench\nroute-to-smsc = bench\nsmpp-logins = "${logins}"\n`,
  );
  const bearerbox = spawn("bearerbox", [files.bearerbox], { stdio: "ignore" });
  await listening(ports.box);
  const box = spawn("opensmppbox", [files.box], { stdio: "ignore" });
  await listening(port);
  return {
    port,
    cpu: () => cpuOfTree(bearerbox.pid ?? NaN) + cpuOfTree(box.pid ?? NaN),
    close: async () => {
      for (const child of [box, bearerbox]) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
    },
  };
}
