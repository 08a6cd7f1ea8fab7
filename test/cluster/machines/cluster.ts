import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "../../eventually.js";
import { freePort } from "../../free-port.js";
import { programs, unprivileged } from "../../storage/local-server.js";
import { Machine, type Ports } from "./machine.js";
import { Program, watch } from "./programs.js";
import type { Address } from "./relay.js";

const names = ["db1", "db2", "db3"] as const;

/** Of the shipped configuration: addresses that the machines have there. */
const shippedHost = (index: number): string => `192.0.2.${21 + index}`;

/** Addresses of loopback that nothing else of the suites uses: of the processes' machine, of the machines, and of what runs in these. */
const proxyHost = "127.0.0.20";
const hostOf = (index: number): string => `127.0.0.${21 + index}`;
const insideOf = (index: number): string => `127.0.0.${31 + index}`;

/** Seconds after which a leader that is not heard of loses its lock: `deploy/cluster/patroni.yml`. */
export const ttl = 20;

/** Three ports in a row for etcd, since each machine has a path to each member. */
async function newPorts(): Promise<Ports> {
  return { postgres: await freePort(), patroni: await freePort(), etcd: await freePort() };
}

/** The shipped configuration with the folders of the suite; nothing has to outlive the machine that runs the suite. */
function patroniConfiguration(folder: string): string {
  const shipped = readFileSync("deploy/cluster/patroni.yml", "utf8");
  return shipped
    .replaceAll("/archive/", `${folder}/archive/`)
    .replace("unix_socket_directories: /var/run/postgresql", `unix_socket_directories: ${folder}`)
    .replace("local all all peer", "local all all trust")
    .replace(
      "    archive_command:",
      "    fsync: off\n    max_wal_size: 256MB\n    shared_buffers: 64MB\n    log_min_messages: warning\n    archive_command:",
    );
}

function haproxyConfiguration(ports: Ports, write: number, read: number): string {
  let text = readFileSync("deploy/cluster/haproxy.cfg", "utf8")
    .replace("127.0.0.1:5000", `${proxyHost}:${write}`)
    .replace("127.0.0.1:5001", `${proxyHost}:${read}`)
    .replaceAll("port 8008", `port ${ports.patroni}`);
  for (const index of names.keys())
    text = text.replaceAll(`${shippedHost(index)}:5432`, `${hostOf(index)}:${ports.postgres}`);
  return text;
}

/** The variables of a shipped file for systemd. */
function variablesOf(path: string): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const [, name, value] = /^(\w+)=(.*)$/u.exec(line) ?? [];
    if (name !== undefined && value !== undefined) variables[name] = value;
  }
  return variables;
}

function etcdMember(folder: string, index: number, ports: readonly { client: number; peer: number }[]) {
  const name = names[index] ?? "";
  const { client = 0, peer = 0 } = ports[index] ?? {};
  const url = (port: number, at = index): string => `http://${insideOf(at)}:${port}`;
  return new Program(folder, `etcd-${name}`, ["/usr/bin/etcd"], {
    as: undefined,
    env: {
      ...variablesOf("deploy/cluster/etcd.env"),
      ETCD_NAME: name,
      ETCD_DATA_DIR: join(folder, `etcd-${name}`),
      ETCD_LISTEN_PEER_URLS: url(peer),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: url(peer),
      ETCD_LISTEN_CLIENT_URLS: url(client),
      ETCD_ADVERTISE_CLIENT_URLS: url(client),
      ETCD_INITIAL_CLUSTER: ports.map((each, at) => `${names[at] ?? ""}=${url(each.peer, at)}`).join(","),
    },
  });
}

/** Whether each machine has a disk of its own, which can be full. */
export const hasDisks =
  process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"], { stdio: "ignore" }).status === 0;

/** Most of what a machine has on its disk, and then some. */
const diskSize = "1500m";

function addDisk(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskSize},mode=0700`, "tmpfs", path]);
}

interface Parts {
  readonly machines: readonly Machine[];
  readonly etcd: readonly Program[];
  readonly haproxy: Program;
  readonly members: readonly Address[];
  readonly write: number;
  readonly read: number;
  readonly watcher: { end(): Promise<void> };
}

/** Three machines with the files of `deploy/cluster/`, and HAProxy. */
export class DatabaseCluster {
  readonly machines: readonly Machine[];
  readonly etcd: readonly Program[];
  readonly haproxy: Program;
  /** Ports of HAProxy. */
  readonly write: number;
  readonly read: number;
  readonly #members: readonly Address[];
  readonly #watcher: { end(): Promise<void> };

  private constructor(parts: Parts) {
    this.machines = parts.machines;
    this.etcd = parts.etcd;
    this.haproxy = parts.haproxy;
    this.write = parts.write;
    this.read = parts.read;
    this.#members = parts.members;
    this.#watcher = parts.watcher;
  }

  static async start(): Promise<DatabaseCluster> {
    const bin = programs();
    if (bin === undefined) throw new Error("PostgreSQL is not installed");
    const as = unprivileged();
    const folder = mkdtempSync(join(tmpdir(), "messenger-cluster-"));
    const watcher = watch(folder);
    if (hasDisks) for (const name of names) addDisk(join(folder, name));
    for (const path of [
      folder,
      join(folder, "archive"),
      ...(hasDisks ? names.map((name) => join(folder, name)) : []),
    ]) {
      mkdirSync(path, { recursive: true });
      if (as !== undefined) chownSync(path, as.uid, as.gid);
    }
    const ports = await newPorts();
    const memberPorts = await Promise.all(
      names.map(async () => ({ client: await freePort(), peer: await freePort() })),
    );
    const members: Address[] = memberPorts.map(({ client }, index) => ({
      host: insideOf(index),
      port: client,
    }));
    const configuration = join(folder, "patroni.yml");
    writeFileSync(configuration, patroniConfiguration(folder));
    const machines: Machine[] = [];
    for (const [index, name] of names.entries())
      machines.push(
        new Machine({
          name,
          host: hostOf(index),
          inside: insideOf(index),
          ports,
          own: await newPorts(),
          folder,
          members,
          configuration,
          bin,
          as,
        }),
      );
    const [write, read] = [await freePort(), await freePort()];
    const haproxyFile = join(folder, "haproxy.cfg");
    writeFileSync(haproxyFile, haproxyConfiguration(ports, write, read));
    const cluster = new DatabaseCluster({
      machines,
      etcd: names.map((_, index) => etcdMember(folder, index, memberPorts)),
      haproxy: new Program(folder, "haproxy", ["haproxy", "-db", "-f", haproxyFile], { as: undefined }),
      ...{ members, write, read, watcher },
    });
    await cluster.#start();
    return cluster;
  }

  async #start(): Promise<void> {
    for (const member of this.etcd) member.start();
    await eventually(() => this.#isDecided());
    for (const machine of this.machines) await machine.start();
    this.haproxy.start();
    await eventually(() => this.isWhole());
    await (
      await this.leader()
    ).execute("CREATE ROLE messenger LOGIN PASSWORD 'secret'", "CREATE DATABASE messenger OWNER messenger");
  }

  /** Whether etcd's members have agreed on a version: Patroni ends if it starts before that, and systemd starts it again. */
  async #isDecided(): Promise<boolean> {
    const asked = this.#members.map(async ({ host, port }) => {
      const response = await fetch(`http://${host}:${port}/version`);
      return (await response.text()).includes('"etcdcluster":"3');
    });
    return (await Promise.allSettled(asked)).every((each) => each.status === "fulfilled" && each.value);
  }

  /** The database of Messenger through HAProxy. */
  get url(): string {
    return `postgres://messenger:secret@${proxyHost}:${this.write}/messenger`;
  }

  /** The machine that says that it is the leader. */
  async leader(): Promise<Machine> {
    for (const machine of this.machines) if ((await machine.ask("/primary")) === 200) return machine;
    throw new Error("there is no leader");
  }

  /** The machine with the synchronous replica. */
  async synchronous(): Promise<Machine> {
    for (const machine of this.machines) if ((await machine.ask("/synchronous")) === 200) return machine;
    throw new Error("there is no synchronous replica");
  }

  async replicas(): Promise<readonly Machine[]> {
    const leader = await this.leader();
    return this.machines.filter((machine) => machine !== leader);
  }

  /** Whether there is a leader with a synchronous replica, and another one that follows. */
  async isWhole(): Promise<boolean> {
    const statuses = await Promise.all(
      ["/primary", "/synchronous", "/replica"].map((path) =>
        Promise.all(this.machines.map((machine) => machine.ask(path))),
      ),
    );
    const [leaders, synchronous, following] = statuses.map(
      (each) => each.filter((status) => status === 200).length,
    );
    return leaders === 1 && synchronous === 1 && following === 2;
  }

  async stop(): Promise<void> {
    for (const machine of this.machines) {
      machine.send("machine", "SIGCONT");
      await machine.close();
    }
    await this.#watcher.end();
  }
}
