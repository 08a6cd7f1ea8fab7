import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@jest/globals";
import { hashPassword } from "#server/credentials/hash.js";
import type { Store } from "#server/ports/store.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Role } from "#server/work/coordination/roles.js";
import { readLinkUrl } from "#server/work/delivery/link-settings.js";
import type { DatabaseCluster } from "../../cluster/machines/cluster.js";
import {
  nextVersion,
  type ServerProcess,
  startProcess,
  startVersion,
} from "../../cluster/server-processes.js";
import { cheap } from "../../credentials/cheap.js";
import { giveRole } from "../../faces/portal/give-role.js";
import { password } from "../../faces/portal/portal-server.js";
import { addAccount } from "../../faces/smpp/service.js";
import { account } from "../../faces/smpp/test-client.js";
import { freePort } from "../../free-port.js";
import { addCustomer, admin } from "../../interop/service.js";
import { StormSmsc } from "../../networks/smpp/storm-smsc.js";
import { openAccount } from "../../storage/fixtures.js";
import { expectExact } from "./books.js";
import { CallbackReceiver } from "./callbacks.js";
import { sender } from "./files.js";
import { Load, smppWindow } from "./load.js";

/** Processes of the guide. */
const wanted: readonly (readonly Role[])[] = [
  ["api", "smpp"],
  ["api", "smpp"],
  ["delivery"],
  ["delivery"],
  ["maintenance"],
];

const credit = 10_000_000;

/** Longest life of the SMSC: it ends with the suite. */
const lifetime = 4 * 3_600_000;

/** A process and what it is started with. */
interface Started {
  readonly process: ServerProcess;
  readonly args: readonly string[];
}

/** Ports that a process keeps when it is restarted. */
async function listeners(): Promise<readonly string[]> {
  const [http, smpp, portal] = [await freePort(), await freePort(), await freePort()];
  return ["--port", String(http), "--smpp", String(smpp), "--portal", String(portal)];
}

async function addCustomers(store: Store, callbackUrl: string): Promise<void> {
  await addCustomer(store, credit);
  const passwordHash = await hashPassword(account.password, cheap);
  await addAccount(store, { customerId: 43, window: smppWindow, passwordHash }, credit * 1_000);
  await openAccount(store, { id: sender.customer, credit: credit * 1_000, user: "api" });
  const owner = { customerId: sender.customer, user: sender.name, role: "owner" } as const;
  await giveRole(store, { ...owner, passwordHash: await hashPassword(password, cheap) }, Date.now());
  const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
  for (const customerId of [42, sender.customer]) {
    const target = { customerId, url: callbackUrl, secret, parts: false, private: true };
    await store.callbacks.setTarget(target, Date.now());
  }
}

/** The service of the guide on a cluster, with an SMSC, customers, and a customer's server for callbacks. */
export class ServiceOnCluster {
  readonly cluster: DatabaseCluster;
  readonly smsc: StormSmsc;
  readonly receiver: CallbackReceiver;
  readonly #key: string;
  readonly #started: Started[];
  #load: Load | undefined;
  #loads = 0;

  private constructor(
    cluster: DatabaseCluster,
    smsc: StormSmsc,
    receiver: CallbackReceiver,
    key: string,
    started: Started[],
  ) {
    this.cluster = cluster;
    this.smsc = smsc;
    this.receiver = receiver;
    this.#key = key;
    this.#started = started;
  }

  static async start(cluster: DatabaseCluster): Promise<ServiceOnCluster> {
    const store = await openPostgresStore(cluster.url);
    const receiver = await CallbackReceiver.listen();
    await addCustomers(store, receiver.url);
    const smsc = await StormSmsc.listen({ seed: 1, lifetime, receipts: "mixed", doubled: 0.1 });
    const address = readLinkUrl(`smpp://messenger:secret@127.0.0.1:${smsc.port}`);
    const settings = { binds: "4", window: "20", drain: "2" };
    await store.links.add({ ...address, name: "a", settings, ofFile: false }, 0);
    await store.close();
    const printed = await admin(cluster.url, "key", "add", "42/api", "--name", "shop", "--scope", "send");
    const key = printed.trim().split(": ").at(-1) ?? "";
    const started: Started[] = [];
    for (const roles of wanted) {
      const args = roles.includes("api") ? await listeners() : [];
      started.push({ process: await startProcess(cluster.url, roles, ...args), args });
    }
    return new ServiceOnCluster(cluster, smsc, receiver, key, started);
  }

  get processes(): readonly ServerProcess[] {
    return this.#started.map(({ process }) => process);
  }

  /** Starts callers of every kind; each load has numbers of its own. */
  load(): Load {
    this.#load = new Load(this.#loads++, this.#key, this.processes);
    return this.#load;
  }

  /** Adds a step to the schema, and restarts each process in turn with the version that has it. */
  async upgrade(): Promise<void> {
    const { command, env } = nextVersion;
    const migrate = [...command, "database", "migrate", "--database", this.cluster.url];
    await promisify(execFile)(process.execPath, migrate, { env: { ...process.env, ...env } });
    this.#load?.oneShots.restarts(true);
    for (const [index, { process: old, args }] of this.#started.entries()) {
      expect(await old.stop()).toBe(0);
      const next = await startVersion(nextVersion, this.cluster.url, old.roles, ...args);
      this.#started[index] = { process: next, args };
    }
    this.#load?.oneShots.restarts(false);
  }

  expectExact(load: Load): Promise<void> {
    return expectExact(load, this);
  }

  async stop(): Promise<void> {
    for (const each of this.processes) expect(await each.stop()).toBe(0);
    await this.smsc.close();
    this.receiver.close();
  }
}
