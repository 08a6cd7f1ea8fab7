import type { Database } from "#server/storage/sqlite/engine/database.js";
import { numbersAt } from "#server/storage/schema/numbers.js";
import { RecipientState } from "#server/domain/recipient-state.js";

/** The settings of the service: a write-ahead log, synced at each commit. */
const settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";

function committed(database: Database, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  work();
  database.exec("COMMIT");
}

/**
 * Writes and commits the rows of messages to one number, each from its acceptance until a link has taken it over, with
 * nothing around them. `database` has the schema of the service and customer 42 with credit.
 */
export function bareSends(database: Database): (messages: number) => void {
  database.exec(settings);
  const debit = database.prepare<{ balance: number }>(
    "UPDATE account SET balance = balance - 1000 WHERE customer_id = 42 AND kind = 'SMS' AND balance >= 1000 RETURNING balance",
  );
  const ledger = database.prepare(
    "INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, transaction_id, at) VALUES (42, 'SMS', -1000, ?, 'charge', ?, ?)",
  );
  const txn = database.prepare<{ seq: number }>(
    `INSERT INTO txn (seq, id, customer_id, user_name, operation, originator, kind, text, data_coding, parts, flash, blink,
       hidden, charge_kind, charge, created_at, due_at)
     VALUES (?, ?, 42, 'api', 'HTTP_SendSms', 'Shop', 'text', ?, 0, 1, 0, 0, 0, 'SMS', 1000, ?, ?) RETURNING seq`,
  );
  const recipient = database.prepare(
    `INSERT INTO recipient (id, txn, phone, state, next_at, at, lane) VALUES (?, ?, '12025550101', ${RecipientState.Queued}, ?, ?, 42)`,
  );
  const arrive = database.prepare(
    `INSERT INTO recipient_count (txn, state, n) VALUES (?, ${RecipientState.Queued}, 1)`,
  );
  const leave = database.prepare("DELETE FROM recipient_count WHERE txn = ? AND state = ?");
  const enter = database.prepare("INSERT INTO recipient_count (txn, state, n) VALUES (?, ?, 1)");
  const claim = database.prepare(
    `UPDATE recipient SET state = ${RecipientState.Submitting}, link = 1, at = ?, worker = 'bench', attempts = attempts + 1 WHERE id = ?`,
  );
  const part = database.prepare(
    `INSERT INTO sent_part (recipient, part, network, key, state, at) VALUES (?, 1, 1, ?, ${RecipientState.Submitted}, ?)`,
  );
  const settle = database.prepare(
    `UPDATE recipient SET state = ${RecipientState.Submitted}, at = ?, worker = NULL WHERE id = ?`,
  );
  let sequence = numbersAt(Date.now()).first;
  const message = (): void => {
    const now = Date.now();
    const id = `${String(++sequence).padStart(8, "0")}-0000-7000-8000-000000000000`;
    ledger.run(debit.get()?.balance ?? 0, id, now);
    const seq = txn.get(sequence, id, text, now, now)?.seq ?? 0;
    recipient.run(sequence, seq, now, now);
    arrive.run(seq);
    claim.run(now, sequence);
    leave.run(seq, RecipientState.Queued);
    enter.run(seq, RecipientState.Submitting);
    part.run(sequence, id, now);
    settle.run(now, sequence);
    leave.run(seq, RecipientState.Submitting);
    enter.run(seq, RecipientState.Submitted);
  };
  return (messages) => {
    committed(database, () => {
      for (let index = 0; index < messages; index++) message();
    });
  };
}

const text =
  "Your parcel 4711 is ready & waits for you at the counter of Example Street 12, until Friday evening at eight.";

/** Writes and commits recipients of one transaction into a table with two indexes of a new database. */
export function bareRecipients(database: Database): (first: number, count: number) => void {
  database.exec(settings);
  database.exec(
    `CREATE TABLE recipient (id INTEGER PRIMARY KEY, txn INTEGER NOT NULL, phone TEXT NOT NULL, state INTEGER NOT NULL,
       next_at INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
     CREATE INDEX recipient_txn ON recipient (txn);
     CREATE INDEX recipient_due ON recipient (next_at) WHERE state <= 2;`,
  );
  const recipient = database.prepare(
    "INSERT INTO recipient (txn, phone, state, next_at, at) VALUES (1, ?, 0, ?, ?)",
  );
  return (first, count) => {
    committed(database, () => {
      const now = Date.now();
      for (let index = 0; index < count; index++) recipient.run(String(first + index), now, now);
    });
  };
}
