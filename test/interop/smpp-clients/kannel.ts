import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../../eventually.js";
import { freePort } from "../../free-port.js";
import { PeerProcess } from "../../networks/smpp/peer-process.js";
import { account } from "../../faces/smpp/test-client.js";

export interface KannelOptions {
  /** Of the SMPP server. */
  readonly port: number;
  /** Where incoming messages are reported: `from`, `to` and `text` are added. */
  readonly messages: string;
  /** Messages without a response. Default: those of Kannel. */
  readonly window?: number;
  /** Milliseconds after which it ends by itself. */
  readonly lifetime?: number;
}

/** Kannel as a client: its smsc section binds, its HTTP interface sends and reports. */
export interface Kannel {
  /** Sends a text to a number; `report` gets the status `%d` of each report. Resolves with the HTTP status, 0 without a response. */
  send(text: string, to: string, report: string): Promise<number>;
  stop(): Promise<void>;
}

interface Ports {
  readonly admin: number;
  readonly box: number;
  readonly http: number;
}

/** The group of the page for engineers, with the server and the account of a test. */
function documentedGroup(port: number): string {
  const page = readFileSync("docs/guides/smpp-clients.md", "utf8");
  const lines = /^ {4}group = smsc\n(?: {4}.*\n)+/mu.exec(page)?.[0] ?? "";
  const { systemId, password } = account;
  const own = { host: "127.0.0.1", port, "smsc-username": systemId, "smsc-password": password };
  return Object.entries(own).reduce(
    (group, [name, value]) => {
      const line = new RegExp(`^${name} = .*$`, "mu");
      if (!line.test(group)) throw new Error(`the page has no ${name}`);
      return group.replace(line, `${name} = ${value}`);
    },
    lines.replaceAll(/^ {4}/gmu, ""),
  );
}

function configuration({ admin, box, http }: Ports, { port, messages, window }: KannelOptions): string {
  return `group = core
admin-port = ${admin}
admin-password = admin01
smsbox-port = ${box}
log-level = 1

${documentedGroup(port)}smsc-id = messenger
source-addr-autodetect = true
dest-addr-ton = 1
dest-addr-npi = 1
reconnect-delay = 1
${window === undefined ? "" : `max-pending-submits = ${window}`}

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${http}
http-request-retry = 10
http-queue-delay = 1

group = sendsms-user
username = ann
password = ann01

group = sms-service
keyword = default
max-messages = 0
catch-all = true
get-url = "${messages}?from=%p&to=%P&text=%a"
`;
}

export async function startKannel(options: KannelOptions): Promise<Kannel> {
  const ports = { admin: await freePort(), box: await freePort(), http: await freePort() };
  const folder = mkdtempSync(join(tmpdir(), "kannel-"));
  const file = join(folder, "kannel.conf");
  writeFileSync(file, configuration(ports, options));
  const { lifetime } = options;
  const bearerbox = new PeerProcess("bearerbox", ["-v", "1", file], lifetime);
  // An smsbox that meets no bearerbox ends.
  await eventually(() => bearerbox.output.includes("Start-up done"));
  const smsbox = new PeerProcess("smsbox", ["-v", "1", file], lifetime);
  const url = `http://127.0.0.1:${ports.http}/cgi-bin/sendsms?username=ann&password=ann01`;
  return {
    send: async (text, to, report) => {
      const fields = {
        from: "Shop",
        to,
        coding: "0",
        charset: "UTF-8",
        "dlr-mask": "3",
        "dlr-url": report,
        text,
      };
      const query = Object.entries(fields).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`);
      const response = await fetch(`${url}${query.join("")}`).catch(() => undefined);
      await response?.text();
      return response?.status ?? 0;
    },
    stop: async () => {
      await smsbox.stop();
      await bearerbox.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
