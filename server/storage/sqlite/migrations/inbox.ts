/** Messages that came in. `AUTOINCREMENT`: the id of a deleted message is never given again. */
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

/** Subject of an MMS that came in; a text message has none. */
export const inboxSubject = `
ALTER TABLE inbox_message ADD COLUMN subject TEXT;
`;
