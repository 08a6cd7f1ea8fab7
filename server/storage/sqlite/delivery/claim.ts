import type { DeliveryStore } from "../../../ports/delivery.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import { RateBudgets } from "../../../domain/links/rate-budget.js";
import { candidateColumns, candidateTables, prepareCandidateReads } from "./candidates.js";
import { ClaimRound, type Taken } from "./claim-round.js";
import type { Move } from "../../../domain/outbox/counts.js";
import type { CandidateRow } from "../../../domain/outbox/candidate.js";
import { rerouted, type RouteTable } from "../../../domain/links/route-table.js";
import type { CountMoves } from "../outbox/counts.js";
import type { Database } from "../engine/database.js";
import { LinkQueues } from "../links/link-queues.js";
import { prepareClaimedBodies } from "../outbox/message-bodies.js";
import type { Owns } from "./owner.js";
import type { ClaimedBody } from "../../../domain/outbox/submission.js";
import type { Claim, ClaimedMessage, QueuePlace } from "../../../domain/outbox/claims.js";

/** Messages that are routed again in one commit. */
const reroutedAtOnce = 2000;

function messageOf(
  { row, decision }: Taken,
  validity: number,
  body: ClaimedBody | undefined,
  accepted: readonly number[],
): ClaimedMessage {
  return {
    id: row.id,
    transactionId: row.transactionId,
    customerId: row.customerId,
    phone: row.phone,
    originator: row.originator,
    text: row.text,
    body,
    dataCoding: row.dataCoding,
    parts: row.parts,
    attempt: row.attempts + 1,
    deferrals: row.deferrals,
    validUntil: row.dueAt + validity,
    linkId: decision.linkId,
    policy: decision.policy,
    dueAt: row.nextAt,
    accepted,
    uncertain: row.uncertain === 1,
  };
}

/** Prepares one round of choosing; what it learns of queues and rates is kept for the next one. */
function prepareRound(
  database: Database,
  linkTable: () => RouteTable,
  arrived: Set<number>,
): (claim: Claim) => ClaimRound {
  const reads = prepareCandidateReads(database);
  const budgets = new RateBudgets();
  const setFree = database.prepare(
    "INSERT INTO lane (customer_id, free_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET free_at = excluded.free_at",
  );
  const place = database.prepare("UPDATE recipient SET link = ? WHERE id = ?");
  const byLink = new Map<number, LinkQueues>();
  const queuesOf = (link: number): LinkQueues => {
    const queues = byLink.get(link) ?? new LinkQueues();
    byLink.set(link, queues);
    return queues;
  };
  return (claim) => {
    const round = new ClaimRound({ claim, table: linkTable(), reads, budgets, queuesOf, arrived });
    arrived.clear();
    round.run();
    for (const { customerId, freeAt } of budgets.takeChanges()) setFree.run(customerId, freeAt);
    for (const { id, linkId } of round.placed()) place.run(linkId, id);
    return round;
  };
}

/** Prepares `DeliveryStore.claim`, inside the transaction that is open. `arrived`: queues that messages have come into. */
export function prepareClaim(
  database: Database,
  countMoves: CountMoves,
  linkTable: () => RouteTable,
  owns: Owns,
  arrived: Set<number>,
): (claim: Claim) => readonly ClaimedMessage[] {
  const choose = prepareRound(database, linkTable, arrived);
  const take = database.prepare(
    `UPDATE recipient SET state = ${RecipientState.Submitting}, link = ?, at = ?, worker = ?, attempts = attempts + 1 WHERE id = ?`,
  );
  const expire = database.prepare(
    `UPDATE recipient SET state = ${RecipientState.Expired}, at = ? WHERE id = ?`,
  );
  const accepted = database.prepare<{ readonly part: number }>(
    "SELECT part FROM sent_part WHERE recipient = ? ORDER BY part",
  );
  const bodiesOf = prepareClaimedBodies(database);
  const moves = (rows: readonly CandidateRow[], to: RecipientState): readonly Move[] =>
    rows.map(({ txn }) => ({ txn, from: RecipientState.Queued, to, n: 1 }));
  return (claim) => {
    if (!owns(claim.owner)) return [];
    const { taken, expired } = choose(claim);
    for (const { row, decision } of taken) take.run(decision.linkId, claim.now, claim.owner, row.id);
    for (const { id } of expired) expire.run(claim.now, id);
    const rows = taken.map(({ row }) => row);
    countMoves([...moves(rows, RecipientState.Submitting), ...moves(expired, RecipientState.Expired)]);
    const bodies = bodiesOf(rows);
    return taken.map((one) => {
      const parts = accepted.all(one.row.id).map(({ part }) => part);
      return messageOf(one, claim.validity, bodies.get(one.row.txn), parts);
    });
  };
}

/** Prepares `DeliveryStore.reroute`, inside the transaction that is open. */
export function prepareReroute(
  database: Database,
  linkTable: () => RouteTable,
  owns: Owns,
): (input: Parameters<DeliveryStore["reroute"]>[0]) => QueuePlace | null {
  const find = database.prepare<CandidateRow & { readonly lane: number }>(
    `SELECT ${candidateColumns}, r.lane FROM ${candidateTables}
     WHERE r.state = ${RecipientState.Queued} AND r.link = ? AND (r.lane, r.next_at, r.id) > (?, ?, ?)
     ORDER BY r.lane, r.next_at, r.id LIMIT ${reroutedAtOnce}`,
  );
  const place = database.prepare("UPDATE recipient SET link = ? WHERE id = ?");
  return ({ owner, linkId, up, after }) => {
    if (!owns(owner)) return null;
    const { lane, dueAt, id } = after ?? { lane: -1, dueAt: 0, id: 0 };
    const rows = find.all(linkId, lane, dueAt, id);
    const placements = rerouted(rows, linkTable(), (link) => up.includes(link));
    for (const placement of placements) place.run(placement.linkId, placement.id);
    const last = rows.length === reroutedAtOnce ? rows.at(-1) : undefined;
    return last === undefined ? null : { lane: last.lane, dueAt: last.nextAt, id: last.id };
  };
}
