/** Triggers that count each change of a table in a revision, so that readers can cache. */
function counted(revision: string, changes: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(changes)
    .flatMap(([table, events]) =>
      events.map(
        (event) =>
          `CREATE TRIGGER ${table}_${event.toLowerCase().replaceAll(" ", "_")}_counts AFTER ${event} ON ${table} BEGIN UPDATE ${revision} SET n = n + 1; END;`,
      ),
    )
    .join("\n");
}

const every = ["INSERT", "UPDATE", "DELETE"];

/** Tables and indexes that only SQLite has. `locked`: whether the owner of delivery has the lock that ends with its process. */
const tables = `
CREATE TABLE delivery_owner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  owner TEXT NOT NULL,
  alive_until INTEGER NOT NULL,
  locked INTEGER NOT NULL DEFAULT 0 CHECK (locked IN (0, 1))
) STRICT;
CREATE TABLE link_state (
  link_id INTEGER PRIMARY KEY REFERENCES link (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  state TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX txn_id ON txn (id);
CREATE INDEX recipient_due ON recipient (link, lane, next_at) WHERE state = 0;
CREATE INDEX recipient_in_flight ON recipient (worker) WHERE state = 2;
CREATE INDEX recipient_on_the_way ON recipient (link, next_at) WHERE state BETWEEN 3 AND 5;
CREATE INDEX sent_part_key ON sent_part (network, key, recipient) WHERE key <> '';
CREATE INDEX recipient_retried ON recipient (txn) WHERE state = 0 AND attempts + deferrals > 0;
CREATE INDEX forward_due ON forward (next_at);
CREATE INDEX inbox_message_age ON inbox_message (customer_id, unread);
CREATE INDEX list_content_state ON list_content (state, touched_at);
`;

/** Replaced by a later step. */
const byNumber = "CREATE INDEX recipient_phone ON recipient ((id >> 13), phone);";

const ledger = `
CREATE TRIGGER ledger_matches_account BEFORE INSERT ON ledger
WHEN NEW.balance_after IS NOT
  (SELECT balance FROM account WHERE customer_id = NEW.customer_id AND kind = NEW.kind)
BEGIN SELECT RAISE(ABORT, 'the ledger differs from the account'); END;
CREATE TRIGGER ledger_keeps_rows BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_keeps_all_rows BEFORE DELETE ON ledger
WHEN NOT EXISTS (SELECT 1 FROM ledger_carried WHERE customer_id = OLD.customer_id AND kind = OLD.kind AND id >= OLD.id)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER carried_is_balance BEFORE INSERT ON ledger_carried
WHEN NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.id AND customer_id = NEW.customer_id AND kind = NEW.kind
  AND balance_after = NEW.amount AND at <= NEW.at)
BEGIN SELECT RAISE(ABORT, 'the sum differs from the ledger'); END;
CREATE TRIGGER carried_stays_balance BEFORE UPDATE ON ledger_carried
WHEN NEW.id < OLD.id OR NEW.at < OLD.at OR NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.id AND customer_id = OLD.customer_id
  AND customer_id = NEW.customer_id AND kind = OLD.kind AND kind = NEW.kind AND balance_after = NEW.amount AND at <= NEW.at)
BEGIN SELECT RAISE(ABORT, 'the sum differs from the ledger'); END;
CREATE TRIGGER carried_keeps_rows BEFORE DELETE ON ledger_carried
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER audit_keeps_rows BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
`;

const followers = `
CREATE TRIGGER tube_customer_comes AFTER INSERT ON customer
BEGIN INSERT INTO tube_customer (customer_id) VALUES (NEW.id); END;
CREATE TRIGGER tube_user_comes AFTER INSERT ON customer_user
BEGIN INSERT INTO tube_user (user_id) VALUES (NEW.id); END;
CREATE TRIGGER inbox_message_comes AFTER INSERT ON inbox_message
BEGIN
  INSERT INTO inbox_count (customer_id, total, unread) VALUES (NEW.customer_id, 1, NEW.unread)
  ON CONFLICT DO UPDATE SET total = total + 1, unread = unread + NEW.unread;
END;
CREATE TRIGGER inbox_message_goes AFTER DELETE ON inbox_message
BEGIN
  UPDATE inbox_count SET total = total - 1, unread = unread - OLD.unread WHERE customer_id = OLD.customer_id;
END;
`;

/** The SQL of a step must not change, so the values are written out: 512 queues of a customer, final states from 6, a day. */
const callbackColumns = "customer_id, transaction_id, recipient, phone, part, state, at, error, next_at, until";
const callbackTimes = "NEW.at, NEW.error, NEW.at, NEW.at + 86400000";
const nextReady = `UPDATE callback SET ready = 1
  WHERE id = (SELECT min(id) FROM callback WHERE recipient = OLD.recipient AND next_at IS NOT NULL);`;
const isFirst = `NEW.next_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM callback WHERE recipient = NEW.recipient AND ready = 1)`;

/**
 * Triggers write callbacks with the state, whatever causes it: no change of a state can leave one out. Messages of customers without a
 * URL cost one look-up in a table of few rows. A trigger on inserts would cost every message: a message that is final from the start is
 * inserted and then updated. Triggers keep `ready` as well, so that a search for due callbacks reads no row that waits.
 */
const callbacks = `
CREATE TRIGGER recipient_ends AFTER UPDATE OF state ON recipient
WHEN NEW.state >= 6 AND NOT OLD.state >= 6 AND EXISTS (SELECT 1 FROM customer_callback WHERE customer_id = NEW.lane / 512)
BEGIN
  INSERT INTO callback (${callbackColumns})
  SELECT c.customer_id, t.id, NEW.id, NEW.phone, NULL, NEW.state, ${callbackTimes}
  FROM txn t JOIN customer_callback c ON c.customer_id = t.customer_id WHERE t.seq = NEW.txn;
END;
CREATE TRIGGER part_ends AFTER UPDATE OF state ON sent_part
WHEN NEW.state >= 6 AND NOT OLD.state >= 6 AND EXISTS (SELECT 1 FROM customer_callback WHERE parts = 1)
BEGIN
  INSERT INTO callback (${callbackColumns})
  SELECT c.customer_id, t.id, r.id, r.phone, NEW.part, NEW.state, ${callbackTimes}
  FROM recipient r JOIN txn t ON t.seq = r.txn AND t.parts > 1
    JOIN customer_callback c ON c.customer_id = t.customer_id AND c.parts = 1 WHERE r.id = NEW.recipient;
END;
CREATE TRIGGER callback_comes AFTER INSERT ON callback
WHEN ${isFirst}
BEGIN
  UPDATE callback SET ready = 1 WHERE id = NEW.id;
END;
CREATE TRIGGER callback_returns AFTER UPDATE OF next_at ON callback
WHEN OLD.next_at IS NULL AND ${isFirst}
BEGIN
  UPDATE callback SET ready = 1 WHERE id = NEW.id;
END;
CREATE TRIGGER callback_stops AFTER UPDATE OF next_at ON callback
WHEN OLD.ready = 1 AND NEW.next_at IS NULL
BEGIN
  UPDATE callback SET ready = 0 WHERE id = NEW.id;
  ${nextReady}
END;
CREATE TRIGGER callback_leaves AFTER DELETE ON callback
WHEN OLD.ready = 1
BEGIN
  ${nextReady}
END;
`;

const smppColumns = `user_id, bind, transaction_id, txn, sender, addressee, state, error, submitted_at, parts, options, at,
  next_at, until`;

/** Receipts for clients of the SMPP server are written as callbacks are: final states but those of refused numbers, and on request the states
 * before; 72 hours. */
const smppReceipts = `
CREATE TRIGGER smpp_receipt_comes AFTER UPDATE OF state ON recipient
WHEN NEW.state BETWEEN 4 AND 13 AND NOT OLD.state >= 6 AND NEW.state <> OLD.state
  AND EXISTS (SELECT 1 FROM smpp_account WHERE customer_id = NEW.lane / 512)
BEGIN
  INSERT INTO smpp_delivery (${smppColumns})
  SELECT w.user_id, w.bind, t.id, t.seq, NEW.phone, t.originator, NEW.state, NEW.error, t.created_at, t.parts, w.options, NEW.at, NEW.at,
    NEW.at + 259200000
  FROM txn t JOIN smpp_wish w ON w.txn = t.seq JOIN smpp_account a ON a.user_id = w.user_id
  WHERE t.seq = NEW.txn AND CASE WHEN NEW.state < 6 THEN w.wanted & 16 <> 0 ELSE w.wanted & 1 <> 0 OR w.wanted & 2 <> 0 AND NEW.state <> 6 END;
END;
`;

/** What the schema of SQLite has besides the tables of both databases. */
export const own = [
  tables,
  byNumber,
  ledger,
  followers,
  callbacks,
  smppReceipts,
  counted("account_revision", {
    customer: every,
    customer_user: every,
    originator: every,
    api_key: ["INSERT", "DELETE"],
  }),
  counted("price_revision", { price: every, blacklist: every }),
  counted("link_revision", {
    link: every,
    route: ["INSERT", "DELETE"],
    tube_user: ["UPDATE OF provider"],
  }),
].join("\n");
