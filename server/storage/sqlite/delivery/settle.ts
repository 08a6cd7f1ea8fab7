import { type PartState, worstState } from "../../../domain/outbox/receipt-state.js";
import { idKey } from "../../../domain/outbox/message-id.js";
import { type SettlementEnd, uncertainEnd } from "../../../domain/outbox/settlement.js";
import type { EarlyReceipts, Settlement } from "../../../domain/outbox/claims.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import { type CandidateRow, routableOf } from "../../../domain/outbox/candidate.js";
import { decide, type RouteTable } from "../../../domain/links/route-table.js";
import { candidateColumns, candidateTables } from "./candidates.js";
import type { Move } from "../../../domain/outbox/counts.js";
import type { RecordMoves } from "../outbox/record-moves.js";
import type { Database } from "../engine/database.js";
import type { Unmatched } from "./unmatched.js";

const { Queued, Submitting, Submitted, Expired, Failed, Unknown } = RecipientState;

interface Known {
  readonly txn: number;
  readonly phone: string;
  readonly state: RecipientState;
  readonly worker: string | null;
}

/** Where an attempt leads and what the row then holds. */
interface RowEnd {
  readonly state: RecipientState;
  readonly worker: string | null;
  readonly error: string | null;
}

function rowEnd(end: Exclude<SettlementEnd, { kind: "queued" | "submitted" }>): RowEnd {
  if (end.kind === "expired") return { state: Expired, worker: null, error: null };
  const { code } = end;
  if (end.kind === "held") return { state: Submitting, worker: null, error: code };
  return { state: end.kind === "failed" ? Failed : Unknown, worker: null, error: code };
}

interface EndWrites {
  submitted(id: number, at: number): PartState;
  queued(id: number, end: Extract<SettlementEnd, { kind: "queued" }>, at: number): void;
  other(id: number, end: RowEnd, at: number): void;
}

function endWrites(database: Database): EndWrites {
  const parts = database.prepare<{ readonly state: PartState; readonly error: string | null }>(
    "SELECT state, error FROM sent_part WHERE recipient = ?",
  );
  const end = database.prepare("UPDATE recipient SET state = ?, at = ?, worker = ?, error = ? WHERE id = ?");
  const take = database.prepare(
    "UPDATE recipient SET state = ?, at = ?, next_at = ?, worker = NULL, error = ? WHERE id = ?",
  );
  const queue = database.prepare(
    `UPDATE recipient SET state = ${RecipientState.Queued}, at = ?, worker = NULL, next_at = ?, link = ?, attempts = attempts - ?,
       deferrals = deferrals + ?, uncertain = ?, error = ? WHERE id = ?`,
  );
  return {
    submitted(id, at) {
      const known = parts.all(id);
      const state = worstState(known.map((part) => part.state));
      take.run(state, at, at, known.find((part) => part.state === state)?.error ?? null, id);
      return state;
    },
    queued(id, { dueAt, linkId, counts, uncertain, code }, at) {
      const [uncounted, deferred] = [Number(counts !== "attempt"), Number(counts === "deferral")];
      queue.run(at, dueAt, linkId, uncounted, deferred, uncertain ? 1 : 0, code ?? null, id);
    },
    other(id, { state, worker, error }, at) {
      end.run(state, at, worker, error, id);
    },
  };
}

/** Keeps what the network has taken over; a receipt that came before counts at once. Returns how many did. */
function prepareAcceptedParts(
  database: Database,
  unmatched: Unmatched,
): (settlement: Settlement, phone: string, table: RouteTable) => number {
  const insert = database.prepare(
    `INSERT INTO sent_part (recipient, part, network, key, state, at, error) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET network = excluded.network, key = excluded.key`,
  );
  return ({ recipientId, linkId, at, accepted }, phone, table) => {
    let count = 0;
    for (const { part, messageId } of accepted) {
      const network = table.networkOf(linkId) ?? 0;
      const key = idKey(messageId);
      const { counting, count: taken } = unmatched.take(network, key, phone);
      count += taken;
      insert.run(
        ...[recipientId, part, network, key],
        ...[counting?.state ?? Submitted, counting?.at ?? at, counting?.code ?? null],
      );
    }
    return count;
  };
}

export type Settle = (settlements: readonly Settlement[]) => readonly EarlyReceipts[];

/** Prepares `DeliveryStore.settle`, inside the transaction that is open. */
export function prepareSettle(
  database: Database,
  recordMoves: RecordMoves,
  linkTable: () => RouteTable,
  unmatched: Unmatched,
): Settle {
  const find = database.prepare<Known>("SELECT txn, phone, state, worker FROM recipient WHERE id = ?");
  const keepAccepted = prepareAcceptedParts(database, unmatched);
  const ends = endWrites(database);

  /** Another owner may have settled it meanwhile: then only the good news still counts. */
  const settleOne = (settlement: Settlement, known: Known | undefined): Move | undefined => {
    const { owner, recipientId, at, end } = settlement;
    if (end === undefined || known === undefined || known.state > Submitting) return undefined;
    const { txn, state: from, worker } = known;
    if (end.kind === "submitted") return { txn, from, to: ends.submitted(recipientId, at), n: 1 };
    if (from !== Submitting || worker !== owner) return undefined;
    if (end.kind === "queued") {
      ends.queued(recipientId, end, at);
      return { txn, from, to: Queued, n: 1 };
    }
    const row = rowEnd(end);
    ends.other(recipientId, row, at);
    return { txn, from, to: row.state, n: 1 };
  };
  return (settlements) => {
    const table = linkTable();
    const moves: Move[] = [];
    const early: EarlyReceipts[] = [];
    for (const settlement of settlements) {
      const known = find.get(settlement.recipientId);
      const count = keepAccepted(settlement, known?.phone ?? "", table);
      if (count > 0) early.push({ linkId: settlement.linkId, count });
      const move = settleOne(settlement, known);
      if (move !== undefined) moves.push(move);
    }
    recordMoves(moves);
    return early;
  };
}

/** What an owner who is gone left under way is uncertain: settles it as the routes say. */
export function prepareSettleRemains(
  database: Database,
  linkTable: () => RouteTable,
  settle: Settle,
): (owner: string, now: number) => void {
  const find = database.prepare<CandidateRow & { readonly worker: string }>(
    `SELECT ${candidateColumns}, r.worker FROM ${candidateTables}
     WHERE r.state = ${RecipientState.Submitting} AND r.worker IS NOT NULL AND r.worker <> ?`,
  );
  return (owner, now) => {
    const table = linkTable();
    const isUp = (): boolean => true;
    const settlements = find.all(owner).map((row): Settlement => {
      const { policy } = decide(table, routableOf(row), row.link, isUp);
      const { attempts: attempt, nextAt: dueAt } = row;
      const known = { policy, attempt, uncertain: row.uncertain === 1, dueAt, linkId: 0 };
      return {
        owner: row.worker,
        ...{ recipientId: row.id, linkId: row.link, at: now, accepted: [] },
        end: uncertainEnd(known, "the service ended before the answer", now),
      };
    });
    settle(settlements);
  };
}

/** Prepares `DeliveryStore.takeBack`, inside the transaction that is open. */
export function prepareTakeBack(
  database: Database,
  settle: Settle,
): (input: { readonly owner: string; readonly known: readonly number[] }) => null {
  const find = database.prepare<{
    readonly id: number;
    readonly link: number;
    readonly next_at: number;
    readonly at: number;
    readonly uncertain: number;
  }>(
    `SELECT id, link, next_at, at, uncertain FROM recipient WHERE state = ${RecipientState.Submitting} AND worker = ?`,
  );
  return ({ owner, known }) => {
    const knownIds = new Set(known);
    const rows = find.all(owner).filter(({ id }) => !knownIds.has(id));
    settle(
      rows.map(({ id: recipientId, link: linkId, next_at: dueAt, at, uncertain }): Settlement => ({
        ...{ owner, recipientId, linkId, at, accepted: [] },
        end: {
          kind: "queued",
          dueAt,
          linkId: 0,
          counts: "nothing",
          uncertain: uncertain === 1,
          code: undefined,
        },
      })),
    );
    return null;
  };
}
