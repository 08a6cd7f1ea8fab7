import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseCluster } from "../../cluster/machines/cluster.js";
import type { Machine, Network, Part } from "../../cluster/machines/machine.js";
import { signal } from "../../cluster/machines/programs.js";
import { eventually } from "../../eventually.js";
import type { ServiceOnCluster } from "./service.js";

/** How a machine of the database fails. */
export interface Fault {
  readonly title: string;
  /** Whether CI tries it too. */
  readonly inCi?: boolean;
  /** Whether the machines need disks of their own, which only root can make. */
  readonly needsRoot?: boolean;
  /** Counts from the end of the cause, where no leader can exist meanwhile; else from the fault. */
  readonly counts: "from the fault" | "from the end of its cause";
  /** Resolves when the cause has ended: another machine may be the leader by then. */
  happen(cluster: DatabaseCluster, service: ServiceOnCluster): Promise<void>;
}

/** Milliseconds for which a machine is frozen or unreachable: three times as long as a leader may be silent. */
const gone = 60_000;

/** Milliseconds for which a replica or members of etcd are away. */
const away = 30_000;

/** Milliseconds for which no replica is there: longer than a call may take, with the time for its answer. */
const alone = 80_000;

/** A fault of the leader. */
const ofLeader =
  (happen: (leader: Machine, cluster: DatabaseCluster) => Promise<void>) =>
  async (cluster: DatabaseCluster): Promise<void> =>
    happen(await cluster.leader(), cluster);

const cutFor =
  (network: Network) =>
  async (leader: Machine): Promise<void> => {
    leader.cut(network);
    await sleep(gone);
    leader.mend(network);
  };

const freezeFor =
  (part: Part) =>
  async (machine: Machine): Promise<void> => {
    machine.send(part, "SIGSTOP");
    await sleep(gone);
    machine.send(part, "SIGCONT");
  };

const killed =
  (part: Part) =>
  async (machine: Machine): Promise<void> => {
    machine.send(part, "SIGKILL");
    if (part === "postgres") return;
    await sleep(away);
    machine.restart();
  };

async function switchOver(leader: Machine): Promise<void> {
  const body = JSON.stringify({ leader: leader.name });
  const status = await leader.ask("/switchover", { method: "POST", body });
  if (status !== 200) throw new Error(`the switchover was refused with ${String(status)}`);
}

/** Restarts PostgreSQL of each node in turn, the leader's last, after another node has become the leader: as for a minor version. */
async function restartInTurn(leader: Machine, cluster: DatabaseCluster): Promise<void> {
  const restart = async (machine: Machine): Promise<void> => {
    // Patroni refuses one while it is at work with another; an operator repeats it.
    await eventually(async () => (await machine.ask("/restart", { method: "POST", body: "{}" })) === 200);
    await eventually(() => cluster.isWhole());
  };
  for (const replica of await cluster.replicas()) await restart(replica);
  await switchOver(leader);
  await eventually(() => cluster.isWhole());
  await restart(leader);
}

/** Signals to both replicas, so that commits wait. */
async function freezeReplicas(cluster: DatabaseCluster): Promise<void> {
  const replicas = await cluster.replicas();
  for (const machine of replicas) machine.send("machine", "SIGSTOP");
  await sleep(alone);
  for (const machine of replicas) machine.send("machine", "SIGCONT");
}

/** The synchronous replica runs for a tenth of each half second. */
async function slowDown(cluster: DatabaseCluster): Promise<void> {
  const replica = await cluster.synchronous();
  for (let turn = 0; turn < away / 500; turn++) {
    replica.send("postgres", "SIGSTOP");
    await sleep(450);
    replica.send("postgres", "SIGCONT");
    await sleep(50);
  }
}

async function loseMajority({ etcd }: DatabaseCluster): Promise<void> {
  const two = etcd.slice(0, 2).flatMap(({ pids }) => pids);
  signal(two, "SIGSTOP");
  await sleep(away);
  signal(two, "SIGCONT");
}

async function restartProxy({ haproxy }: DatabaseCluster): Promise<void> {
  await haproxy.end("SIGTERM");
  haproxy.start();
}

const fromFault = { counts: "from the fault" } as const;
const fromEnd = { counts: "from the end of its cause" } as const;

/** Most useful ones first. Each says what gets the signal. */
export const faults: readonly Fault[] = [
  {
    ...{ ...fromFault, inCi: true, title: "kill -9 of the leader's PostgreSQL; Patroni lives" },
    happen: ofLeader(killed("postgres")),
  },
  { ...fromFault, inCi: true, title: "a planned switchover", happen: ofLeader(switchOver) },
  {
    ...{ ...fromFault, title: "kill -9 of the leader's PostgreSQL and Patroni" },
    happen: ofLeader(killed("machine")),
  },
  {
    ...{ ...fromFault, title: "the network between the leader's Patroni and etcd is cut for 60 s" },
    happen: ofLeader(cutFor("etcd")),
  },
  {
    ...{ ...fromFault, title: "the whole network of the leader is cut for 60 s" },
    happen: ofLeader(cutFor("all")),
  },
  {
    ...{ ...fromFault, title: "SIGSTOP of the leader's PostgreSQL and Patroni for 60 s" },
    happen: ofLeader(freezeFor("machine")),
  },
  {
    ...{ ...fromFault, title: "SIGSTOP of the leader's PostgreSQL for 60 s; Patroni lives" },
    happen: ofLeader(freezeFor("postgres")),
  },
  {
    ...{ ...fromFault, title: "SIGSTOP of the leader's Patroni for 60 s; PostgreSQL lives" },
    happen: ofLeader(freezeFor("patroni")),
  },
  { ...fromEnd, title: "two of three members of etcd are frozen for 30 s", happen: loseMajority },
  {
    ...{ ...fromFault, title: "SIGSTOP of the synchronous replica's PostgreSQL for 60 s; Patroni lives" },
    happen: async (cluster) => freezeFor("postgres")(await cluster.synchronous()),
  },
  {
    ...{ ...fromFault, title: "the synchronous replica's PostgreSQL is slow: stopped nine tenths of 30 s" },
    happen: slowDown,
  },
  {
    ...{ ...fromEnd, title: "SIGSTOP of PostgreSQL and Patroni of both replicas for 80 s" },
    happen: freezeReplicas,
  },
  { ...fromFault, title: "HAProxy is restarted", happen: restartProxy },
  { ...fromFault, title: "PostgreSQL of each node is restarted in turn", happen: ofLeader(restartInTurn) },
  {
    ...{ ...fromEnd, title: "the disk of the leader is full for 60 s" },
    needsRoot: true,
    happen: ofLeader(async (leader) => {
      const free = leader.fillDisk();
      await sleep(gone);
      free();
    }),
  },
  {
    ...{ ...fromFault, title: "Messenger is upgraded: the schema first, then each process in turn" },
    happen: (_cluster, service) => service.upgrade(),
  },
];
