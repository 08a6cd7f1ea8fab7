import { forgottenAfter, type ListedProcess, type ProcessStore } from "../../../ports/processes.js";
import type { Caller } from "../../protocol/calls.js";
import { processCalls, type ProcessWrites } from "../../protocol/process-writes.js";
import type { Database } from "../engine/database.js";

/** Prepares the heartbeats of processes on one connection. */
export function processWrites(database: Database): ProcessWrites {
  const forget = database.prepare("DELETE FROM process WHERE heartbeat < ?");
  const beat = database.prepare(
    `INSERT INTO process (id, host, pid, roles, version, since, heartbeat) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET heartbeat = excluded.heartbeat`,
  );
  const leave = database.prepare("DELETE FROM process WHERE id = ?");
  return {
    beat({ process: { id, host, pid, roles, version, since }, now }) {
      forget.run(now - forgottenAfter);
      beat.run(id, host, pid, roles, version, since, now);
      return null;
    },
    leaveProcess(id) {
      leave.run(id);
      return null;
    },
  };
}

export function processStore(database: Database, writer: Caller<ProcessWrites>): ProcessStore {
  const all = database.prepare<Omit<ListedProcess, "silentFor">>(
    "SELECT id, host, pid, roles, version, since, heartbeat FROM process ORDER BY since, id",
  );
  return {
    ...processCalls(writer),
    list: async (now) => all.all().map((row) => ({ ...row, silentFor: now - row.heartbeat })),
  };
}
