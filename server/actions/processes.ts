import { isoTime } from "../admin/period.js";
import { silentAfter } from "../ports/service.js";
import { list, type Subject } from "./action.js";
import { textMember, timeMember, wholeMember } from "./members.js";

/** Server processes that use the database, in the order in which they started. */
export const listProcesses = list({
  name: "process list",
  help: "List server processes with their roles and versions",
  may: { operator: "admin" },
  columns: ["host", "pid", "roles", "version", "state", "since", "heartbeat"],
  members: {
    host: textMember("name of the machine"),
    pid: wholeMember("number of the process"),
    roles: textMember("roles of the process"),
    version: textMember("version of Messenger"),
    state: textMember("running, or silent after 15 seconds without a heartbeat"),
    since: timeMember("start"),
    heartbeat: timeMember("last heartbeat"),
  },
  rows: async (_none, { store, now }) =>
    (await store.processes.list(now)).map(({ host, pid, roles, version, since, heartbeat, silentFor }) => ({
      host,
      pid,
      roles,
      version,
      state: silentFor > silentAfter ? "silent" : "running",
      since: isoTime(since),
      heartbeat: isoTime(heartbeat),
    })),
});

export const processes: Subject = {
  name: "process",
  help: "Server processes that use the database",
  entries: [listProcesses],
};
