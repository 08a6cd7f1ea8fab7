/**
 * Money in thousandths of a credit, times in milliseconds since the epoch. Recipient states are those of the domain:
 * 0 to 2 can be claimed when `next_at` has come (due time, or end of the lease), 3 waits for a receipt, 4 and above are
 * final.
 */
export const initial = `
CREATE TABLE customer (
  id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 2147483647),
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'blocked')),
  payment TEXT NOT NULL CHECK (payment IN ('prepaid', 'postpaid')),
  credit_limit INTEGER CHECK (credit_limit IS NULL OR (payment = 'postpaid' AND credit_limit >= 0)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE customer_user (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'blocked')),
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  UNIQUE (customer_id, name_key)
) STRICT;

CREATE TABLE originator (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  value TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (customer_id, value)
) STRICT;

CREATE TABLE account (
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  kind TEXT NOT NULL CHECK (kind IN ('Undefined', 'SMS', 'MMS', 'DLR', 'EML', 'SGN', 'BAN', 'BAC', 'REV')),
  balance INTEGER NOT NULL CHECK (abs(balance) <= 9007199254740991),
  floor INTEGER,
  PRIMARY KEY (customer_id, kind),
  CHECK (floor IS NULL OR balance >= floor)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  delta INTEGER NOT NULL CHECK (delta <> 0),
  balance_after INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('refill', 'charge', 'refund')),
  transaction_id TEXT,
  at INTEGER NOT NULL,
  FOREIGN KEY (customer_id, kind) REFERENCES account (customer_id, kind)
) STRICT;
CREATE INDEX ledger_customer ON ledger (customer_id, kind);
CREATE TRIGGER ledger_matches_account BEFORE INSERT ON ledger
WHEN NEW.balance_after IS NOT
  (SELECT balance FROM account WHERE customer_id = NEW.customer_id AND kind = NEW.kind)
BEGIN SELECT RAISE(ABORT, 'the ledger differs from the account'); END;
CREATE TRIGGER ledger_keeps_rows BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_keeps_all_rows BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TABLE txn (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  user_name TEXT NOT NULL,
  operation TEXT NOT NULL,
  originator TEXT NOT NULL,
  text TEXT NOT NULL,
  data_coding INTEGER NOT NULL CHECK (data_coding BETWEEN 0 AND 255),
  parts INTEGER NOT NULL CHECK (parts >= 1),
  flash INTEGER NOT NULL CHECK (flash IN (0, 1)),
  blink INTEGER NOT NULL CHECK (blink IN (0, 1)),
  hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
  charge_kind TEXT NOT NULL,
  charge INTEGER NOT NULL CHECK (charge >= 0),
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;

CREATE TABLE client_transaction (
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  id TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  refused TEXT NOT NULL,
  balance_after INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (customer_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX client_transaction_expiry ON client_transaction (expires_at);

CREATE TABLE recipient (
  id INTEGER PRIMARY KEY,
  txn INTEGER NOT NULL REFERENCES txn (seq),
  phone TEXT NOT NULL,
  state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 12),
  next_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  uncertain INTEGER NOT NULL DEFAULT 0 CHECK (uncertain IN (0, 1)),
  worker TEXT,
  error TEXT
) STRICT;
CREATE INDEX recipient_txn ON recipient (txn);
CREATE INDEX recipient_due ON recipient (next_at) WHERE state <= 2;
CREATE INDEX recipient_submitted ON recipient (at) WHERE state = 3;

CREATE TABLE recipient_count (
  txn INTEGER NOT NULL REFERENCES txn (seq),
  state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 12),
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (txn, state)
) STRICT, WITHOUT ROWID;

CREATE TABLE recipient_block (
  id INTEGER PRIMARY KEY,
  txn INTEGER NOT NULL REFERENCES txn (seq),
  rows TEXT NOT NULL
) STRICT;
CREATE INDEX recipient_block_txn ON recipient_block (txn);
`;
