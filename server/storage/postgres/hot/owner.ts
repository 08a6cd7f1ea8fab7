import {
  assign,
  type Holding,
  type LinkShare,
  type OwnedSlot,
} from "../../../domain/delivery/claiming/link-slots.js";
import type { LinkReport } from "../../../domain/delivery/routing/link.js";
import type { LeaseRequest } from "../../../ports/delivery.js";
import type { DeliveryWrites } from "../../tables/delivery/writes.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Session } from "../engine/session.js";
import { arraysOf, sql } from "../engine/statement.js";

/** Guard: a lease does not end before the writes under it are committed. */
const held = sql<{ readonly links: string }>(
  `SELECT (SELECT coalesce(string_agg(DISTINCT link_id::text, ' '), '') FROM bind WHERE owner = l.owner) AS links
   FROM delivery_lease l WHERE l.owner = $1 AND NOT l.ended AND l.until > store_time() FOR SHARE OF l`,
);

/** The links of which a lease has slots, until the end of the transaction; undefined if it does not hold. */
export async function linksOfLease(
  session: Session,
  owner: string,
): Promise<ReadonlySet<number> | undefined> {
  const row = await session.get(held, owner);
  return row && new Set(row.links === "" ? [] : row.links.split(" ").map(Number));
}

const written = sql("SELECT 1 FROM delivery_lease WHERE owner = $1 FOR UPDATE");

/**
 * Waits until claims and reroutes of a lease are committed or rolled back. Later statements of the session see them, also if the
 * connection was lost during their commit and the server has gone on with it.
 */
export async function untilWritten(session: Session, owner: string): Promise<void> {
  await session.all(written, owner);
}

/** Guard: leases begin, go on and end one after the other. */
const lock = sql("SELECT pg_advisory_xact_lock(4815162344)");
/** A statement sees the rows from before it. */
const renew = sql<{ readonly ended: boolean; readonly isNew: boolean }>(
  `INSERT INTO delivery_lease AS l (owner, until) VALUES ($1, store_time() + $2)
   ON CONFLICT (owner) DO UPDATE SET until = CASE WHEN l.ended THEN l.until ELSE excluded.until END
   RETURNING ended, NOT EXISTS (SELECT FROM delivery_lease WHERE owner = $1) AS "isNew"`,
);
/** Whether the lease of the transaction holds: statements that are sent with its renewal change nothing otherwise. */
const holds = "EXISTS (SELECT FROM delivery_lease WHERE owner = $1 AND NOT ended)";
/** Guard: a write under a lease that is in progress comes first. */
const endExpired = sql<{ readonly owner: string }>(
  `UPDATE delivery_lease SET ended = true WHERE owner IN
     (SELECT owner FROM delivery_lease WHERE NOT ended AND until <= store_time() AND owner <> $1 FOR UPDATE) AND ${holds}
   RETURNING owner`,
);
const live = sql<{ readonly owner: string }>("SELECT owner FROM delivery_lease WHERE NOT ended");
/** Deletes leases that ended a day ago: none of their messages is in flight. */
const forget = sql("DELETE FROM delivery_lease WHERE ended AND until < store_time() - 86400000");
const end = sql("UPDATE delivery_lease SET until = 0 WHERE owner = $1 AND NOT ended");

const freeAll = sql("DELETE FROM bind WHERE owner = ANY ($1::text[])");
const removeStates = sql("DELETE FROM link_state WHERE owner <> ALL ($1::text[])");
const slots = sql<OwnedSlot>(
  `SELECT link_id AS "linkId", slot, owner FROM bind WHERE owner = $1 OR link_id = ANY ($2::bigint[])`,
);
const release = sql(
  `DELETE FROM bind b USING unnest($1::bigint[], $2::bigint[]) AS n (link_id, slot)
   WHERE b.link_id = n.link_id AND b.slot = n.slot AND b.owner = $3`,
);
const take = sql(
  `INSERT INTO bind (link_id, slot, owner)
   SELECT l.id, n.slot, $3 FROM unnest($1::bigint[], $2::bigint[]) AS n (id, slot) JOIN link l ON l.id = n.id`,
);
/** Replaces the reports of a process. */
const report = sql(
  `WITH removed AS (DELETE FROM link_state WHERE owner = $1 AND link_id <> ALL ($2::bigint[]) AND ${holds})
   INSERT INTO link_state (link_id, owner, at, state)
   SELECT l.id, $1, n.at, n.state FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS n (id, at, state) JOIN link l ON l.id = n.id
   WHERE ${holds}
   ON CONFLICT (link_id, owner) DO UPDATE SET at = excluded.at, state = excluded.state`,
);
const ended = sql(
  `UPDATE link_state SET state = (state::jsonb || '{"up": false, "word": "no server", "used": 0}')::text WHERE owner = $1`,
);
const elsewhere = sql<{ readonly linkId: number }>(
  `SELECT DISTINCT s.link_id AS "linkId" FROM link_state s JOIN delivery_lease l ON l.owner = s.owner
   WHERE NOT l.ended AND l.until > store_time() AND s.owner <> $1 AND (s.state::jsonb ->> 'up')::boolean`,
);

function writeReports(session: Session, owner: string, reports: readonly LinkReport[]): void {
  const rows = reports.map(({ linkId, at, ...state }) => ({ linkId, at, state: JSON.stringify(state) }));
  session.post(report, owner, ...arraysOf(rows, "linkId", "at", "state"));
}

function ownedSlots(
  session: Session,
  { owner, wanted }: Pick<LeaseRequest, "owner" | "wanted">,
): Promise<readonly OwnedSlot[]> {
  return session.all(slots, owner, ...arraysOf(wanted, "linkId"));
}

/** Takes and gives back slots with the commit. */
function divide(
  session: Session,
  { owner, wanted }: Pick<LeaseRequest, "owner" | "wanted">,
  owned: readonly OwnedSlot[],
  owners: readonly string[],
): readonly LinkShare[] {
  const { released, taken, shares } = assign({ owner, live: owners, wanted, owned });
  if (released.length > 0) session.post(release, ...arraysOf(released, "linkId", "slot"), owner);
  if (taken.length > 0) session.post(take, ...arraysOf(taken, "linkId", "slot"), owner);
  return shares;
}

/** Closes the leases that were not renewed in time, and settles their messages in flight. */
type SettleRemains = (session: Session, live: readonly string[], now: number) => Promise<void>;

/** Renews the lease, closes those that have expired, and reads what a renewal without changes needs, in one round trip. */
async function renewed(session: Session, { owner, now, until, reports, wanted }: LeaseRequest) {
  session.post(lock);
  const renewing = session.get(renew, owner, until - now);
  const ending = session.all(endExpired, owner);
  const living = session.all(live);
  writeReports(session, owner, reports);
  const owned = ownedSlots(session, { owner, wanted });
  const [lease, gone, owners, others, slotsNow] = await Promise.all([
    renewing,
    ending,
    living,
    session.all(elsewhere, owner),
    owned,
  ]);
  const names = (rows: readonly { readonly owner: string }[]) => rows.map((row) => row.owner);
  return { lease, gone: names(gone), owners: names(owners), others, owned: slotsNow };
}

async function own(
  session: Session,
  request: LeaseRequest,
  settleRemains: SettleRemains,
): Promise<Holding | null> {
  const { lease, gone, owners, others, owned } = await renewed(session, request);
  if (lease?.ended !== false) return null;
  if (lease.isNew || gone.length > 0) {
    await settleRemains(session, owners, request.now);
    await session.run(freeAll, gone);
    await session.run(removeStates, owners);
    await session.run(forget);
  }
  const current = gone.length > 0 ? await ownedSlots(session, request) : owned;
  const shares = divide(session, request, current, owners);
  return { kind: "shares", shares, elsewhere: others.map(({ linkId }) => linkId) };
}

/** `settleRemains` settles messages in flight whose lease does not hold. */
export function ownerWrites(settleRemains: SettleRemains): Batches<Pick<DeliveryWrites, "own" | "disown">> {
  return {
    own: oneByOne((session, request) => own(session, request, settleRemains), 1),
    disown: oneByOne(async (session, owner) => {
      await session.all(lock);
      if ((await session.run(end, owner)) > 0) await session.run(ended, owner);
      return null;
    }, 1),
  };
}
