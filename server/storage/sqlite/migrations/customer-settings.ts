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
