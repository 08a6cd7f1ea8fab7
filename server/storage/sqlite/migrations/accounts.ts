/** What an operator sets per customer. `folded_hash`: hash of the lower-cased password, kept while case is ignored. */
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

/** Changes with every change of a customer, user or originator, so that readers can keep what they have read. */
export const accountRevision = `
CREATE TABLE account_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  n INTEGER NOT NULL
) STRICT;
INSERT INTO account_revision (id, n) VALUES (1, 1);
${triggers.join("\n")}
`;
