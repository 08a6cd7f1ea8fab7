import { silentAfter } from "../ports/service.js";
import type { Store } from "../ports/store.js";

/** A server process as the commands print it. */
export interface ProcessRow {
  readonly host: string;
  readonly pid: number;
  readonly roles: string;
  readonly version: string;
  /** `running`, or `silent` after 15 seconds without a heartbeat. */
  readonly state: "running" | "silent";
  /** ISO 8601, UTC. */
  readonly since: string;
  /** ISO 8601, UTC. */
  readonly heartbeat: string;
}

/** Server processes that use the database, in the order in which they started. */
export async function listProcesses(
  { processes }: Pick<Store, "processes">,
  now: number,
): Promise<readonly ProcessRow[]> {
  return (await processes.list(now)).map(({ host, pid, roles, version, since, heartbeat, silentFor }) => ({
    host,
    pid,
    roles,
    version,
    state: silentFor > silentAfter ? "silent" : "running",
    since: new Date(since).toISOString(),
    heartbeat: new Date(heartbeat).toISOString(),
  }));
}
