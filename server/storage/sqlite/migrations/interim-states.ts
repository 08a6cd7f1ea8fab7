/**
 * The states that an interim receipt reports, 4 and 5: in flight, and accepted on behalf of the recipient. Final states
 * move up by two, so that the order of the numbers stays that of progress. A check cannot be changed: every table with one
 * is made again, with its rows and their ids. Nothing refers to these tables but `unmatched_key`, which is made again with
 * its table. `next_at` of a recipient that the network has is the time since when: an interim receipt does not prolong the
 * wait for a final one.
 */
export const interimStates = `
CREATE TABLE recipient_new (
  id INTEGER PRIMARY KEY,
  txn INTEGER NOT NULL REFERENCES txn (seq),
  phone TEXT NOT NULL,
  state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 14),
  next_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  uncertain INTEGER NOT NULL DEFAULT 0 CHECK (uncertain IN (0, 1)),
  worker TEXT,
  error TEXT,
  lane INTEGER NOT NULL DEFAULT 0,
  link INTEGER NOT NULL DEFAULT 0,
  deferrals INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO recipient_new
  (id, txn, phone, state, next_at, at, attempts, uncertain, worker, error, lane, link, deferrals)
  SELECT id, txn, phone, state + iif(state >= 4, 2, 0), iif(state = 3, at, next_at), at, attempts, uncertain, worker,
    error, lane, link, deferrals
  FROM recipient ORDER BY id;
DROP TABLE recipient;
ALTER TABLE recipient_new RENAME TO recipient;
CREATE INDEX recipient_txn ON recipient (txn);
CREATE INDEX recipient_due ON recipient (link, lane, next_at) WHERE state = 0;
CREATE INDEX recipient_retried ON recipient (txn) WHERE state = 0 AND attempts + deferrals > 0;
CREATE INDEX recipient_under_way ON recipient (worker) WHERE state = 2;
CREATE INDEX recipient_on_the_way ON recipient (link, next_at) WHERE state BETWEEN 3 AND 5;

CREATE TABLE recipient_count_new (
  txn INTEGER NOT NULL REFERENCES txn (seq),
  state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 14),
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (txn, state)
) STRICT, WITHOUT ROWID;
INSERT INTO recipient_count_new (txn, state, n)
  SELECT txn, state + iif(state >= 4, 2, 0), n FROM recipient_count ORDER BY txn, state;
DROP TABLE recipient_count;
ALTER TABLE recipient_count_new RENAME TO recipient_count;

UPDATE recipient_block SET rows = (
  SELECT json_group_array(json_array(phone, state + iif(state >= 4, 2, 0)))
  FROM (SELECT json_extract(value, '$[0]') AS phone, json_extract(value, '$[1]') AS state
    FROM json_each(recipient_block.rows) ORDER BY key)
) WHERE rows <> '[]';

CREATE TABLE sent_part_new (
  recipient INTEGER NOT NULL,
  part INTEGER NOT NULL CHECK (part BETWEEN 1 AND 255),
  network INTEGER NOT NULL,
  key TEXT NOT NULL,
  state INTEGER NOT NULL CHECK (state BETWEEN 3 AND 14),
  at INTEGER NOT NULL,
  error TEXT,
  PRIMARY KEY (recipient, part)
) STRICT, WITHOUT ROWID;
INSERT INTO sent_part_new (recipient, part, network, key, state, at, error)
  SELECT recipient, part, network, key, state + iif(state >= 4, 2, 0), at, error FROM sent_part ORDER BY recipient, part;
DROP TABLE sent_part;
ALTER TABLE sent_part_new RENAME TO sent_part;
CREATE INDEX sent_part_key ON sent_part (network, key) WHERE key <> '';

CREATE TABLE unmatched_receipt_new (
  id INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL,
  phone TEXT,
  state INTEGER NOT NULL CHECK (state BETWEEN 3 AND 14),
  at INTEGER NOT NULL,
  code TEXT
) STRICT;
INSERT INTO unmatched_receipt_new (id, message_id, phone, state, at, code)
  SELECT id, message_id, phone, state + iif(state >= 4, 2, 0), at, code FROM unmatched_receipt ORDER BY id;
CREATE TABLE unmatched_key_new (
  network INTEGER NOT NULL,
  key TEXT NOT NULL,
  receipt INTEGER NOT NULL REFERENCES unmatched_receipt_new (id) ON DELETE CASCADE,
  likeliest INTEGER NOT NULL CHECK (likeliest IN (0, 1)),
  PRIMARY KEY (network, key, receipt)
) STRICT, WITHOUT ROWID;
INSERT INTO unmatched_key_new (network, key, receipt, likeliest)
  SELECT network, key, receipt, likeliest FROM unmatched_key ORDER BY network, key, receipt;
DROP TABLE unmatched_key;
DROP TABLE unmatched_receipt;
ALTER TABLE unmatched_receipt_new RENAME TO unmatched_receipt;
ALTER TABLE unmatched_key_new RENAME TO unmatched_key;
CREATE INDEX unmatched_receipt_age ON unmatched_receipt (at);
CREATE INDEX unmatched_key_receipt ON unmatched_key (receipt);

UPDATE contradiction SET state = state + 2 WHERE state >= 4;
`;
