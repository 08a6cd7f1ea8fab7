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
