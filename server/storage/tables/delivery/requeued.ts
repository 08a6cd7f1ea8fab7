import type { QueuePlace, Settlement } from "../../../domain/delivery/claiming/claim.js";
import { remains, takenBack } from "../../../domain/delivery/claiming/remains.js";
import { type Placement, rerouted, type RouteTable } from "../../../domain/delivery/routing/route-table.js";
import type { DeliveryStore } from "../../../ports/delivery.js";
import { text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, type Steps } from "../../script/steps.js";
import { isInFlight, isQueued, joinDispatched, queuedAt } from "../outbox/conditions.js";
import { candidate, selectCandidates } from "./candidates.js";

/** The worker is not NULL, by the condition. The sign keeps SQLite from reading all messages in the order of their numbers. */
const inFlight = sql(
  `${selectCandidates(", coalesce(r.worker, '') AS worker")} ${joinDispatched}
   WHERE r.${isInFlight} AND r.worker IS NOT NULL AND r.worker <> ALL ($live::text[]) ORDER BY +r.id`,
  { ...candidate, worker: text() },
);
const claimed = sql(
  `SELECT r.id, coalesce(r.worker, '') AS worker, r.link, r.next_at, r.at, r.uncertain FROM recipient r ${joinDispatched}
   WHERE r.${isInFlight} AND r.worker = $owner ORDER BY r.id`,
  { id: integer(), worker: text(), link: integer(), nextAt: integer(), at: integer(), uncertain: integer() },
);

/** Messages of one commit that are routed again. */
const reroutedAtOnce = 2000;

/** Guard: as for a claim; a message that is being claimed is not placed elsewhere. */
const waitingFor = sql(
  `${selectCandidates(", r.lane")}
   WHERE r.${isQueued} AND r.link = $linkId AND (r.lane, r.${queuedAt}, r.id) > ($lane, $nextAt, $id)
   ORDER BY r.lane, r.${queuedAt}, r.id LIMIT ${reroutedAtOnce}`,
  { ...candidate, lane: integer() },
  { lock: "FOR UPDATE OF r SKIP LOCKED" },
);

/** Settlements of messages in flight that belong to none of some owners of delivery. */
export function* remainsBeside(
  live: readonly string[],
  table: RouteTable,
  now: number,
): Steps<readonly Settlement[]> {
  return remains(yield* all(inFlight, { live }), table, now);
}

/** Settlements that return messages to the queue that their owner has claimed, but does not know. */
export function* unknownTo(owner: string, known: readonly number[]): Steps<readonly Settlement[]> {
  return takenBack(yield* all(claimed, { owner }), new Set(known));
}

/** Routes some messages of a link again: those that wait for another link now, and where to continue; null at the end. */
export function* routedAgain(
  { linkId, up, after }: Parameters<DeliveryStore["reroute"]>[0],
  table: RouteTable,
): Steps<{ readonly placements: readonly Placement[]; readonly next: QueuePlace | null }> {
  const { lane, nextAt, id } = after ?? { lane: -1, nextAt: 0, id: 0 };
  const rows = yield* all(waitingFor, { linkId, lane, nextAt, id });
  const last = rows.length === reroutedAtOnce ? rows.at(-1) : undefined;
  return {
    placements: rerouted(rows, table, (link) => up.includes(link)),
    next: last === undefined ? null : { lane: last.lane, nextAt: last.nextAt, id: last.id },
  };
}
