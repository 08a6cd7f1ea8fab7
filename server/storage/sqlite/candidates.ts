import type { MessageBody, RecipientState } from "../../ports/store.js";
import type { Database } from "./database.js";

/** A recipient that can be claimed, with everything a gateway needs. */
export interface Candidate {
  readonly id: number;
  readonly txn: number;
  readonly state: RecipientState;
  readonly phone: string;
  readonly attempts: number;
  readonly uncertain: number;
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

/** Chooses what is claimed next: what is due, each customer within its rate. */
export type FindCandidates = (now: number, limit: number) => readonly Candidate[];

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

/** The first of the candidates that the rate allows, and when the lane is free again. */
function withinRate(
  candidates: readonly Candidate[],
  rate: number,
  freeAt: number,
  now: number,
): { readonly taken: readonly Candidate[]; readonly freeAt: number } {
  let free = Math.max(freeAt, now - burst);
  const taken: Candidate[] = [];
  for (const candidate of candidates) {
    if (free > now) break;
    taken.push(candidate);
    free += Math.ceil((candidate.parts * 1_000_000) / rate);
  }
  return { taken, freeAt: free };
}

type FindInLane = (lane: number, now: number, limit: number) => readonly Candidate[];

function prepareFind(database: Database): FindInLane {
  const find = database.prepare<Candidate>(
    `SELECT r.id, r.txn, r.state, r.phone, r.attempts + 1 AS attempts, r.state = 2 OR r.uncertain AS uncertain,
       t.id AS transaction_id, t.customer_id, t.originator, t.text, t.data_coding, t.parts, t.kind, c.rate
     FROM recipient r JOIN txn t ON t.seq = r.txn JOIN customer c ON c.id = t.customer_id
     WHERE r.state <= 2 AND r.lane = ? AND r.next_at <= ? ORDER BY r.next_at, r.id LIMIT ?`,
  );
  return (lane, now, limit) => find.all(lane, now, limit);
}

/** Lanes with something to claim, one after the other in the order of customers. */
function prepareLanes(database: Database): FindCandidates {
  const next = database.prepare<LaneState>(
    `SELECT r.lane, c.rate, l.free_at
     FROM recipient r JOIN customer c ON c.id = r.lane LEFT JOIN lane l ON l.customer_id = r.lane
     WHERE r.state <= 2 AND r.lane > ? ORDER BY r.lane LIMIT 1`,
  );
  const find = prepareFind(database);
  const setFree = database.prepare(
    "INSERT INTO lane (customer_id, free_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET free_at = excluded.free_at",
  );
  let last = commonLane;

  const claimLane = (
    { lane, rate, free_at }: LaneState,
    now: number,
    limit: number,
  ): readonly Candidate[] => {
    const instant = now * 1000;
    if (rate === null) return find(lane, now, limit);
    if (free_at !== null && free_at > instant) return [];
    const { taken, freeAt } = withinRate(find(lane, now, limit), rate, free_at ?? 0, instant);
    if (taken.length > 0) setFree.run(lane, freeAt);
    return taken;
  };

  /** Starts after the lane that was served last: none waits for ever behind the others. */
  return (now, limit) => {
    const found: Candidate[] = [];
    const start = last;
    let wrapped = false;
    let lane = next.get(start);
    while (found.length < limit) {
      if (lane === undefined) {
        if (wrapped) break;
        wrapped = true;
        lane = next.get(commonLane);
        continue;
      }
      if (wrapped && lane.lane > start) break;
      found.push(...claimLane(lane, now, limit - found.length));
      last = lane.lane;
      lane = next.get(last);
    }
    return found;
  };
}

/** The lane of everybody else; who has been given a rate meanwhile moves to a lane of its own. */
function prepareCommon(database: Database): FindCandidates {
  const find = prepareFind(database);
  const move = database.prepare("UPDATE recipient SET lane = ? WHERE id = ?");
  return (now, limit) => {
    const found: Candidate[] = [];
    for (let round = 0; round < maxMoves && found.length < limit; round++) {
      const seen = new Set(found.map(({ id }) => id));
      const due = find(commonLane, now, limit).filter(({ id }) => !seen.has(id));
      const rated = due.filter(({ rate }) => rate !== null);
      for (const { id, customer_id } of rated) move.run(customer_id, id);
      found.push(...due.filter(({ rate }) => rate === null).slice(0, limit - found.length));
      if (rated.length === 0) break;
    }
    return found;
  };
}

/** Half of what is claimed may come from lanes, or all that others leave. */
export function prepareCandidates(database: Database): FindCandidates {
  const inLanes = prepareLanes(database);
  const common = prepareCommon(database);
  return (now, limit) => {
    const rated = inLanes(now, Math.ceil(limit / 2));
    return [...rated, ...common(now, limit - rated.length)];
  };
}

/** Earliest time at which something can be claimed. */
export const nextDueSql = `
WITH RECURSIVE lanes (id) AS (
  SELECT min(lane) FROM recipient WHERE state <= 2
  UNION ALL
  SELECT (SELECT min(lane) FROM recipient WHERE state <= 2 AND lane > lanes.id) FROM lanes WHERE id IS NOT NULL
)
SELECT min(max(
  (SELECT min(next_at) FROM recipient WHERE state <= 2 AND lane = lanes.id),
  ifnull((SELECT (free_at + 999) / 1000 FROM lane WHERE customer_id = lanes.id), 0)
)) AS at FROM lanes WHERE id IS NOT NULL`;
