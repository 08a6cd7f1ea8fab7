import type { Move } from "../../domain/delivery/counts.js";
import { RecipientState } from "../../domain/recipient-state.js";
import { StoreError } from "../errors.js";
import { type Held, heldReason, nothingHeld, type Restored, type RestoredLinks } from "../restore.js";
import { stopCampaigns } from "../tables/campaigns/campaigns.js";
import { runScript } from "./engine/scripts.js";
import type { Session } from "./engine/database.js";
import { sql } from "./engine/statement.js";
import { changeAll, withUnused } from "./exclusive.js";
import { sizeOf } from "./inspect.js";
import { countMoves, isQueued } from "./hot/counts.js";
import { expand } from "./hot/recipient-inserts.js";

const { Queued, Submitting } = RecipientState;

const waiting = sql<{ readonly txn: number; readonly n: number }>(
  `SELECT txn, count(*) AS n FROM recipient WHERE ${isQueued} GROUP BY txn`,
);
const hold = sql(
  `UPDATE recipient SET state = ${Submitting}, worker = NULL, uncertain = 1, at = $1, error = $2
   WHERE ${isQueued} OR (state = ${Submitting} AND worker IS NOT NULL)`,
);
const stopLinks = sql("UPDATE link SET started = false WHERE started");
/** Ended leases keep their names, so that no process can renew them. */
const endLeases = sql("UPDATE delivery_lease SET ended = true WHERE NOT ended");
const freeBinds = sql("DELETE FROM bind");
const forgetLinkStates = sql("DELETE FROM link_state");

async function holdMessages(session: Session, now: number): Promise<number> {
  while (await expand(session));
  const moves = (await session.all(waiting)).map(({ txn, n }): Move => ({
    txn,
    from: Queued,
    to: Submitting,
    n,
  }));
  await countMoves(session, moves);
  return session.run(hold, now, heldReason);
}

/** Stops all sending: the service may have sent queued messages after the backup was made. */
async function holdAll(session: Session, now: number): Promise<Held> {
  const messages = await holdMessages(session, now);
  const links = await session.run(stopLinks);
  const campaigns = await runScript(session, stopCampaigns(now));
  for (const statement of [endLeases, freeBinds, forgetLinkStates]) await session.run(statement);
  return { messages, links, campaigns };
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
    const held = await changeAll(database, async (session) =>
      links === "stopped" ? holdAll(session, now) : nothingHeld,
    );
    const { bytes } = await sizeOf(database);
    return { ...held, bytes, milliseconds: performance.now() - begun };
  });
}
