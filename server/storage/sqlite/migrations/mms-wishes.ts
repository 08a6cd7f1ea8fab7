/** What the sender of an MMS asks of the network; no row for one that asks for nothing but a report. */
export const mmsWishes = `
CREATE TABLE mms_wishes (
  txn INTEGER PRIMARY KEY REFERENCES txn (seq),
  expires_at INTEGER,
  priority TEXT CHECK (priority IN ('Low', 'Normal', 'High')),
  delivery_report INTEGER NOT NULL CHECK (delivery_report IN (0, 1))
) STRICT;
`;
