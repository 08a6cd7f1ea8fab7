import type { ServerProcess } from "#server/ports/service.js";
import type { Store } from "#server/ports/store.js";
import { execute } from "./local-server.js";
import { storeKind } from "./new-database.js";

/** Stores a heartbeat that was some milliseconds ago. PostgreSQL stores its own time. */
export async function beatBefore(
  { processes }: Pick<Store, "processes">,
  database: string,
  process: ServerProcess,
  milliseconds: number,
): Promise<void> {
  await processes.beat(process, Date.now() - milliseconds);
  if (storeKind === "postgres")
    await execute(database, `UPDATE process SET heartbeat = heartbeat - ${milliseconds}`);
}
