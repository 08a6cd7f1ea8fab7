import { forgottenAfter, type ProcessStore, type ServerProcess } from "../../../ports/service.js";
import type { Caller } from "../../script/calls.js";
import { flag, namesOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";

const serverProcess = {
  id: text(),
  host: text(),
  pid: integer(),
  roles: text(),
  version: text(),
  since: integer(),
  heartbeat: integer(),
  clockAhead: integer(),
};
const listed = { ...serverProcess, silentFor: integer() };

const forget = sql(`DELETE FROM process WHERE heartbeat < $storeTime - ${forgottenAfter}`);
const beat = sql(
  `INSERT INTO process (id, host, pid, roles, version, since, heartbeat, clock_ahead)
   VALUES ($id, $host, $pid, $roles, $version, $since, $storeTime, $clockAhead)
   ON CONFLICT (id) DO UPDATE SET heartbeat = excluded.heartbeat, clock_ahead = excluded.clock_ahead`,
);
const time = sql("SELECT $storeTime AS now", { now: integer() });
const leave = sql("DELETE FROM process WHERE id = $id");
const list = sql(
  `SELECT ${namesOf(serverProcess)}, $storeTime - heartbeat AS silent_for FROM process ORDER BY since, id`,
  listed,
);

/** Transactions of other users are shown to members of `pg_read_all_stats`. */
const longestTransaction = sql(
  `SELECT coalesce(pid, 0) AS pid, coalesce(application_name, '') AS application,
     (extract(epoch FROM clock_timestamp() - xact_start) * 1000)::bigint AS age
   FROM pg_stat_activity
   WHERE datname = current_database() AND backend_type = 'client backend' AND xact_start IS NOT NULL
     AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
   UNION ALL SELECT 0, gid, (extract(epoch FROM clock_timestamp() - prepared) * 1000)::bigint
   FROM pg_prepared_xacts WHERE database = current_database()
   ORDER BY age DESC LIMIT 1`,
  { pid: integer(), application: text(), age: integer() },
  { sqlite: "SELECT 0 AS pid, '' AS application, 0 AS age WHERE false" },
);

/** Replicas are shown to members of `pg_read_all_stats`. */
const leader = sql(
  `SELECT coalesce(host(inet_server_addr()) || ':' || inet_server_port(), '') AS leader,
     current_setting('synchronous_standby_names') <> '' AS waits
   FROM (SELECT 1) AS one WHERE pg_has_role('pg_read_all_stats', 'USAGE')`,
  { leader: text(), waits: flag() },
  { sqlite: "SELECT '' AS leader, 0 AS waits WHERE false" },
);
const replicas = sql(
  `SELECT coalesce(application_name, '') AS name, coalesce(sync_state IN ('sync', 'quorum'), false) AS is_synchronous,
     coalesce((extract(epoch FROM replay_lag) * 1000)::bigint, 0) AS lag, (extract(epoch FROM backend_start) * 1000)::bigint AS since
   FROM pg_stat_replication WHERE state IN ('streaming', 'catchup') ORDER BY name`,
  { name: text(), isSynchronous: flag(), lag: integer(), since: integer() },
  { sqlite: "SELECT '' AS name, 0 AS is_synchronous, 0 AS lag, 0 AS since WHERE false" },
);

/** Heartbeats of server processes. */
export const processes = subject(
  "processes",
  {
    *beat(process: ServerProcess, now: number): Steps<void> {
      yield* run(forget, { storeTime: now });
      yield* run(beat, { ...process, storeTime: now });
    },
    *leave(id: string): Steps<void> {
      yield* run(leave, { id });
    },
  },
  ["beat", "leave"],
);

export function processStore(reads: Reads, writer: Caller<WritesOf<typeof processes>>): ProcessStore {
  return {
    ...calls(writer, processes),
    longestTransaction: () => reads.get(longestTransaction),
    servers: async () => {
      const found = await reads.get(leader);
      return found && { ...found, replicas: await reads.all(replicas) };
    },
    list: (now) => reads.all(list, { storeTime: now }),
    time: async () => {
      const here = Date.now();
      return (await reads.get(time, { storeTime: here }))?.now ?? here;
    },
  };
}
