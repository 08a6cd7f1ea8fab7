import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { execute } from "../../storage/local-server.js";
import { Program, processesOf, signal, type User } from "./programs.js";
import { type Address, Relay } from "./relay.js";

/** Ports that all machines have, each on its own address of loopback. */
export interface Ports {
  readonly postgres: number;
  readonly patroni: number;
  readonly etcd: number;
}

export interface MachineOptions {
  readonly name: string;
  /** Its address on the network of the cluster. */
  readonly host: string;
  /** Where its programs listen, behind that network. */
  readonly inside: string;
  readonly ports: Ports;
  readonly own: Ports;
  readonly folder: string;
  /** Where etcd's members listen. */
  readonly members: readonly Address[];
  readonly configuration: string;
  readonly bin: string;
  readonly as: User;
}

/** What gets a signal: `machine` is both. */
export type Part = "postgres" | "patroni" | "machine";

/** Networks of a machine that can be cut: to etcd, or all. */
export type Network = "etcd" | "all";

function environmentOf({ name, host, inside, ports, own, folder, bin, members }: MachineOptions) {
  return {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `${inside}:${own.patroni}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${host}:${ports.patroni}`,
    PATRONI_POSTGRESQL_LISTEN: `${inside}:${own.postgres}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:${ports.postgres}`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, name),
    PATRONI_POSTGRESQL_BIN_DIR: bin,
    PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
    // Each machine has paths of its own to the members of etcd, which the suite can cut.
    PATRONI_ETCD_HOSTS: members.map((_, index) => `${host}:${ports.etcd + index}`).join(","),
    PATRONI_ETCD_USE_PROXIES: "true",
    PATRONI_SUPERUSER_PASSWORD: "of postgres",
    PATRONI_REPLICATION_PASSWORD: "of replicator",
    PATRONI_REWIND_PASSWORD: "of rewinder",
  };
}

/** A machine with PostgreSQL under Patroni, on an address of loopback. */
export class Machine {
  readonly name: string;
  readonly #options: MachineOptions;
  readonly #patroni: Program;
  #etcd: readonly Relay[] = [];
  #others: readonly Relay[] = [];

  constructor(options: MachineOptions) {
    this.name = options.name;
    this.#options = options;
    const { folder, name, configuration, as } = options;
    const env = environmentOf(options);
    this.#patroni = new Program(folder, `patroni-${name}`, ["/usr/bin/patroni", configuration], { as, env });
  }

  async start(): Promise<void> {
    const { host, inside, ports, own, members } = this.#options;
    const at = (port: number): Address => ({ host, port });
    this.#etcd = await Promise.all(members.map((to, index) => Relay.listen(at(ports.etcd + index), to)));
    this.#others = await Promise.all([
      Relay.listen(at(ports.postgres), { host: inside, port: own.postgres }),
      Relay.listen(at(ports.patroni), { host: inside, port: own.patroni }),
    ]);
    this.#patroni.start();
  }

  /** Starts Patroni after it was killed; it starts PostgreSQL. */
  restart(): void {
    if (this.#patroni.pids.length === 0) this.#patroni.start();
  }

  send(part: Part, name: NodeJS.Signals): void {
    if (part !== "postgres") signal(this.#patroni.pids, name);
    if (part !== "patroni")
      signal(processesOf(join(this.#options.folder, this.name, "postmaster.pid")), name);
  }

  cut(network: Network): void {
    for (const relay of this.#relays(network)) relay.cut();
  }

  mend(network: Network): void {
    for (const relay of this.#relays(network)) relay.mend();
  }

  #relays(network: Network): readonly Relay[] {
    return network === "etcd" ? this.#etcd : [...this.#etcd, ...this.#others];
  }

  /** Statements as the superuser, past the network. */
  execute(...statements: readonly string[]): Promise<readonly object[]> {
    const { inside, own } = this.#options;
    const url = `postgres://postgres:of%20postgres@${inside}:${own.postgres}/postgres`;
    return execute(url, ...statements);
  }

  /** The response of Patroni to a request, as status; undefined without one. */
  async ask(path: string, init: RequestInit = {}): Promise<number | undefined> {
    try {
      const { inside, own } = this.#options;
      const response = await fetch(`http://${inside}:${own.patroni}${path}`, {
        ...init,
        signal: AbortSignal.timeout(30_000),
      });
      await response.text();
      return response.status;
    } catch {
      return undefined;
    }
  }

  /** Writes to its disk until nothing is left; the returned function frees it. The disk is of its own: see `DatabaseCluster`. */
  fillDisk(): () => void {
    const path = join(this.#options.folder, this.name, "ballast");
    spawnSync("dd", ["if=/dev/zero", `of=${path}`, "bs=1M"], { stdio: "ignore" });
    return () => {
      rmSync(path, { force: true });
    };
  }

  async close(): Promise<void> {
    for (const relay of [...this.#etcd, ...this.#others]) await relay.close();
  }
}
