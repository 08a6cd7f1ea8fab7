import type { MessageBody } from "../../ports/store.js";
import type { Database } from "./database.js";

/** A recipient that can be claimed, with everything a gateway needs. */
export interface Candidate {
  readonly id: number;
  readonly txn: number;
  readonly phone: string;
  readonly attempts: number;
  readonly uncertain: number;
  readonly link: number;
  /** When it is due, which may be later than the first time. */
  readonly next_at: number;
  /** When it was due first. */
  readonly due_at: number;
  readonly transaction_id: string;
  readonly customer_id: number;
  readonly originator: string;
  readonly text: string;
  readonly data_coding: number;
  readonly parts: number;
  readonly kind: MessageBody["kind"] | "text";
  /** Parts a second; null without a limit. */
  readonly rate: number | null;
}

/** What was done with a candidate: claimed, put elsewhere, or nothing, as there is no room for any. */
export type Verdict = "taken" | "moved" | "full";

type Offer = (candidate: Candidate) => Verdict;

/** Offers what is due for one link (0: for any) one after the other, each customer within its rate, until it is full. */
type OfferCandidates = (link: number, now: number, limit: number, offer: Offer) => void;

/** The lane of customers without a rate. */
const commonLane = 0;

/** What a lane that was idle may hand over at once, in microseconds of its rate; above the pause of the worker. */
const burst = 250_000;

/** How often more is read when recipients had to be moved to a lane first. */
const maxMoves = 4;

interface LaneState {
  readonly lane: number;
  readonly rate: number | null;
  readonly free_at: number | null;
}

/** Columns of a `Candidate`, from `recipient r`, `txn t` and `customer c`. */
export const candidateColumns = `r.id, r.txn, r.phone, r.attempts, r.uncertain, r.link, r.next_at, t.due_at,
  t.id AS transaction_id, t.customer_id, t.originator, t.text, t.data_coding, t.parts, t.kind, c.rate`;

export const candidateTables =
  "recipient r JOIN txn t ON t.seq = r.txn JOIN customer c ON c.id = t.customer_id";

type FindInLane = (link: number, lane: number, now: number, limit: number) => readonly Candidate[];

function prepareFind(database: Database): FindInLane {
  const find = database.prepare<Candidate>(
    `SELECT ${candidateColumns} FROM ${candidateTables}
     WHERE r.state = 0 AND r.link = ? AND r.lane = ? AND r.next_at <= ? ORDER BY r.next_at, r.id LIMIT ?`,
  );
  return (link, lane, now, limit) => find.all(link, lane, now, limit);
}

/** Lanes with something to claim, one after the other in the order of customers. */
function prepareLanes(database: Database): OfferCandidates {
  const next = database.prepare<LaneState>(
    `SELECT r.lane, c.rate, l.free_at
     FROM recipient r JOIN customer c ON c.id = r.lane LEFT JOIN lane l ON l.customer_id = r.lane
     WHERE r.state = 0 AND r.link = ? AND r.lane > ? ORDER BY r.lane LIMIT 1`,
  );
  const find = prepareFind(database);
  const setFree = database.prepare(
    "INSERT INTO lane (customer_id, free_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET free_at = excluded.free_at",
  );
  const last = new Map<number, number>();

  /** Returns false when there is no room left. */
  const offerLane = (
    candidates: readonly Candidate[],
    { lane, rate, free_at }: LaneState,
    instant: number,
    offer: Offer,
  ): boolean => {
    let free = Math.max(free_at ?? 0, instant - burst);
    let verdict: Verdict | undefined;
    for (const candidate of candidates) {
      if (rate !== null && free > instant) break;
      verdict = offer(candidate);
      if (verdict === "full") break;
      if (verdict === "taken" && rate !== null) free += Math.ceil((candidate.parts * 1_000_000) / rate);
    }
    if (rate !== null && free > instant - burst) setFree.run(lane, free);
    return verdict !== "full";
  };

  /** Starts after the lane that was served last: none waits for ever behind the others. */
  return (link, now, limit, offer) => {
    const start = last.get(link) ?? commonLane;
    let left = limit;
    let wrapped = false;
    let lane = next.get(link, start);
    while (left > 0) {
      if (lane === undefined) {
        if (wrapped) break;
        wrapped = true;
        lane = next.get(link, commonLane);
        continue;
      }
      if (wrapped && lane.lane > start) break;
      const candidates = find(link, lane.lane, now, left);
      left -= candidates.length;
      if (!offerLane(candidates, lane, now * 1000, offer)) break;
      last.set(link, lane.lane);
      lane = next.get(link, lane.lane);
    }
  };
}

/**
 * The lane of everybody else; who has been given a rate meanwhile moves to a lane of its own. At first no more are read than
 * there is room for.
 */
function prepareCommon(
  database: Database,
): (link: number, now: number, room: number, limit: number, offer: Offer) => void {
  const find = prepareFind(database);
  const move = database.prepare("UPDATE recipient SET lane = ? WHERE id = ?");
  return (link, now, room, limit, offer) => {
    const seen = new Set<number>();
    for (let round = 0; round < maxMoves && seen.size < limit; round++) {
      const due = find(link, commonLane, now, round === 0 ? room : limit);
      let moved = false;
      for (const candidate of due) {
        if (seen.has(candidate.id)) continue;
        if (candidate.rate !== null) {
          move.run(candidate.customer_id, candidate.id);
          moved = true;
          continue;
        }
        if (seen.size >= limit) return;
        const verdict = offer(candidate);
        if (verdict === "full") return;
        moved ||= verdict === "moved";
        seen.add(candidate.id);
      }
      if (!moved) return;
    }
  };
}

/** Candidates that are looked at, at least: those for links without room are put into their queues. */
const leastLooked = 256;

/** At most half of the room goes to lanes. */
export function prepareOffers(
  database: Database,
): (link: number, now: number, room: number, offer: Offer) => void {
  const fromLanes = prepareLanes(database);
  const fromCommon = prepareCommon(database);
  return (link, now, room, offer) => {
    const limit = link === 0 ? Math.max(room, leastLooked) : room;
    const share = Math.ceil(room / 2);
    let taken = 0;
    fromLanes(link, now, limit, (candidate) => {
      if (taken >= share) return "full";
      const verdict = offer(candidate);
      if (verdict === "taken") taken += 1;
      return verdict;
    });
    fromCommon(link, now, room, limit, offer);
  };
}

/** Earliest time at which something that waits for a link can be claimed. */
export const nextDueSql = `
WITH RECURSIVE lanes (id) AS (
  SELECT min(lane) FROM recipient WHERE state = 0 AND link = ?
  UNION ALL
  SELECT (SELECT min(lane) FROM recipient WHERE state = 0 AND link = ? AND lane > lanes.id)
  FROM lanes WHERE id IS NOT NULL
)
SELECT min(max(
  (SELECT min(next_at) FROM recipient WHERE state = 0 AND link = ? AND lane = lanes.id),
  ifnull((SELECT (free_at + 999) / 1000 FROM lane WHERE customer_id = lanes.id), 0)
)) AS at FROM lanes WHERE id IS NOT NULL`;

/** Links that something waits for, deferred messages included; 0 and -1 among them. */
export const waitingLinksSql = `
WITH RECURSIVE links (id) AS (
  SELECT min(link) FROM recipient WHERE state = 0
  UNION ALL
  SELECT (SELECT min(link) FROM recipient WHERE state = 0 AND link > links.id) FROM links WHERE id IS NOT NULL
)
SELECT id FROM links WHERE id IS NOT NULL`;
