/**
 * Refund policy and low-balance threshold of customers, payment references in the ledger. `ledger_period` finds the entries of a
 * customer and a period, and replaces the index that found only those of a customer.
 */
export const billing = `
ALTER TABLE customer ADD COLUMN refunds TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN low_balance INTEGER CHECK (low_balance IS NULL OR low_balance >= 0);
ALTER TABLE ledger ADD COLUMN reference TEXT;
CREATE INDEX ledger_period ON ledger (customer_id, at);
CREATE INDEX ledger_refill ON ledger (customer_id, at) WHERE reason = 'refill';
DROP INDEX ledger_customer;
`;

/** Refunded recipients of a transaction: the amount does not tell their number if each costs less than a thousandth of a credit. */
export const refunded = `ALTER TABLE txn ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0;`;

/**
 * Sums of removed entries of the ledger, one for each account that has any. An entry can be removed only after the sum of its account
 * includes it, and such a sum is the balance after an entry that exists: whatever removes entries, the sum stays the balance.
 */
export const carriedLedger = `
CREATE TABLE ledger_carried (
  customer_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (customer_id, kind)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER carried_is_balance BEFORE INSERT ON ledger_carried
WHEN NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.id AND customer_id = NEW.customer_id AND kind = NEW.kind
  AND balance_after = NEW.amount AND at = NEW.at)
BEGIN SELECT RAISE(ABORT, 'the sum differs from the ledger'); END;
CREATE TRIGGER carried_stays_balance BEFORE UPDATE ON ledger_carried
WHEN NEW.id < OLD.id OR NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.id AND customer_id = OLD.customer_id
  AND customer_id = NEW.customer_id AND kind = OLD.kind AND kind = NEW.kind AND balance_after = NEW.amount AND at = NEW.at)
BEGIN SELECT RAISE(ABORT, 'the sum differs from the ledger'); END;
CREATE TRIGGER carried_keeps_rows BEFORE DELETE ON ledger_carried
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
DROP TRIGGER ledger_keeps_all_rows;
CREATE TRIGGER ledger_keeps_all_rows BEFORE DELETE ON ledger
WHEN NOT EXISTS (SELECT 1 FROM ledger_carried WHERE customer_id = OLD.customer_id AND kind = OLD.kind AND id >= OLD.id)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
`;

/** `at` of a sum is the latest time of its entries, whose times may be in another order than their numbers. */
export const carriedTime = `
DROP TRIGGER carried_is_balance;
CREATE TRIGGER carried_is_balance BEFORE INSERT ON ledger_carried
WHEN NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.id AND customer_id = NEW.customer_id AND kind = NEW.kind
  AND balance_after = NEW.amount AND at <= NEW.at)
BEGIN SELECT RAISE(ABORT, 'the sum differs from the ledger'); END;
DROP TRIGGER carried_stays_balance;
CREATE TRIGGER carried_stays_balance BEFORE UPDATE ON ledger_carried
WHEN NEW.id < OLD.id OR NEW.at < OLD.at OR NOT EXISTS (SELECT 1 FROM ledger WHERE id = NEW.id AND customer_id = OLD.customer_id
  AND customer_id = NEW.customer_id AND kind = OLD.kind AND kind = NEW.kind AND balance_after = NEW.amount AND at <= NEW.at)
BEGIN SELECT RAISE(ABORT, 'the sum differs from the ledger'); END;
`;
