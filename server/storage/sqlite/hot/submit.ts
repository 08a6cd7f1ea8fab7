import {
  arrivals,
  onlyRecipient,
  type SubmissionRows,
  submissionRows,
} from "../../../domain/delivery/submission-rows.js";
import { recipientInserts } from "./blocks.js";
import { prepareAnswered, prepareRemember } from "./client-transactions.js";
import { prepareCountMoves } from "./counts.js";
import { numbersAt } from "../../schema/numbers.js";
import type { Database } from "../engine/database.js";
import { prepareBook } from "./ledger.js";
import { prepareStoreBody } from "./message-bodies.js";
import type { UsageTally } from "../../../domain/usage/usage.js";
import { prepareNextNumber } from "./numbers.js";
import { type HandOverReads, prepareInsertOnly } from "./only-recipient.js";
import type { Submission, SubmitOutcome } from "../../../domain/delivery/submission.js";

function prepareInsertTxn(database: Database): (submission: Submission, rows: SubmissionRows) => number {
  const insert = database.prepare(
    `INSERT INTO txn (seq, id, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink,
       hidden, charge_kind, charge, created_at, due_at, kind)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const next = prepareNextNumber(database, "txn");
  return (s, { text, kind }) =>
    insert.run(
      next(numbersAt(s.at)),
      ...[s.transactionId, s.customerId, s.userName, s.operation, s.originator, text, s.dataCoding, s.parts],
      ...[Number(s.flash), Number(s.blink), Number(s.hidden), s.charge.kind, s.charge.amount, s.at, s.dueAt],
      kind,
    ).rowid;
}

/** Prepares `OutboxStore.submit`, inside the open transaction; nothing is written unless the submission is accepted. */
export function prepareSubmit(
  database: Database,
  handOverReads: HandOverReads,
  tally: UsageTally,
): (submission: Submission) => SubmitOutcome {
  const inserts = recipientInserts(database, handOverReads.memory);
  const insertOnly = prepareInsertOnly(database, handOverReads);
  const countMoves = prepareCountMoves(database);
  const storeBody = prepareStoreBody(database);
  const book = prepareBook(database);
  const answered = prepareAnswered(database);
  const remember = prepareRemember(database);
  const insertTxn = prepareInsertTxn(database);
  return (submission) => {
    const { customerId, transactionId, at, dueAt, charge } = submission;
    const earlier = answered(submission);
    if (earlier !== undefined) return earlier;
    const delta = 0 - charge.amount;
    const balanceAfter = book({ customerId, kind: charge.kind, delta, reason: "charge", transactionId, at });
    if (balanceAfter === undefined) return { kind: "insufficientCredit" };
    const rows = submissionRows(submission);
    const txn = insertTxn(submission, rows);
    tally.arrived(submission, submission);
    if (rows.body !== undefined) storeBody(txn, rows.body);
    const { refused } = rows;
    remember(submission, refused, balanceAfter);
    const accepted = { kind: "accepted", transactionId, refused, balanceAfter } as const;
    const only = onlyRecipient(submission);
    if (only !== undefined) {
      const handedOver = insertOnly(txn, only, submission);
      return handedOver === undefined ? accepted : { handedOver, ...accepted };
    }
    inserts.store({ txn, recipients: submission.recipients, refused: submission.refused, dueAt, at });
    countMoves(arrivals(txn, submission));
    return accepted;
  };
}
