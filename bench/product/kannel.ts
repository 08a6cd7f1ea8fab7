import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { cpuOfTree } from "../process-tree.js";

/** Kannel: HTTP in, SMPP out, with its file store. */
export interface Kannel {
  readonly port: number;
  /** CPU time of both its processes so far, in microseconds. */
  cpu(): number;
  close(): Promise<void>;
}

const programs = { bearerbox: "/usr/sbin/bearerbox", smsbox: "/usr/sbin/smsbox" };

export function hasKannel(): boolean {
  return Object.values(programs).every((program) => existsSync(program));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves when something listens at a port. */
export async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const socket = connect(port, "127.0.0.1");
    const open = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => {
        resolve(true);
      });
      socket.once("error", () => {
        resolve(false);
      });
    });
    socket.destroy();
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Kannel does not listen on ${port}`);
}

export interface KannelPorts {
  readonly admin: number;
  readonly box: number;
  readonly http: number;
  readonly smsc: number;
}

/** Groups of a configuration for a bearerbox with a file store and one SMSC; it needs the group smsbox, also if none connects. */
export function configuration(
  folder: string,
  { admin, box, http, smsc }: KannelPorts,
  window: number,
): string {
  const groups = [
    `group = core\nadmin-port = ${admin}\nadmin-password = bench\nsmsbox-port = ${box}\nbox-allow-ip = 127.0.0.1\n` +
      `log-file = ${join(folder, "bearerbox.log")}\nlog-level = 4\nstore-type = file\nstore-location = ${join(folder, "store")}\n`,
    `group = smsc\nsmsc = smpp\nsmsc-id = bench\nhost = 127.0.0.1\nport = ${smsc}\nsmsc-username = bench\n` +
      `smsc-password = bench\ntransceiver-mode = yes\nsystem-type = ""\nmax-pending-submits = ${window}\n`,
    `group = smsbox\nbearerbox-host = 127.0.0.1\nsendsms-port = ${http}\nlog-file = ${join(folder, "smsbox.log")}\nlog-level = 4\n`,
    `group = sendsms-user\nusername = api\npassword = bench\nmax-messages = 10\n`,
    `group = sms-service\nkeyword = default\nmax-messages = 0\ncatch-all = yes\ntext = ""\n`,
  ];
  return groups.join("\n");
}

export async function startKannel(folder: string, smsc: number, window: number): Promise<Kannel> {
  const ports = { admin: await freePort(), box: await freePort(), http: await freePort(), smsc };
  const file = join(folder, "kannel.conf");
  writeFileSync(file, configuration(folder, ports, window));
  const bearerbox = spawn(programs.bearerbox, [file], { stdio: "ignore" });
  await listening(ports.box);
  const smsbox = spawn(programs.smsbox, [file], { stdio: "ignore" });
  await listening(ports.http);
  return {
    port: ports.http,
    cpu: () => cpuOfTree(bearerbox.pid ?? NaN) + cpuOfTree(smsbox.pid ?? NaN),
    close: async () => {
      for (const child of [smsbox, bearerbox]) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
    },
  };
}
