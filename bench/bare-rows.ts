import type { Database } from "#server/storage/sqlite/engine/database.js";

/** What the service writes for a send to one recipient, with nothing around it: the yardstick of the store. */
export interface BareRows {
  begin(): void;
  commit(): void;
  /** One row in each table. */
  send(): void;
  /** Recipient rows of one transaction. */
  recipients(first: number, count: number): void;
}

const schema = `
  CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL CHECK (balance >= 0)) STRICT;
  CREATE TABLE ledger (id INTEGER PRIMARY KEY, account INTEGER NOT NULL, delta INTEGER NOT NULL, balance INTEGER NOT NULL,
    txn TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE INDEX ledger_account ON ledger (account);
  CREATE TABLE txn (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, customer INTEGER NOT NULL, text TEXT NOT NULL,
    originator TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE TABLE recipient (id INTEGER PRIMARY KEY, txn INTEGER NOT NULL, phone TEXT NOT NULL, state INTEGER NOT NULL,
    next_at INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE INDEX recipient_txn ON recipient (txn);
  CREATE INDEX recipient_due ON recipient (next_at) WHERE state <= 2;
  INSERT INTO account VALUES (42, 1000000000000);`;

const text =
  "Your parcel 4711 is ready & waits for you at the counter of Example Street 12, until Friday evening.";

export function bareRows(database: Database): BareRows {
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  database.exec(schema);
  const debit = database.prepare<{ balance: number }>(
    "UPDATE account SET balance = balance - 1000 WHERE id = 42 AND balance >= 1000 RETURNING balance",
  );
  const ledger = database.prepare(
    "INSERT INTO ledger (account, delta, balance, txn, at) VALUES (42, -1000, ?, ?, ?)",
  );
  const txn = database.prepare(
    "INSERT INTO txn (id, customer, text, originator, at) VALUES (?, 42, ?, 'Shop', ?)",
  );
  const recipient = database.prepare(
    "INSERT INTO recipient (txn, phone, state, next_at, at) VALUES (?, ?, 0, ?, ?)",
  );
  let sequence = 0;
  return {
    begin: () => {
      database.exec("BEGIN IMMEDIATE");
    },
    commit: () => {
      database.exec("COMMIT");
    },
    send() {
      const now = Date.now();
      const id = `${String(++sequence).padStart(8, "0")}-0000-7000-8000-000000000000`;
      const balance = debit.get()?.balance ?? 0;
      ledger.run(balance, id, now);
      txn.run(id, text, now);
      recipient.run(sequence, "12025550101", now, now);
    },
    recipients(first, count) {
      const now = Date.now();
      for (let index = 0; index < count; index++) recipient.run(1, String(first + index), now, now);
    },
  };
}
