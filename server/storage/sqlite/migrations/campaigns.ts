/**
 * A campaign is a transaction whose recipients are added slice by slice from an audience; `position` is the last `seq`
 * of the audience that was read. Days and hours are bits.
 */
export const campaigns = `
CREATE TABLE location (
  id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 2147483647),
  name TEXT NOT NULL UNIQUE,
  description TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  audience INTEGER NOT NULL DEFAULT 0 CHECK (audience >= 0),
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE location_audience (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  location_id INTEGER NOT NULL REFERENCES location (id),
  phone TEXT NOT NULL,
  UNIQUE (location_id, phone)
) STRICT;
CREATE INDEX location_audience_order ON location_audience (location_id);

CREATE TABLE campaign (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id <= 2147483647),
  txn INTEGER NOT NULL UNIQUE REFERENCES txn (seq),
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  start_at INTEGER,
  end_at INTEGER,
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 127),
  hours INTEGER NOT NULL CHECK (hours BETWEEN 1 AND 16777215),
  time_zone TEXT NOT NULL,
  recipient_limit INTEGER NOT NULL CHECK (recipient_limit >= 1),
  taken INTEGER NOT NULL DEFAULT 0 CHECK (taken BETWEEN 0 AND recipient_limit),
  status TEXT NOT NULL,
  completion TEXT NOT NULL,
  completed_at INTEGER,
  look_at INTEGER NOT NULL,
  billed INTEGER CHECK (billed IS NULL OR billed BETWEEN 0 AND taken)
) STRICT;
CREATE INDEX campaign_customer ON campaign (customer_id);
CREATE INDEX campaign_due ON campaign (look_at) WHERE status <> 'CompletedAndBilled';

CREATE TABLE campaign_location (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id),
  number INTEGER NOT NULL,
  location_id INTEGER NOT NULL REFERENCES location (id),
  recipient_limit INTEGER CHECK (recipient_limit IS NULL OR recipient_limit >= 1),
  position INTEGER NOT NULL DEFAULT 0,
  taken INTEGER NOT NULL DEFAULT 0 CHECK (recipient_limit IS NULL OR taken <= recipient_limit),
  PRIMARY KEY (campaign_id, number),
  UNIQUE (campaign_id, location_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE campaign_recipient (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id),
  phone TEXT NOT NULL,
  PRIMARY KEY (campaign_id, phone)
) STRICT, WITHOUT ROWID;
`;
