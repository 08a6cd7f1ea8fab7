import type { Settlement } from "../../../domain/delivery/claiming/claim.js";
import { type FailedAttempt, keptAttempts } from "../../../domain/delivery/settling/failed-attempt.js";
import {
  acceptedKeys,
  acceptedParts,
  type AttemptRow,
  type NetworkOf,
  type Requeued,
  settle,
  splitSettlements,
  type UnmatchedRow,
} from "../../../domain/delivery/settling/settle.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { DeliveryWrites } from "../../tables/delivery/writes.js";
import { remainsBeside, unknownTo } from "../../tables/delivery/requeued.js";
import { type Batches, listsTogether, oneByOne, together } from "../engine/batch.js";
import type { Session } from "../engine/session.js";
import { arraysOf, sql } from "../engine/statement.js";
import type { ClaimMemory } from "../../../domain/delivery/claiming/round.js";
import type { Claims } from "./claim.js";
import { readWithLinks } from "./known-links.js";
import { isInFlight, isPolled } from "../../tables/outbox/conditions.js";
import { runScript } from "../engine/scripts.js";
import { changeAll, type SettledWeek, Weekly } from "./numbers.js";
import { writeTransitions } from "./transitions.js";
import { untilWritten } from "./owner.js";
import { receive } from "./receipts.js";
import { acceptParts, keepContradictions, lockPlaces, partsOf, reportParts } from "./sent-parts.js";
import type { PartPlace } from "../../../domain/delivery/receipts/tracked-message.js";

const find = sql<UnmatchedRow>(
  `SELECT r.id, k.network, k.key, r.state, r.at, r.code, r.phone, k.likeliest
   FROM unnest($1::bigint[], $2::text[]) AS n (network, key)
     JOIN unmatched_key k ON k.network = n.network AND k.key = n.key JOIN unmatched_receipt r ON r.id = k.receipt
   ORDER BY r.id`,
);
const remove = sql("DELETE FROM unmatched_receipt WHERE id = ANY ($1::bigint[])");

/** Receipts that may belong to the responses with these keys, the oldest first. */
async function receiptsUnder(
  session: Session,
  places: readonly PartPlace[],
): Promise<readonly UnmatchedRow[]> {
  if (places.length === 0) return [];
  const distinct = [...new Map(places.map((place) => [`${place.network} ${place.key}`, place])).values()];
  return session.all(find, ...arraysOf(distinct, "network", "key"));
}

function removeReceipts(session: Session, ids: readonly number[]): void {
  if (ids.length > 0) session.post(remove, ids);
}

/**
 * Accepts messages of one part that are alone in their transactions; `$3`: their part, NULL for none. Guard: what the rule would read of
 * them is in the condition.
 */
const submit = new Weekly<{ readonly id: number }>(
  (week) => `WITH submitted AS (
     UPDATE recipient${week} r SET state = ${RecipientState.Submitted}, at = n.at, next_at = n.at, worker = NULL, error = NULL,
       late_since = CASE WHEN r.worker IS NULL OR r.${isPolled} THEN n.at END
     FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::text[]) AS n (id, at, part, network, key)
     WHERE r.id = n.id AND r.${isInFlight} AND NOT r.counted AND NOT EXISTS (SELECT FROM sent_part${week} p WHERE p.recipient = n.id)
     RETURNING r.id, n.part, n.network, n.key),
   accepted AS (
     INSERT INTO sent_part${week} (recipient, part, network, key)
     SELECT id, part, network, key FROM submitted WHERE part IS NOT NULL)
   SELECT id FROM submitted`,
);

/** Settles what one statement can write, and returns the others. */
async function settleSingle(
  session: Session,
  all: readonly Settlement[],
  unmatched: readonly UnmatchedRow[],
  networkOf: NetworkOf,
  week: SettledWeek,
): Promise<readonly Settlement[]> {
  const waiting = new Set(unmatched.map(({ network, key }) => `${network} ${key}`));
  const hasReceipt = (settlement: Settlement): boolean =>
    acceptedKeys([settlement], networkOf).some(({ network, key }) => waiting.has(`${network} ${key}`));
  const rows = splitSettlements(all)
    .single.filter((settlement) => !hasReceipt(settlement))
    .map((settlement) => ({
      id: settlement.recipientId,
      at: settlement.at,
      ...acceptedParts(settlement, networkOf)[0],
    }));
  if (rows.length === 0) return all;
  const found = await changeAll(session, submit, rows, "id", "at", "part", "network", "key");
  const done = new Set(found.map(({ id }) => id));
  for (const { id, at } of rows) if (done.has(id)) week.see(id, at);
  return all.filter(({ recipientId }) => !done.has(recipientId));
}

/** Guard: attempts are locked, in one order, until what the rule makes of them is written. */
const attempts = sql<AttemptRow>(
  `SELECT r.id, r.txn, r.phone, r.state, r.at AS "changedAt", r.error, r.worker FROM unnest($1::bigint[]) AS n (id) JOIN recipient r ON r.id = n.id
   ORDER BY r.id FOR UPDATE OF r`,
);
const queue = sql(
  `UPDATE recipient r SET state = ${RecipientState.Queued}, at = n.at, worker = NULL, next_at = n.next_at, link = n.link,
     attempts = r.attempts + n.attempts, deferrals = r.deferrals + n.deferrals, uncertain = n.uncertain, error = n.error
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::integer[], $7::smallint[], $8::text[])
     AS n (id, at, next_at, link, attempts, deferrals, uncertain, error)
   WHERE r.id = n.id`,
);
/** The latest take the places of the earliest; their numbers count deferrals too. */
const keep = sql(
  `INSERT INTO failed_attempt (recipient, slot, number, at, link, outcome, code)
   SELECT r.id, (r.attempts + r.deferrals) % ${keptAttempts}, r.attempts + r.deferrals, n.at, n.link, n.outcome, n.code
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[]) AS n (id, at, link, outcome, code)
     JOIN recipient r ON r.id = n.id
   ON CONFLICT (recipient, slot) DO UPDATE
   SET number = excluded.number, at = excluded.at, link = excluded.link, outcome = excluded.outcome, code = excluded.code`,
);
function keepFailed(session: Session, failed: readonly FailedAttempt[]): void {
  if (failed.length === 0) return;
  session.post(keep, ...arraysOf(failed, "recipient", "at", "linkId", "outcome", "code"));
}

function requeue(session: Session, memory: ClaimMemory, requeued: readonly Requeued[]): void {
  if (requeued.length === 0) return;
  for (const { linkId, nextAt } of requeued) memory.returned(linkId, nextAt);
  session.post(
    queue,
    ...arraysOf(requeued, "id", "at", "nextAt", "linkId", "attempts", "deferrals"),
    requeued.map(({ uncertain }) => Number(uncertain)),
    requeued.map(({ error }) => error ?? null),
  );
}

async function settleAll(
  session: Session,
  claims: Claims,
  settlements: readonly Settlement[],
): ReturnType<typeof settleOnce> {
  return settlements.length === 0 ? [] : settleOnce(session, claims, settlements);
}

async function settleOnce(session: Session, claims: Claims, all: readonly Settlement[]) {
  const {
    links: { networkOf },
    found: unmatched,
  } = await readWithLinks(session, claims.table, async (links) => {
    const places = acceptedKeys(all, links.networkOf);
    lockPlaces(session, places);
    return receiptsUnder(session, places);
  });
  const settlements = await settleSingle(session, all, unmatched, networkOf, claims.week);
  if (settlements.length === 0) return [];
  const ids = [...new Set(settlements.map(({ recipientId }) => recipientId))];
  const [locked, parts] = await Promise.all([session.all(attempts, ids), partsOf(session, ids)]);
  const changes = settle({ settlements, networkOf, attempts: locked, parts, unmatched });
  removeReceipts(session, changes.usedReceipts);
  acceptParts(session, changes.parts);
  reportParts(session, changes.reported);
  keepContradictions(session, changes.contradictions);
  keepFailed(session, changes.failed);
  requeue(session, claims.memory, changes.requeued);
  await writeTransitions(session, changes);
  return changes.early;
}

/** Settles messages in flight that belong to none of the given leases. */
export function settleRemains(claims: Claims) {
  return async (session: Session, live: readonly string[], now: number): Promise<void> => {
    const links = await runScript(session, claims.table.read());
    await settleAll(session, claims, await runScript(session, remainsBeside(live, links, now)));
  };
}

/** Settlements, those of all calls that wait at once, and receipts. */
export function settleWrites(
  claims: Claims,
): Batches<Pick<DeliveryWrites, "settle" | "takeBack" | "receipts">> {
  return {
    settle: together(async (session, calls) => {
      const early = await settleAll(session, claims, calls.flat());
      return calls.map((_, index) => (index === 0 ? early : []));
    }),
    takeBack: oneByOne(async (session, { owner, known }) => {
      await untilWritten(session, owner);
      await settleAll(session, claims, await runScript(session, unknownTo(owner, known)));
      return null;
    }, 1),
    receipts: listsTogether((session, receipts) => receive(session, claims, receipts)),
  };
}
