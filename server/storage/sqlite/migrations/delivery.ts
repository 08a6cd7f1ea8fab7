/**
 * Links to networks, and message ids of recipients. The link of a recipient is 0 before it is routed and -1 while no
 * route matches. State 2 is in flight for the worker that owns delivery; without a worker it is uncertain, and held. A
 * network is a space of message ids; `key` is the id without case and leading zeros, empty when there is none.
 */
export const delivery = `
CREATE TABLE network (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE link (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  password TEXT NOT NULL,
  network INTEGER NOT NULL REFERENCES network (id),
  settings TEXT NOT NULL,
  started INTEGER NOT NULL DEFAULT 1 CHECK (started IN (0, 1)),
  of_file INTEGER NOT NULL DEFAULT 0 CHECK (of_file IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE route (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  prefix TEXT NOT NULL CHECK (length(prefix) <= 15 AND prefix NOT GLOB '*[^0-9]*'),
  customer_id INTEGER REFERENCES customer (id),
  originator TEXT,
  kind TEXT CHECK (kind IN ('sms', 'mms')),
  link_id INTEGER NOT NULL REFERENCES link (id),
  rank INTEGER NOT NULL CHECK (rank BETWEEN 1 AND 9),
  weight INTEGER NOT NULL CHECK (weight BETWEEN 1 AND 1000),
  uncertain TEXT NOT NULL CHECK (uncertain IN ('hold', 'resend', 'fail')),
  of_file INTEGER NOT NULL DEFAULT 0 CHECK (of_file IN (0, 1))
) STRICT;
CREATE TABLE link_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  n INTEGER NOT NULL
) STRICT;
INSERT INTO link_revision (id, n) VALUES (1, 1);
CREATE TRIGGER link_inserted AFTER INSERT ON link BEGIN UPDATE link_revision SET n = n + 1; END;
CREATE TRIGGER link_updated AFTER UPDATE ON link BEGIN UPDATE link_revision SET n = n + 1; END;
CREATE TRIGGER link_deleted AFTER DELETE ON link BEGIN UPDATE link_revision SET n = n + 1; END;
CREATE TRIGGER route_inserted AFTER INSERT ON route BEGIN UPDATE link_revision SET n = n + 1; END;
CREATE TRIGGER route_deleted AFTER DELETE ON route BEGIN UPDATE link_revision SET n = n + 1; END;
CREATE TABLE link_state (
  link_id INTEGER PRIMARY KEY REFERENCES link (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  state TEXT NOT NULL
) STRICT;
CREATE TABLE delivery_owner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  owner TEXT NOT NULL,
  alive_until INTEGER NOT NULL
) STRICT;

ALTER TABLE recipient ADD COLUMN link INTEGER NOT NULL DEFAULT 0;
UPDATE recipient SET state = 0, worker = NULL WHERE state IN (1, 2);
INSERT INTO recipient_count (txn, state, n)
  SELECT txn, 0, sum(n) FROM recipient_count WHERE state IN (1, 2) GROUP BY txn
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
DELETE FROM recipient_count WHERE state IN (1, 2);
DROP INDEX recipient_due;
DROP INDEX recipient_submitted;
CREATE INDEX recipient_due ON recipient (link, lane, next_at) WHERE state = 0;
CREATE INDEX recipient_retried ON recipient (attempts) WHERE state = 0 AND attempts > 0;
CREATE INDEX recipient_under_way ON recipient (worker) WHERE state = 2;
CREATE INDEX recipient_submitted ON recipient (link, at) WHERE state = 3;

CREATE TABLE sent_part (
  recipient INTEGER NOT NULL,
  part INTEGER NOT NULL CHECK (part BETWEEN 1 AND 255),
  network INTEGER NOT NULL,
  key TEXT NOT NULL,
  state INTEGER NOT NULL CHECK (state BETWEEN 3 AND 12),
  at INTEGER NOT NULL,
  error TEXT,
  PRIMARY KEY (recipient, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX sent_part_key ON sent_part (network, key) WHERE key <> '';

CREATE TABLE unmatched_receipt (
  id INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL,
  phone TEXT,
  state INTEGER NOT NULL CHECK (state BETWEEN 3 AND 12),
  at INTEGER NOT NULL,
  code TEXT
) STRICT;
CREATE INDEX unmatched_receipt_age ON unmatched_receipt (at);
CREATE TABLE unmatched_key (
  network INTEGER NOT NULL,
  key TEXT NOT NULL,
  receipt INTEGER NOT NULL REFERENCES unmatched_receipt (id) ON DELETE CASCADE,
  likeliest INTEGER NOT NULL CHECK (likeliest IN (0, 1)),
  PRIMARY KEY (network, key, receipt)
) STRICT, WITHOUT ROWID;
CREATE INDEX unmatched_key_receipt ON unmatched_key (receipt);
CREATE TABLE contradiction (
  id INTEGER PRIMARY KEY,
  recipient INTEGER NOT NULL,
  part INTEGER NOT NULL,
  state INTEGER NOT NULL,
  at INTEGER NOT NULL,
  code TEXT
) STRICT;
CREATE INDEX contradiction_recipient ON contradiction (recipient);
`;

/** Whether the owner of delivery has the lock that ends with its process. */
export const lockedOwner = `
ALTER TABLE delivery_owner ADD COLUMN locked INTEGER NOT NULL DEFAULT 0 CHECK (locked IN (0, 1));
`;
