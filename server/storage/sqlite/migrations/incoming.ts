/** Incoming messages. `AUTOINCREMENT`: the id of a deleted message is never given again. */
export const inbox = `
CREATE TABLE inbox_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  sender TEXT NOT NULL,
  addressee TEXT NOT NULL,
  text TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  unread INTEGER NOT NULL DEFAULT 1 CHECK (unread IN (0, 1)),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX inbox_message_customer ON inbox_message (customer_id);
CREATE INDEX inbox_message_age ON inbox_message (customer_id, unread);

CREATE TABLE inbox_count (
  customer_id INTEGER PRIMARY KEY REFERENCES customer (id),
  total INTEGER NOT NULL CHECK (total >= 0),
  unread INTEGER NOT NULL CHECK (unread BETWEEN 0 AND total)
) STRICT;
CREATE TRIGGER inbox_message_comes AFTER INSERT ON inbox_message
BEGIN
  INSERT INTO inbox_count VALUES (NEW.customer_id, 1, NEW.unread)
  ON CONFLICT DO UPDATE SET total = total + 1, unread = unread + NEW.unread;
END;
CREATE TRIGGER inbox_message_is_read AFTER UPDATE OF unread ON inbox_message
BEGIN
  UPDATE inbox_count SET unread = unread + NEW.unread - OLD.unread WHERE customer_id = NEW.customer_id;
END;
CREATE TRIGGER inbox_message_goes AFTER DELETE ON inbox_message
BEGIN
  UPDATE inbox_count SET total = total - 1, unread = unread - OLD.unread WHERE customer_id = OLD.customer_id;
END;
`;

/** Subject of an incoming MMS; a text message has none. */
export const inboxSubject = `
ALTER TABLE inbox_message ADD COLUMN subject TEXT;
`;

/**
 * Messages received from networks for an inbox, and forwarded from there to a customer's server. Texts of parts are
 * UTF-16, because a part may end within a surrogate pair. A joined message stays until it expires, to detect repeated
 * parts.
 */
export const incoming = `
CREATE TABLE inbox_number (
  number TEXT PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE inbox_forward (
  customer_id INTEGER PRIMARY KEY REFERENCES customer (id),
  url TEXT NOT NULL,
  private INTEGER NOT NULL CHECK (private IN (0, 1))
) STRICT;

CREATE TABLE incoming (
  id INTEGER PRIMARY KEY,
  network INTEGER NOT NULL,
  sender TEXT NOT NULL,
  addressee TEXT NOT NULL,
  reference TEXT NOT NULL,
  total INTEGER NOT NULL CHECK (total BETWEEN 1 AND 255),
  at INTEGER NOT NULL,
  joined INTEGER NOT NULL DEFAULT 0 CHECK (joined IN (0, 1)),
  UNIQUE (network, sender, addressee, reference, total)
) STRICT;
CREATE INDEX incoming_age ON incoming (at);
CREATE TABLE incoming_part (
  incoming INTEGER NOT NULL REFERENCES incoming (id) ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 255),
  text BLOB NOT NULL,
  PRIMARY KEY (incoming, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE stray_message (
  id INTEGER PRIMARY KEY,
  sender TEXT NOT NULL,
  addressee TEXT NOT NULL,
  subject TEXT,
  text TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX stray_message_addressee ON stray_message (addressee);
CREATE INDEX stray_message_age ON stray_message (at);

CREATE TABLE forward (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  sender TEXT NOT NULL,
  addressee TEXT NOT NULL,
  subject TEXT,
  text TEXT NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
  at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL
) STRICT;
CREATE INDEX forward_due ON forward (next_at);
CREATE INDEX forward_customer ON forward (customer_id);
`;

/** HTTP method for the server of a customer. */
export const forwardMethod = `
ALTER TABLE inbox_forward ADD COLUMN method TEXT NOT NULL DEFAULT 'POST' CHECK (method IN ('GET', 'POST'));
`;

/** Whether a message for an unassigned number is whole, as `forward` has it: false if parts are missing or its text was cut. */
export const strayComplete = `
ALTER TABLE stray_message ADD COLUMN complete INTEGER NOT NULL DEFAULT 1 CHECK (complete IN (0, 1));
`;
