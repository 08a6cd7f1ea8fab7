import { RecipientState, type Submission, type SubmitOutcome } from "../../ports/store.js";
import type { RecipientInserts } from "./blocks.js";
import type { CountMoves, Move } from "./counts.js";
import type { Database } from "./database.js";
import { prepareBook } from "./ledger.js";
import type { BodyWrites } from "./message-bodies.js";

interface Answered {
  readonly content_hash: string;
  readonly transaction_id: string;
  readonly refused: string;
  readonly balance_after: number;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function parseRefused(stored: string): readonly string[] {
  const parsed: unknown = JSON.parse(stored);
  return Array.isArray(parsed) ? parsed.filter(isText) : [];
}

interface ClientTransactions {
  /** The answer that a client transaction has had, or a conflict; undefined when it is new. */
  answered(submission: Submission): SubmitOutcome | undefined;
  remember(submission: Submission, refused: readonly string[], balanceAfter: number): void;
}

function clientTransactions(database: Database): ClientTransactions {
  const find = database.prepare<Answered>(
    `SELECT content_hash, transaction_id, refused, balance_after FROM client_transaction
     WHERE customer_id = ? AND id = ? AND expires_at > ?`,
  );
  const insert = database.prepare(
    `INSERT OR REPLACE INTO client_transaction
       (customer_id, id, content_hash, transaction_id, refused, balance_after, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  // A few expired ones go with each new one: the table stays as small as a day's calls, and no commit is long.
  const purge = database.prepare(
    `DELETE FROM client_transaction WHERE (customer_id, id) IN
       (SELECT customer_id, id FROM client_transaction WHERE expires_at <= ? ORDER BY expires_at LIMIT 4)`,
  );
  return {
    answered({ clientTransaction, customerId, at }) {
      if (clientTransaction === undefined) return undefined;
      const row = find.get(customerId, clientTransaction.id, at);
      if (row === undefined) return undefined;
      if (row.content_hash !== clientTransaction.contentHash) return { kind: "conflict" };
      return {
        kind: "repeated",
        transactionId: row.transaction_id,
        refused: parseRefused(row.refused),
        balanceAfter: row.balance_after,
      };
    },
    remember({ clientTransaction, customerId, transactionId, at }, refused, balanceAfter) {
      if (clientTransaction === undefined) return;
      const { id, contentHash, keepFor } = clientTransaction;
      purge.run(at);
      insert.run(
        customerId,
        id,
        contentHash,
        transactionId,
        JSON.stringify(refused),
        balanceAfter,
        at + keepFor,
      );
    },
  };
}

function prepareInsertTxn(database: Database): (submission: Submission) => number {
  const insert = database.prepare<{ seq: number }>(
    `INSERT INTO txn (id, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink,
       hidden, charge_kind, charge, created_at, due_at, kind)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
  );
  return (s) => {
    const text = s.hidden && s.recipients.length === 0 ? "" : s.text;
    const row = insert.get(
      ...[s.transactionId, s.customerId, s.userName, s.operation, s.originator, text, s.dataCoding, s.parts],
      ...[Number(s.flash), Number(s.blink), Number(s.hidden), s.charge.kind, s.charge.amount, s.at, s.dueAt],
      s.body?.kind ?? "text",
    );
    return row?.seq ?? 0;
  };
}

function arrivals(txn: number, { recipients, refused }: Submission): readonly Move[] {
  return [
    { txn, from: undefined, to: RecipientState.Queued, n: recipients.length },
    ...refused.map(({ state }): Move => ({ txn, from: undefined, to: state, n: 1 })),
  ];
}

/** Prepares `OutboxStore.submit`, inside the transaction that is open; nothing is written unless it is accepted. */
export function prepareSubmit(
  database: Database,
  inserts: RecipientInserts,
  countMoves: CountMoves,
  bodies: BodyWrites,
): (submission: Submission) => SubmitOutcome {
  const book = prepareBook(database);
  const clients = clientTransactions(database);
  const insertTxn = prepareInsertTxn(database);
  return (submission) => {
    const answered = clients.answered(submission);
    if (answered !== undefined) return answered;
    const { customerId, transactionId, at, dueAt, charge } = submission;
    const delta = 0 - charge.amount;
    const balanceAfter = book({ customerId, kind: charge.kind, delta, reason: "charge", transactionId, at });
    if (balanceAfter === undefined) return { kind: "insufficientCredit" };
    const txn = insertTxn(submission);
    if (submission.body !== undefined && submission.recipients.length > 0) bodies.store(txn, submission.body);
    inserts.store(txn, submission, dueAt, at);
    countMoves(arrivals(txn, submission));
    const refused = submission.refused.map(({ phone }) => phone);
    clients.remember(submission, refused, balanceAfter);
    return { kind: "accepted", transactionId, refused, balanceAfter };
  };
}
