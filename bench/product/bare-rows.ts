import type { Database } from "#server/storage/sqlite/engine/database.js";
import { numbersAt } from "#server/storage/schema/numbers.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { phoneOf } from "../postgres/messages.js";

/** The settings of the service: a write-ahead log, synced at each commit. */
const settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";

function committed(database: Database, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  work();
  database.exec("COMMIT");
}

/**
 * Writes and commits the rows of messages, each to another number and with another text, from its acceptance until a link has taken it over, with
 * nothing around them. `database` has the schema of the service, and customers with credit.
 */
export function bareSends(database: Database, customers: readonly number[]): (messages: number) => void {
  database.exec(settings);
  const debit = database.prepare<{ balance: number }>(
    "UPDATE account SET balance = balance - 1000 WHERE customer_id = ? AND kind = 'SMS' AND balance >= 1000 RETURNING balance",
  );
  const ledger = database.prepare(
    "INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, transaction_id, at) VALUES (?, 'SMS', -1000, ?, 'charge', ?, ?)",
  );
  const txn = database.prepare(
    `INSERT INTO txn (seq, id, customer_id, user_name, operation, originator, kind, text, data_coding, parts, flash, blink,
       hidden, charge_kind, charge, created_at, due_at)
     VALUES (?, ?, ?, 'api', 'HTTP_SendSms', 'Shop', 'text', ?, 0, 1, 0, 0, 0, 'SMS', 1000, ?, ?)`,
  );
  const recipient = database.prepare(
    `INSERT INTO recipient (id, txn, phone, state, next_at, at, lane, counted, link, worker, attempts)
     VALUES (?, ?, ?, ${RecipientState.Submitting}, ?, ?, ?, 0, 1, 'bench', 1)`,
  );
  const part = database.prepare("INSERT INTO sent_part (recipient, part, network, key) VALUES (?, 1, 1, ?)");
  const settle = database.prepare(
    `UPDATE recipient SET state = ${RecipientState.Submitted}, at = ?, next_at = ?, worker = NULL WHERE id = ?`,
  );
  const { first, last } = numbersAt(Date.now());
  const newest = database
    .prepare<{ n: number | null }>("SELECT max(seq) AS n FROM txn WHERE seq BETWEEN ? AND ?")
    .get(first, last);
  let number = newest?.n ?? first;
  const message = (): void => {
    const now = Date.now();
    number += 1;
    const customer = customers[number % customers.length] ?? 0;
    const id = `${number.toString(16).padStart(12, "0")}-7000-8000-000000000000`;
    ledger.run(customer, debit.get(customer)?.balance ?? 0, id, now);
    txn.run(number, id, customer, textOf(number), now, now);
    recipient.run(number, number, phoneOf(number), now, now, customer);
    part.run(number, id);
    settle.run(now, now, number);
  };
  return (messages) => {
    committed(database, () => {
      for (let index = 0; index < messages; index++) message();
    });
  };
}

const textOf = (n: number): string =>
  `Your parcel ${n} is ready & waits for you at the counter of Example Street 12, until Friday evening at eight.`;

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
