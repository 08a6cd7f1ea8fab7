/** Content other than text: octets of a binary message, parts of an MMS (whose subject is the text). */
export const messageBodies = `
ALTER TABLE txn ADD COLUMN kind TEXT NOT NULL DEFAULT 'text' CHECK (kind IN ('text', 'binary', 'mms'));

CREATE TABLE binary_body (
  txn INTEGER PRIMARY KEY REFERENCES txn (seq),
  header BLOB NOT NULL,
  body BLOB NOT NULL,
  esm_class INTEGER NOT NULL CHECK (esm_class BETWEEN 0 AND 255),
  protocol_id INTEGER NOT NULL CHECK (protocol_id BETWEEN 0 AND 255)
) STRICT;

CREATE TABLE mms_part (
  txn INTEGER NOT NULL REFERENCES txn (seq),
  position INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  content_id TEXT NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (txn, position)
) STRICT;
`;

/** Options of an MMS for the network; no row if only a report is requested. */
export const mmsWishes = `
CREATE TABLE mms_wishes (
  txn INTEGER PRIMARY KEY REFERENCES txn (seq),
  expires_at INTEGER,
  priority TEXT CHECK (priority IN ('Low', 'Normal', 'High')),
  delivery_report INTEGER NOT NULL CHECK (delivery_report IN (0, 1))
) STRICT;
`;
