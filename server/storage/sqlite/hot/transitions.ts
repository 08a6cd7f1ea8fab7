import { type Move, withFinalMoves } from "../../../domain/delivery/states/counts.js";
import { refundOf } from "../../../domain/credit/refunds.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import {
  accountFor,
  type DueRefund,
  type EndedRow,
  splitEnds,
} from "../../../domain/delivery/states/ended.js";
import type { Ended, Transitions } from "../../../domain/delivery/states/transitions.js";
import { delayLimits, type ReportedGroup } from "../../../domain/usage/deliverability-counts.js";
import type { Tally } from "../../../domain/usage/tally.js";
import { dayLength, type EndedGroup } from "../../../domain/usage/usage.js";
import {
  chargedTransactions,
  type ChargedRow,
  endedColumns,
  endedJoins,
} from "../../tables/delivery/ended.js";
import { prepareBook } from "./ledger.js";
import type { Database } from "../engine/database.js";
import { isOpen } from "../../tables/outbox/conditions.js";
import { prepareCountMoves } from "./counts.js";
import { type ErasureRow, mayErase } from "../../../domain/delivery/retention.js";

/**
 * Erases text and octets of hidden transactions once every recipient has a final state. Freed pages are overwritten;
 * the write-ahead log contains the old ones until it is truncated, when the writer is idle or ends.
 */
function prepareErasure(database: Database): (transactions: Iterable<number>) => void {
  // Most transactions are not hidden and need no count.
  const find = database.prepare<ErasureRow>(
    `SELECT hidden, EXISTS (SELECT 1 FROM recipient_count WHERE txn = seq AND ${isOpen} AND n > 0) AS open
     FROM txn WHERE seq = ? AND hidden = 1`,
  );
  const eraseText = database.prepare("UPDATE txn SET text = '' WHERE seq = ?");
  const eraseBody = database.prepare("UPDATE binary_body SET header = x'', body = x'' WHERE txn = ?");
  const isDone = (txn: number): boolean => {
    const row = find.get(txn);
    return row !== undefined && mayErase(row);
  };
  return (transactions) => {
    const done = [...transactions].filter(isDone);
    if (done.length === 0) return;
    database.exec("PRAGMA secure_delete = ON");
    for (const txn of done) {
      eraseText.run(txn);
      eraseBody.run(txn);
    }
    database.exec("PRAGMA secure_delete = FAST");
  };
}

/** Writes of new states of recipients, inside the transaction that is open. */
export interface TransitionWrites {
  /** Counts recipients that go from one state to another, then erases the hidden texts that this ends. */
  readonly record: (moves: readonly Move[]) => void;
  /** Counts new final states and refunds messages; returns the refunds in thousandths of a credit. */
  readonly ended: (transitions: readonly Ended[]) => number;
  /** Writes new states and records them, as `record` and `ended` do. No worker has such a recipient any more. */
  readonly write: (changes: Transitions) => number;
}

/** Place of the delay of a receipt, as `delayPlace` finds it. */
const delayPlaces = `CASE ${delayLimits
  .map((bound, place) => `WHEN r.at - r.next_at <= ${1_000 * bound} THEN ${place}`)
  .join(" ")} ELSE ${delayLimits.length} END`;

/** Reads the groups of the recipients with the ids of a JSON array; one object for each message would take most of the time. */
const endedGroups = (
  since: string,
): string => `SELECT t.customer_id AS "customerId", t.user_name AS "userName",
  t.originator, min(t.created_at) AS at, substr(r.phone, 1, 5) AS digits, count(*) AS messages, sum(t.parts) AS parts,
  r.link AS "linkId", min(r.at) AS "endedAt", ${delayPlaces} AS delay,
  CASE WHEN r.state = ${RecipientState.Delivered} THEN '' ELSE ifnull(r.error, '') END AS code
FROM json_each(?) j CROSS JOIN recipient r ON r.id = j.value JOIN txn t ON t.seq = r.txn
WHERE r.phone <> '' AND t.created_at >= ${since}
GROUP BY t.customer_id, t.user_name, t.originator, t.created_at / ${dayLength}, substr(r.phone, 1, 5), r.link, 10, 11`;

/** Prepares to account for new final states of recipients, after they are written. */
function prepareEnded(database: Database, tally: Tally): TransitionWrites["ended"] {
  const { at: since = 0 } = database.prepare<{ at: number }>("SELECT at FROM usage_since").get() ?? {};
  const find = database.prepare<EndedRow>(
    `SELECT ${endedColumns(String(since))} FROM recipient r ${endedJoins()} WHERE r.id = ?`,
  );
  const groups = database.prepare<EndedGroup & ReportedGroup>(endedGroups(String(since)));
  const charged = database.prepare<ChargedRow>(`${chargedTransactions} WHERE t.seq = ?`);
  const book = prepareBook(database);
  const count = database.prepare("UPDATE txn SET refunded = ? WHERE seq = ?");
  const mark = database.prepare("INSERT OR IGNORE INTO refunded_message (recipient) VALUES (?)");
  const refund = ({ txn, at, ids, ends }: DueRefund): number => {
    const row = charged.get(txn);
    if (row === undefined || row.charge === 0) return 0;
    const { amount: delta, done } = refundOf(row, ends);
    count.run(done, txn);
    for (const id of ids) mark.run(id);
    if (delta === 0) return 0;
    const { customerId, kind, id: transactionId } = row;
    book({ customerId, kind, delta, reason: "refund", transactionId, at });
    return delta;
  };
  return (transitions) => {
    const { plain, others } = splitEnds(transitions);
    for (const [to, ids] of plain)
      for (const group of groups.all(JSON.stringify(ids))) tally.ended(group, to);
    const due = accountFor(others, (id) => find.get(id), tally);
    return due.reduce((sum, each) => sum + refund(each), 0);
  };
}

export function transitionWrites(database: Database, tally: Tally): TransitionWrites {
  const count = prepareCountMoves(database);
  const erase = prepareErasure(database);
  const update = database.prepare(
    "UPDATE recipient SET state = ?, at = ?, error = ?, next_at = ifnull(?, next_at), worker = NULL WHERE id = ?",
  );
  const record = (moves: readonly Move[]): void => {
    count(moves);
    erase(withFinalMoves(moves));
  };
  const ended = prepareEnded(database, tally);
  return {
    record,
    ended,
    write: ({ transitions, moves }) => {
      for (const { id, to, at, error, since } of transitions)
        update.run(to, at, error ?? null, since ?? null, id);
      record(moves);
      return ended(transitions);
    },
  };
}
