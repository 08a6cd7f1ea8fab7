import type { Database } from "#server/storage/sqlite/engine/database.js";

/** What the service writes for sends to one recipient, with nothing around it: the yardstick of the store. */
export interface BareRows {
  /** Writes and commits the rows of messages, each from its acceptance to its receipt. */
  commit(messages: number): void;
  /** Writes and commits recipients of one transaction. */
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
  CREATE INDEX recipient_due ON recipient (next_at) WHERE state = 0;
  CREATE INDEX recipient_in_flight ON recipient (txn) WHERE state = 2;
  CREATE INDEX recipient_on_the_way ON recipient (next_at) WHERE state = 3;
  CREATE TABLE sent_part (recipient INTEGER NOT NULL, part INTEGER NOT NULL, key TEXT NOT NULL, state INTEGER NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY (recipient, part)) STRICT, WITHOUT ROWID;
  CREATE INDEX sent_part_key ON sent_part (key);
  INSERT INTO account VALUES (42, 1000000000000);`;

const text =
  "Your parcel 4711 is ready & waits for you at the counter of Example Street 12, until Friday evening at eight.";

/** A new database with the settings of the service: write-ahead log, synced at each commit. */
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
  const claim = database.prepare("UPDATE recipient SET state = 2, at = ? WHERE id = ? AND state = 0");
  const accept = database.prepare("UPDATE recipient SET state = 3, at = ? WHERE id = ? AND state = 2");
  const part = database.prepare("INSERT INTO sent_part VALUES (?, 1, ?, 3, ?)");
  const confirm = database.prepare("UPDATE recipient SET state = 6, at = ? WHERE id = ? AND state = 3");
  const confirmPart = database.prepare(
    "UPDATE sent_part SET state = 6, at = ? WHERE recipient = ? AND part = 1",
  );
  let sequence = 0;
  const message = (): void => {
    const now = Date.now();
    const id = `${String(++sequence).padStart(8, "0")}-0000-7000-8000-000000000000`;
    const balance = debit.get()?.balance ?? 0;
    ledger.run(balance, id, now);
    txn.run(id, text, now);
    recipient.run(sequence, "12025550101", now, now);
    claim.run(now, sequence);
    accept.run(now, sequence);
    part.run(sequence, id, now);
    confirmPart.run(now, sequence);
    confirm.run(now, sequence);
  };
  const committed = (work: () => void): void => {
    database.exec("BEGIN IMMEDIATE");
    work();
    database.exec("COMMIT");
  };
  return {
    commit: (messages) => {
      committed(() => {
        for (let index = 0; index < messages; index++) message();
      });
    },
    recipients: (first, count) => {
      committed(() => {
        const now = Date.now();
        for (let index = 0; index < count; index++) recipient.run(1, String(first + index), now, now);
      });
    },
  };
}
