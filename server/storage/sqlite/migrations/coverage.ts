/**
 * Prices in thousandths of a credit per part, NULL where nothing is sent to; customer 0 stands for everybody. The
 * revision changes with every change of a price, so that readers can keep what they have read.
 */
export const coverage = `
CREATE TABLE price (
  customer_id INTEGER NOT NULL CHECK (customer_id >= 0),
  prefix TEXT NOT NULL CHECK (length(prefix) <= 15 AND prefix NOT GLOB '*[^0-9]*'),
  price INTEGER CHECK (price IS NULL OR price BETWEEN 0 AND 1000000),
  PRIMARY KEY (customer_id, prefix)
) STRICT, WITHOUT ROWID;
INSERT INTO price (customer_id, prefix, price) VALUES (0, '', 1000);

CREATE TABLE price_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  n INTEGER NOT NULL
) STRICT;
INSERT INTO price_revision (id, n) VALUES (1, 1);
CREATE TRIGGER price_inserted AFTER INSERT ON price BEGIN UPDATE price_revision SET n = n + 1; END;
CREATE TRIGGER price_updated AFTER UPDATE ON price BEGIN UPDATE price_revision SET n = n + 1; END;
CREATE TRIGGER price_deleted AFTER DELETE ON price BEGIN UPDATE price_revision SET n = n + 1; END;

CREATE TABLE blacklist (
  customer_id INTEGER NOT NULL CHECK (customer_id >= 0),
  phone INTEGER NOT NULL CHECK (phone BETWEEN 1000000 AND 999999999999999),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (customer_id, phone)
) STRICT, WITHOUT ROWID;
`;
