/** Released SQL must not change, so the values are written out: 512 queues of a customer, a day. */
const queuesOfCustomer = 512;
const isFinal = (row: string): string => `${row}.state >= 6`;

const columns = "customer_id, transaction_id, recipient, phone, part, state, at, error, next_at, until";
const times = `NEW.at, NEW.error, NEW.at, NEW.at + 86400000`;

const ofMessage = `EXISTS (SELECT 1 FROM customer_callback WHERE customer_id = NEW.lane / ${queuesOfCustomer})
BEGIN
  INSERT INTO callback (${columns})
  SELECT c.customer_id, t.id, NEW.id, NEW.phone, NULL, NEW.state, ${times}
  FROM txn t JOIN customer_callback c ON c.customer_id = t.customer_id WHERE t.seq = NEW.txn;
END;`;

const ofPart = `EXISTS (SELECT 1 FROM customer_callback WHERE parts = 1)
BEGIN
  INSERT INTO callback (${columns})
  SELECT c.customer_id, t.id, r.id, r.phone, NEW.part, NEW.state, ${times}
  FROM recipient r JOIN txn t ON t.seq = r.txn AND t.parts > 1
    JOIN customer_callback c ON c.customer_id = t.customer_id AND c.parts = 1 WHERE r.id = NEW.recipient;
END;`;

/**
 * Final states that wait to be posted to the servers of customers. Triggers write them with the state, whatever causes it: no
 * change of a state can leave one out. Messages of customers without a URL cost one lookup in a table of few rows. A trigger on
 * inserts would cost every message: a message that is final from the start is inserted and then updated. `next_at` is NULL for a callback
 * that was given up.
 */
export const callbacks = `
CREATE TABLE customer_callback (
  customer_id INTEGER PRIMARY KEY REFERENCES customer (id),
  url TEXT NOT NULL,
  secret TEXT NOT NULL,
  parts INTEGER NOT NULL CHECK (parts IN (0, 1)),
  private INTEGER NOT NULL CHECK (private IN (0, 1))
) STRICT;
CREATE TABLE callback (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customer_callback (customer_id) ON DELETE CASCADE,
  transaction_id TEXT NOT NULL,
  recipient INTEGER NOT NULL,
  phone TEXT NOT NULL,
  part INTEGER,
  state INTEGER NOT NULL,
  at INTEGER NOT NULL,
  error TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER,
  until INTEGER NOT NULL,
  failure TEXT
) STRICT;
CREATE INDEX callback_due ON callback (customer_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX callback_message ON callback (recipient) WHERE next_at IS NOT NULL;
CREATE INDEX callback_until ON callback (until) WHERE next_at IS NOT NULL;
CREATE INDEX callback_failed ON callback (until) WHERE next_at IS NULL;
CREATE INDEX callback_customer ON callback (customer_id);

CREATE TRIGGER recipient_ends AFTER UPDATE OF state ON recipient
WHEN ${isFinal("NEW")} AND NOT ${isFinal("OLD")} AND ${ofMessage}
CREATE TRIGGER part_ends AFTER UPDATE OF state ON sent_part
WHEN ${isFinal("NEW")} AND NOT ${isFinal("OLD")} AND ${ofPart}
`;

const isReady = (recipient: string): string =>
  `EXISTS (SELECT 1 FROM callback WHERE recipient = ${recipient} AND ready = 1)`;
const release = `UPDATE callback SET ready = 1
  WHERE id = (SELECT min(id) FROM callback WHERE recipient = OLD.recipient AND next_at IS NOT NULL);`;

/**
 * `ready`: the one callback of a message that may be posted; the others wait for it. Triggers keep it, whatever adds or ends a
 * callback, so that a search for due callbacks reads no row that waits.
 */
export const readyCallbacks = `
ALTER TABLE callback ADD COLUMN ready INTEGER NOT NULL DEFAULT 0 CHECK (ready IN (0, 1));
UPDATE callback SET ready = 1 WHERE id IN (SELECT min(id) FROM callback WHERE next_at IS NOT NULL GROUP BY recipient);
DROP INDEX callback_due;
CREATE INDEX callback_due ON callback (customer_id, next_at) WHERE ready = 1;
CREATE UNIQUE INDEX callback_ready ON callback (recipient) WHERE ready = 1;

CREATE TRIGGER callback_comes AFTER INSERT ON callback
WHEN NEW.next_at IS NOT NULL AND NOT ${isReady("NEW.recipient")}
BEGIN
  UPDATE callback SET ready = 1 WHERE id = NEW.id;
END;
CREATE TRIGGER callback_returns AFTER UPDATE OF next_at ON callback
WHEN OLD.next_at IS NULL AND NEW.next_at IS NOT NULL AND NOT ${isReady("NEW.recipient")}
BEGIN
  UPDATE callback SET ready = 1 WHERE id = NEW.id;
END;
CREATE TRIGGER callback_stops AFTER UPDATE OF next_at ON callback
WHEN OLD.ready = 1 AND NEW.next_at IS NULL
BEGIN
  UPDATE callback SET ready = 0 WHERE id = NEW.id;
  ${release}
END;
CREATE TRIGGER callback_leaves AFTER DELETE ON callback
WHEN OLD.ready = 1
BEGIN
  ${release}
END;
`;

/**
 * Callbacks that were accepted, for the time line of their message: `part` is 0 for the state of the whole message. `changed_at` of a
 * callback: time of its last failed attempt, or when it was given up.
 */
export const postedCallbacks = `
CREATE TABLE posted_callback (
  recipient INTEGER NOT NULL,
  part INTEGER NOT NULL,
  at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  PRIMARY KEY (recipient, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX posted_callback_at ON posted_callback (at);
ALTER TABLE callback ADD COLUMN changed_at INTEGER;
CREATE INDEX callback_given_up ON callback (recipient) WHERE next_at IS NULL;
`;

/**
 * Callbacks about low balances: one for each account that is low. `next_at` is NULL for one that was accepted or given up; it stays until
 * there is enough credit again.
 */
export const balanceAlerts = `
CREATE TABLE balance_alert (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customer_callback (customer_id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  remaining INTEGER NOT NULL,
  threshold INTEGER NOT NULL,
  at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER,
  until INTEGER NOT NULL,
  UNIQUE (customer_id, kind)
) STRICT;
CREATE INDEX balance_alert_due ON balance_alert (next_at) WHERE next_at IS NOT NULL;
`;

/**
 * `failure` of an alert: why it was not accepted; NULL with `next_at` NULL: it was accepted. `recovered`: 1 if its account has had enough
 * credit since; it stays so that the next alert of the account does not follow too soon.
 */
export const alertPace = `
ALTER TABLE balance_alert ADD COLUMN failure TEXT;
ALTER TABLE balance_alert ADD COLUMN recovered INTEGER NOT NULL DEFAULT 0;
CREATE INDEX balance_alert_until ON balance_alert (until) WHERE next_at IS NOT NULL;
CREATE INDEX customer_low_balance ON customer (id) WHERE low_balance IS NOT NULL;
`;
