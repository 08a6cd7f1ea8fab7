import { StoreError } from "../errors.js";
import type { Restored, RestoredLinks } from "../place.js";
import { type Held, holdAll, nothingHeld } from "../tables/delivery/holding.js";
import { runScript } from "./engine/scripts.js";
import type { Session } from "./engine/database.js";
import { sql } from "./engine/statement.js";
import { changeAll, withUnused } from "./exclusive.js";
import { expand } from "./hot/recipient-inserts.js";
import { sizeOf } from "./inspect.js";
import { primitives } from "./primitives.js";

/** Ended leases keep their names, so that no process can renew them. */
const endLeases = sql("UPDATE delivery_lease SET ended = true WHERE NOT ended");
const freeBinds = sql("DELETE FROM bind");

/** Stops all sending. */
async function held(session: Session, now: number): Promise<Held> {
  while (await expand(session));
  const result = await runScript(session, holdAll(now), primitives);
  for (const statement of [endLeases, freeBinds]) await session.run(statement);
  return result;
}

/**
 * Prepares a database whose data `pg_restore` or a recovery has restored, in one transaction. The schema must be that of this version.
 *
 * Rejects with a `StoreError`: `copiedElsewhere` for a file, `inUse` while other processes of Messenger are connected.
 */
export async function restorePostgres(
  url: string,
  file: string | undefined,
  links: RestoredLinks,
  now: number,
): Promise<Restored> {
  if (file !== undefined) throw new StoreError("copiedElsewhere");
  const begun = performance.now();
  return withUnused(url, "use", async (database) => {
    const result = await changeAll(database, async (session) =>
      links === "stopped" ? held(session, now) : nothingHeld,
    );
    const { bytes } = await sizeOf(database);
    return { ...result, bytes, milliseconds: performance.now() - begun };
  });
}
