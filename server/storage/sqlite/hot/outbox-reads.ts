import type { OutboxStore } from "../../../ports/messages.js";
import { prepareAnswered } from "./client-transactions.js";
import { isOnTheWay, uncountedState } from "./counts.js";
import type { Database } from "../engine/database.js";
import { prepareMmsParts } from "./message-bodies.js";
import { prepareRecipientPages } from "./recipient-pages.js";
import type { CreditKind } from "../../../domain/credit/balance.js";
import type { StatusCount, TransactionCounts } from "../../../domain/status.js";

type OutboxReads = Pick<OutboxStore, "answered" | "submittedBefore" | "mmsParts" | "statistics" | "details">;

interface TxnRow {
  readonly seq: number;
  readonly due_at: number;
  readonly created_at: number;
  readonly total: number;
  readonly charge_kind: CreditKind;
}

/** Prepares every read of the outbox. */
export function outboxReads(database: Database): OutboxReads {
  const submitted = database.prepare<{ readonly id: number }>(
    `SELECT id FROM recipient WHERE ${isOnTheWay} AND link = ? AND next_at < ? ORDER BY next_at, id LIMIT +?`,
  );
  const find = database.prepare<TxnRow>(
    `SELECT seq, due_at, created_at, charge_kind,
       (SELECT total(n) FROM recipient_count WHERE txn = seq) + EXISTS (${uncountedState("seq")}) AS total
     FROM txn WHERE id = ? AND customer_id = ?`,
  );
  const counts = database.prepare<StatusCount>(
    `SELECT state, n AS count FROM recipient_count WHERE txn = ? AND n > 0
     UNION ALL SELECT state, 1 FROM (${uncountedState("?")}) ORDER BY state`,
  );
  const answered = prepareAnswered(database);
  const recipientPages = prepareRecipientPages(database);
  const mmsParts = prepareMmsParts(database);
  const existing = (customerId: number, transactionId: string): TxnRow | undefined => {
    const txn = find.get(transactionId, customerId);
    // Without counts it is being deleted.
    return txn === undefined || txn.total === 0 ? undefined : txn;
  };
  const countsOf = ({ seq, due_at: dueAt, charge_kind: chargedAs }: TxnRow): TransactionCounts => ({
    dueAt,
    chargedAs,
    counts: counts.all(seq, seq).map(({ state, count }) => ({ state, count })),
  });
  return {
    answered: async (customerId, clientTransaction, at) => answered(customerId, clientTransaction, at),
    submittedBefore: async (linkId, before, limit) =>
      submitted.all(linkId, before, limit).map(({ id }) => ({ id })),
    mmsParts: async (transactionId) => mmsParts(transactionId),
    statistics: async (customerId, transactionId) => {
      const txn = existing(customerId, transactionId);
      return txn && countsOf(txn);
    },
    details: async (customerId, transactionId) => {
      const txn = existing(customerId, transactionId);
      return txn && { ...countsOf(txn), pages: recipientPages(txn) };
    },
  };
}
