import { arrivals, type SubmissionRows, submissionRows } from "../../../domain/outbox/submission-rows.js";
import type { RecipientInserts } from "./blocks.js";
import { prepareAnswered, prepareRemember } from "./client-transactions.js";
import type { CountMoves } from "./counts.js";
import type { Database } from "../engine/database.js";
import { prepareBook } from "../accounts/ledger.js";
import type { BodyWrites } from "./message-bodies.js";
import type { Submission, SubmitOutcome } from "../../../domain/outbox/submission.js";

function prepareInsertTxn(database: Database): (submission: Submission, rows: SubmissionRows) => number {
  const insert = database.prepare<{ seq: number }>(
    `INSERT INTO txn (id, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink,
       hidden, charge_kind, charge, created_at, due_at, kind)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
  );
  return (s, { text, kind }) => {
    const row = insert.get(
      ...[s.transactionId, s.customerId, s.userName, s.operation, s.originator, text, s.dataCoding, s.parts],
      ...[Number(s.flash), Number(s.blink), Number(s.hidden), s.charge.kind, s.charge.amount, s.at, s.dueAt],
      kind,
    );
    return row?.seq ?? 0;
  };
}

/** Prepares `OutboxStore.submit`, inside the open transaction; nothing is written unless the submission is accepted. */
export function prepareSubmit(
  database: Database,
  inserts: RecipientInserts,
  countMoves: CountMoves,
  bodies: BodyWrites,
): (submission: Submission) => SubmitOutcome {
  const book = prepareBook(database);
  const answered = prepareAnswered(database);
  const remember = prepareRemember(database);
  const insertTxn = prepareInsertTxn(database);
  return (submission) => {
    const { customerId, transactionId, clientTransaction, at, dueAt, charge } = submission;
    const earlier = clientTransaction && answered(customerId, clientTransaction, at);
    if (earlier !== undefined) return earlier;
    const delta = 0 - charge.amount;
    const balanceAfter = book({ customerId, kind: charge.kind, delta, reason: "charge", transactionId, at });
    if (balanceAfter === undefined) return { kind: "insufficientCredit" };
    const rows = submissionRows(submission);
    const txn = insertTxn(submission, rows);
    if (rows.body !== undefined) bodies.store(txn, rows.body);
    inserts.store(txn, submission, dueAt, at);
    countMoves(arrivals(txn, submission));
    const { refused } = rows;
    remember(submission, refused, balanceAfter);
    return { kind: "accepted", transactionId, refused, balanceAfter };
  };
}
