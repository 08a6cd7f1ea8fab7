import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { addLink } from "#server/actions/links.js";
import { machine } from "#server/actions/rights.js";
import { addRoute } from "#server/actions/routes.js";
import { openStore } from "#server/storage/index.js";
import { drive, type Load } from "../load.js";
import { cpuOfTree } from "../process-tree.js";
import { customer, openAccount, send } from "./account.js";
import { fillMessages } from "./fill.js";
import { type Messenger, startMessenger } from "./messenger.js";
import { distinct, requestOf } from "./requests.js";

/** Callers, and messages that a link may have in flight. */
export const callers = 32;
export const window = 50;

/** A gateway in processes of its own, and the SMSC that it sends to. */
export interface Gateway {
  readonly smsc: Smsc;
  readonly load: Load;
  /** CPU time so far of all its processes, in microseconds. */
  cpu(): number;
  close(): Promise<void>;
}

/** A gateway of Messenger, and its server process. */
interface OwnGateway extends Gateway {
  readonly child: ChildProcess;
}

/** Database of a gateway: a new file, empty or filled with messages, or an empty one with a URL. */
export type GatewayStore = "empty" | "filled" | `postgres://${string}`;

/** Starts `messenger serve` with a link to an SMSC, which confirms each message if it is one with receipts. */
export async function messengerGateway(
  folder: string,
  smscs: "plain" | "receipts",
  sends: number,
  store: GatewayStore = "empty",
): Promise<OwnGateway> {
  mkdirSync(folder);
  const file = join(folder, "messenger.db");
  const database = store === "empty" || store === "filled" ? `sqlite:${file}` : store;
  await openAccount(database);
  if (store === "filled") await fillMessages(file, [customer]);
  const smsc = await startSmsc(smscs);
  const messenger = await serveSmsc(folder, smsc.port, database);
  return {
    smsc,
    child: messenger.child,
    load: {
      port: messenger.port,
      request: distinct(requestOf("httpGet", "HTTP_SendSms", send)),
      connections: callers,
      requests: sends,
      wanted: "<Result>OK</Result>",
    },
    cpu: () => cpuOfTree(messenger.child.pid ?? NaN),
    close: async () => {
      await messenger.stop();
      await smsc.close();
    },
  };
}

async function serveSmsc(folder: string, smsc: number, database: string): Promise<Messenger> {
  const store = await openStore(database);
  const setup = { by: { name: "bench", source: "bench" }, now: Date.now(), caller: machine };
  const url = `smpp://bench@127.0.0.1:${smsc}`;
  await addLink.run(store, { name: "bench", url, password: "bench", set: [`window=${window}`] }, setup);
  await addRoute.run(store, { prefix: "*", link: "bench" }, setup);
  await store.close();
  return startMessenger(folder, database);
}

interface SmscCounts {
  readonly messages: number;
  readonly confirmed: number;
}

export interface Smsc {
  readonly port: number;
  /** Messages that it has; of an SMSC with receipts, those whose receipt was taken over. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** Starts an SMSC in a process of its own. */
export async function startSmsc(receipts: "plain" | "receipts"): Promise<Smsc> {
  const child: ChildProcess = fork("dist/bench/servers/smsc-process.js", [receipts], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    port,
    count: async () => {
      child.send("");
      const [{ messages, confirmed }] = (await once(child, "message")) as [SmscCounts];
      return receipts === "receipts" ? confirmed : messages;
    },
    close: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** Makes the calls; resolves when the SMSC has all messages, and has confirmed them if it does that. */
export async function delivered({ smsc, load }: Gateway): Promise<void> {
  const wanted = (await smsc.count()) + load.requests;
  await drive(load);
  for (const end = performance.now() + 120_000; (await smsc.count()) < wanted;) {
    if (performance.now() > end) throw new Error(`the SMSC got ${await smsc.count()} of ${wanted} messages`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
