/** Refunded recipients of a transaction: the amount does not tell their number if each costs less than a thousandth of a credit. */
export const refunded = `ALTER TABLE txn ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0;`;
