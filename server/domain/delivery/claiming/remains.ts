import { decide, type RouteTable } from "../routing/route-table.js";
import { type CandidateRow, routableOf } from "../routing/candidate.js";
import type { Settlement } from "./claim.js";
import { uncertainEnd } from "../outcomes/outcome.js";

/** A message that its worker left in flight. */
export interface RemainingRow extends CandidateRow {
  readonly worker: string;
}

/** Settles messages that an owner of delivery left in flight when it ended: they are uncertain, and the policies of their routes decide. */
export function remains(
  rows: readonly RemainingRow[],
  table: RouteTable,
  now: number,
): readonly Settlement[] {
  return rows.map((row): Settlement => {
    const { id: recipientId, worker: owner, link: linkId, attempts: attempt, nextAt } = row;
    const { policy } = decide(table, routableOf(row), linkId, () => true);
    const known = { policy, attempt, uncertain: row.uncertain === 1, nextAt, linkId: 0 };
    const end = uncertainEnd(known, "the service ended before the response", now);
    return { owner, recipientId, linkId, at: now, accepted: [], end };
  });
}

/** A message that a worker has claimed. */
export interface ClaimedRow {
  readonly id: number;
  readonly worker: string;
  readonly link: number;
  /** When the attempt was due, in milliseconds since the epoch. */
  readonly nextAt: number;
  /** When it was claimed. */
  readonly at: number;
  readonly uncertain: number;
}

/** Returns claimed messages that their worker does not have to the queue, unchanged: none of them was sent. */
export function takenBack(rows: readonly ClaimedRow[], known: ReadonlySet<number>): readonly Settlement[] {
  return rows
    .filter(({ id }) => !known.has(id))
    .map((row): Settlement => {
      const { id: recipientId, worker: owner, link: linkId, nextAt, at } = row;
      const uncertain = row.uncertain === 1;
      const end = {
        kind: "queued",
        nextAt,
        linkId: 0,
        counts: "nothing",
        uncertain,
        code: undefined,
      } as const;
      return { owner, recipientId, linkId, at, accepted: [], end };
    });
}
