import {
  RecipientState,
  type ClaimedBody,
  type ClaimedRecipient,
  type StateChange,
  type Submission,
  type SubmitOutcome,
} from "../../ports/store.js";
import { recipientInserts } from "./blocks.js";
import { type Candidate, prepareCandidates } from "./candidates.js";
import { type CountMoves, isFinal, type Move, prepareCountMoves } from "./counts.js";
import type { Database } from "./database.js";
import { prepareErasure } from "./erasure.js";
import { bodyWrites, prepareClaimedBodies } from "./message-bodies.js";
import { prepareSubmit } from "./submit.js";

/** Who claims, and for how long. */
export interface Claim {
  readonly worker: string;
  readonly now: number;
  readonly leaseUntil: number;
  readonly limit: number;
}

/** Changes of the outbox, inside the transaction that is open. */
export interface OutboxWrites {
  submit(submission: Submission): SubmitOutcome;
  claim(claim: Claim): readonly ClaimedRecipient[];
  advance(changes: readonly StateChange[]): null;
  /** Gives the oldest block of waiting recipients rows of their own; false when there is none. */
  expand(): boolean;
}

function claimedOf(row: Candidate, body: ClaimedBody | undefined): ClaimedRecipient {
  const { id, phone, originator, text, parts, attempts } = row;
  return {
    ...{ id, transactionId: row.transaction_id, customerId: row.customer_id, phone, originator, text },
    ...(body === undefined ? {} : { body }),
    ...{ dataCoding: row.data_coding, parts, attempts, uncertain: row.uncertain === 1 },
  };
}

function prepareClaim(database: Database, countMoves: CountMoves): OutboxWrites["claim"] {
  const find = prepareCandidates(database);
  const take = database.prepare(
    `UPDATE recipient SET state = 1, next_at = ?, at = ?, worker = ?, attempts = attempts + 1, uncertain = ?
     WHERE id = ?`,
  );
  const bodiesOf = prepareClaimedBodies(database);
  return ({ worker, now, leaseUntil, limit }) => {
    const candidates = find(now, limit);
    for (const { id, uncertain } of candidates) take.run(leaseUntil, now, worker, uncertain, id);
    countMoves(
      candidates.map(({ txn, state }): Move => ({ txn, from: state, to: RecipientState.Claimed, n: 1 })),
    );
    const bodies = bodiesOf(candidates);
    return candidates.map((row) => claimedOf(row, bodies.get(row.txn)));
  };
}

function prepareAdvance(database: Database, countMoves: CountMoves): OutboxWrites["advance"] {
  const find = database.prepare<{ readonly txn: number; readonly state: RecipientState }>(
    "SELECT txn, state FROM recipient WHERE id = ? AND state <= 3 AND state < ?",
  );
  const update = database.prepare("UPDATE recipient SET state = ?, at = ?, error = ? WHERE id = ?");
  const erase = prepareErasure(database);
  return (changes) => {
    const moves: Move[] = [];
    for (const { recipientId, state, at, error } of changes) {
      const before = find.get(recipientId, state);
      if (before === undefined) continue;
      update.run(state, at, error ?? null, recipientId);
      moves.push({ txn: before.txn, from: before.state, to: state, n: 1 });
    }
    countMoves(moves);
    erase(new Set(moves.filter(({ to }) => isFinal(to)).map(({ txn }) => txn)));
    return null;
  };
}

/** Prepares every change of the outbox on one connection. */
export function outboxWrites(database: Database): OutboxWrites {
  const countMoves = prepareCountMoves(database);
  const inserts = recipientInserts(database);
  const bodies = bodyWrites(database);
  return {
    submit: prepareSubmit(database, inserts, countMoves, bodies),
    claim: prepareClaim(database, countMoves),
    advance: prepareAdvance(database, countMoves),
    expand: () => inserts.expand(),
  };
}
