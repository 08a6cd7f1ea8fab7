import { forgottenAfter, type ProcessStore, type ServerProcess } from "../../../ports/service.js";
import type { Caller } from "../../script/calls.js";
import { namesOf, text, whole } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";

const serverProcess = {
  id: text(),
  host: text(),
  pid: whole(),
  roles: text(),
  version: text(),
  since: whole(),
  heartbeat: whole(),
  clockAhead: whole(),
};
const listed = { ...serverProcess, silentFor: whole() };

const forget = sql(`DELETE FROM process WHERE heartbeat < $storeTime - ${forgottenAfter}`);
const beat = sql(
  `INSERT INTO process (id, host, pid, roles, version, since, heartbeat, clock_ahead)
   VALUES ($id, $host, $pid, $roles, $version, $since, $storeTime, $clockAhead)
   ON CONFLICT (id) DO UPDATE SET heartbeat = excluded.heartbeat, clock_ahead = excluded.clock_ahead`,
);
const time = sql("SELECT $storeTime AS now", { now: whole() });
const leave = sql("DELETE FROM process WHERE id = $id");
const list = sql(
  `SELECT ${namesOf(serverProcess)}, $storeTime - heartbeat AS silent_for FROM process ORDER BY since, id`,
  listed,
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
    list: (now) => reads.all(list, { storeTime: now }),
    time: async () => {
      const here = Date.now();
      return (await reads.get(time, { storeTime: here }))?.now ?? here;
    },
  };
}
