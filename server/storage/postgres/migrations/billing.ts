/** Refund policy and low-balance threshold of customers, payment references in the ledger and an index for its periods. */
export const billing = `
ALTER TABLE customer ADD COLUMN refunds text NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN low_balance bigint CHECK (low_balance IS NULL OR low_balance >= 0);
ALTER TABLE ledger ADD COLUMN reference text;
CREATE INDEX ledger_period ON ledger (customer_id, at, id);
CREATE INDEX ledger_refill ON ledger (customer_id, at) WHERE reason = 'refill';
`;

/** Refunded recipients of a transaction: the amount does not tell their number if each costs less than a thousandth of a credit. */
export const refunded = `ALTER TABLE txn ADD COLUMN refunded bigint NOT NULL DEFAULT 0;`;
