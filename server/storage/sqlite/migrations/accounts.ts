/** Settings per customer. `folded_hash`: hash of the lower-cased password, kept while case is ignored. */
export const customerSettings = `
ALTER TABLE customer ADD COLUMN time_zone TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE customer ADD COLUMN rate INTEGER CHECK (rate IS NULL OR rate BETWEEN 1 AND 100000);
ALTER TABLE customer ADD COLUMN strict_encoding INTEGER NOT NULL DEFAULT 0 CHECK (strict_encoding IN (0, 1));
ALTER TABLE customer ADD COLUMN may_send INTEGER NOT NULL DEFAULT 1 CHECK (may_send IN (0, 1));
ALTER TABLE customer ADD COLUMN interface_open INTEGER NOT NULL DEFAULT 1 CHECK (interface_open IN (0, 1));
ALTER TABLE customer ADD COLUMN keep_alive INTEGER NOT NULL DEFAULT 1 CHECK (keep_alive IN (0, 1));
ALTER TABLE customer ADD COLUMN inbox_active INTEGER NOT NULL DEFAULT 1 CHECK (inbox_active IN (0, 1));
ALTER TABLE customer ADD COLUMN ignore_password_case INTEGER NOT NULL DEFAULT 0
  CHECK (ignore_password_case IN (0, 1));
ALTER TABLE customer_user ADD COLUMN folded_hash TEXT;
`;

/** The inbox may be switched off for one user of a customer. */
export const userInbox = `
ALTER TABLE customer_user ADD COLUMN inbox_active INTEGER NOT NULL DEFAULT 1 CHECK (inbox_active IN (0, 1));
`;

/** Networks from which a user has logged in: an IPv4 address, or the first 64 bits of an IPv6 one. */
export const userNetworks = `
CREATE TABLE user_network (
  user_id INTEGER NOT NULL REFERENCES customer_user (id),
  network TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (user_id, network)
) STRICT, WITHOUT ROWID;
`;

const tables = ["customer", "customer_user", "originator"];
const events = ["INSERT", "UPDATE", "DELETE"];

const triggers = tables.flatMap((table) =>
  events.map(
    (event) =>
      `CREATE TRIGGER ${table}_${event.toLowerCase()}_counts AFTER ${event} ON ${table} BEGIN UPDATE account_revision SET n = n + 1; END;`,
  ),
);

/** Changes with every change of a customer, user or originator, so that readers can cache. */
export const accountRevision = `
CREATE TABLE account_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  n INTEGER NOT NULL
) STRICT;
INSERT INTO account_revision (id, n) VALUES (1, 1);
${triggers.join("\n")}
`;

/**
 * Prices in thousandths of a credit per part, NULL if not covered; customer 0 means all customers. The
 * revision changes with every change of a price, so that readers can cache.
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

/** A random version 4 UUID (RFC 9562, section 5.4). */
const uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
    substr('89ab', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

/** Settings of customers and users for the SMPP front end. Connection limits come together. */
export const tube = `
CREATE TABLE tube_customer (
  customer_id INTEGER PRIMARY KEY REFERENCES customer (id),
  uuid TEXT NOT NULL UNIQUE,
  priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 255)
) STRICT;
CREATE TABLE tube_user (
  user_id INTEGER PRIMARY KEY REFERENCES customer_user (id),
  uuid TEXT NOT NULL UNIQUE,
  priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 255),
  provider TEXT NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  validity INTEGER NOT NULL DEFAULT 86400 CHECK (validity BETWEEN 1 AND 2147483647),
  power_ads INTEGER NOT NULL DEFAULT 0 CHECK (power_ads IN (0, 1)),
  receivers INTEGER CHECK (receivers BETWEEN 0 AND 65535),
  transmitters INTEGER CHECK (transmitters BETWEEN 0 AND 65535),
  transceivers INTEGER CHECK (transceivers BETWEEN 0 AND 65535),
  CHECK ((receivers IS NULL) = (transmitters IS NULL) AND (receivers IS NULL) = (transceivers IS NULL))
) STRICT;
INSERT INTO tube_customer (customer_id, uuid) SELECT id, ${uuid} FROM customer;
INSERT INTO tube_user (user_id, uuid) SELECT id, ${uuid} FROM customer_user;
CREATE TRIGGER tube_customer_comes AFTER INSERT ON customer
BEGIN INSERT INTO tube_customer (customer_id, uuid) VALUES (NEW.id, ${uuid}); END;
CREATE TRIGGER tube_user_comes AFTER INSERT ON customer_user
BEGIN INSERT INTO tube_user (user_id, uuid) VALUES (NEW.id, ${uuid}); END;
`;

/** The revision of prices changes with blacklists, too. */
export const blacklistRevision = `
CREATE TRIGGER blacklist_inserted AFTER INSERT ON blacklist BEGIN UPDATE price_revision SET n = n + 1; END;
CREATE TRIGGER blacklist_updated AFTER UPDATE ON blacklist BEGIN UPDATE price_revision SET n = n + 1; END;
CREATE TRIGGER blacklist_deleted AFTER DELETE ON blacklist BEGIN UPDATE price_revision SET n = n + 1; END;
`;
