import { type Ownership, type OwnerRow, ownership } from "../../../domain/outbox/ownership.js";
import type { LinkReport } from "../../../domain/links/links.js";
import type { DeliveryWrites } from "../../protocol/link-writes.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";

/** Guard: nobody takes delivery over before the writes of its owner are committed. */
const ofOwner = sql("SELECT 1 FROM delivery_owner WHERE owner = $1 FOR SHARE");

/** Tells whether delivery belongs to a worker, until the end of the transaction. */
export async function owns(session: Session, owner: string): Promise<boolean> {
  return (await session.get(ofOwner, owner)) !== undefined;
}

/** Guard: two workers take delivery one after the other; of two that take it first one makes the row. */
const find = sql<Omit<OwnerRow, "locked">>(
  'SELECT owner, alive_until AS "aliveUntil" FROM delivery_owner FOR UPDATE',
);
const insert = sql("INSERT INTO delivery_owner (id, owner, alive_until) VALUES (1, $1, $2)");
const update = sql("UPDATE delivery_owner SET owner = $1, alive_until = $2");
const leave = sql("DELETE FROM delivery_owner WHERE owner = $1");
const report = sql(
  `INSERT INTO link_state (link_id, at, state)
   SELECT l.id, n.at, n.state FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS n (id, at, state) JOIN link l ON l.id = n.id
   ON CONFLICT (link_id) DO UPDATE SET at = excluded.at, state = excluded.state`,
);
const ended = sql(
  `UPDATE link_state SET state = (state::jsonb || '{"up": false, "word": "no server", "used": 0}')::text`,
);

/** There is no lock that ends with a process on another machine: only time tells that it is gone. */
async function takeDelivery(session: Session, owner: string, now: number, until: number): Promise<Ownership> {
  const row = await session.get(find);
  const result = ownership(row && { ...row, locked: false }, owner, now, false);
  if (result !== "denied") await session.run(row === undefined ? insert : update, owner, until);
  return result;
}

async function writeReports(session: Session, reports: readonly LinkReport[]): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.map(({ linkId, at, ...state }) => ({ linkId, at, state: JSON.stringify(state) }));
  await session.run(
    report,
    rows.map(({ linkId }) => linkId),
    rows.map(({ at }) => at),
    rows.map(({ state }) => state),
  );
}

/** `settleRemains` ends what another owner left in flight. */
export function ownerWrites(
  settleRemains: (session: Session, owner: string, now: number) => Promise<void>,
): Batches<Pick<DeliveryWrites, "own" | "disown">> {
  return {
    own: oneByOne(async (session, { owner, now, until, reports }) => {
      const taken = await takeDelivery(session, owner, now, until);
      if (taken === "denied") return false;
      if (taken === "taken") await settleRemains(session, owner, now);
      await writeReports(session, reports);
      return true;
    }, 1),
    disown: oneByOne(async (session, owner) => {
      if ((await session.run(leave, owner)) > 0) await session.run(ended);
      return null;
    }, 1),
  };
}
