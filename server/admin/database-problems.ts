import type { DatabaseServers, LongestTransaction } from "../ports/service.js";

/** Problems of the servers of a PostgreSQL database, as texts. */

/** Facts about them; an unavailable one is absent. */
export interface DatabaseFacts {
  readonly longestTransaction?: LongestTransaction | undefined;
  /** Undefined for a file, and if they may not be seen. */
  readonly servers?: DatabaseServers | undefined;
}

const minute = 60_000;

/** Milliseconds from which a transaction, or the lag of a replica, is a problem. */
const limits = { transaction: 10 * minute, replicaLag: minute };

export function longTransactions({ longestTransaction }: DatabaseFacts): readonly string[] {
  if (longestTransaction === undefined) return [];
  const { pid, application, age } = longestTransaction;
  if (age <= limits.transaction) return [];
  const name = `${pid === 0 ? "prepared transaction" : `transaction of server process ${pid}`} (${application || "no name"})`;
  return [`a ${name} has lasted for ${Math.floor(age / minute)} minutes`];
}

/** Writes wait for a replica, and none is there. */
export function waitingWrites({ servers }: DatabaseFacts): readonly string[] {
  if (servers === undefined) return [];
  const { leader, waits, replicas } = servers;
  if (!waits || replicas.some(({ isSynchronous }) => isSynchronous)) return [];
  return [`no synchronous replica follows the leader${leader === "" ? "" : ` ${leader}`}: writes wait`];
}

export function replicasBehind({ servers }: DatabaseFacts): readonly string[] {
  const behind = (servers?.replicas ?? []).filter(({ lag }) => lag > limits.replicaLag);
  return behind.map(({ name, lag, since }) => {
    const followed = new Date(since).toISOString();
    return `replica ${name} is ${Math.floor(lag / 1_000)} seconds behind; it follows since ${followed}`;
  });
}
