/** Messages that were tried before, by their transaction: those of the last days need not be looked at to find old ones. */
export const retried = `
DROP INDEX recipient_retried;
CREATE INDEX recipient_retried ON recipient (txn) WHERE state = 0 AND attempts > 0;
`;
