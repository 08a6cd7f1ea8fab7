import { forgottenAfter, type ListedProcess, type ProcessStore } from "../../../ports/processes.js";
import type { processCalls, ProcessWrites } from "../../protocol/process-writes.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";

const forget = sql(`DELETE FROM process WHERE heartbeat < store_time() - ${forgottenAfter}`);
const beat = sql(
  `INSERT INTO process (id, host, pid, roles, version, since, heartbeat) VALUES ($1, $2, $3, $4, $5, $6, store_time())
   ON CONFLICT (id) DO UPDATE SET heartbeat = excluded.heartbeat`,
);
const leave = sql("DELETE FROM process WHERE id = $1");
const list = sql<ListedProcess>(
  `SELECT id, host, pid, roles, version, since, heartbeat, store_time() - heartbeat AS "silentFor"
   FROM process ORDER BY since, id`,
);

export const processWrites: Batches<ProcessWrites> = {
  beat: oneByOne(async (session, { process: { id, host, pid, roles, version, since } }) => {
    await session.run(forget);
    await session.run(beat, id, host, pid, roles, version, since);
    return null;
  }),
  leaveProcess: oneByOne(async (session, id) => {
    await session.run(leave, id);
    return null;
  }),
};

export function processReads(queries: Queries): Omit<ProcessStore, keyof ReturnType<typeof processCalls>> {
  return { list: () => queries.all(list) };
}
